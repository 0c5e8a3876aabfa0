package io.batonmq.spring;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.jms.JmsException;
import org.springframework.jms.core.JmsTemplate;

/** Receives by a JmsTemplate, over and over. A thread. */
final class Poller extends Thread {

    private static final Duration RETRY = Duration.ofMillis(10);
    private static final long RECEIVE_MILLIS = 500;

    private final Route route;
    private final Template template;
    private volatile boolean ended;

    Poller(Route route, Names names, ConnectionFactory factory) {
        super("poller-" + route.queue());
        this.route = route;
        this.template = new Template(names, factory);
    }

    @Override
    public void run() {
        while (!ended) {
            template.received = null;
            try {
                template.receive(Names.queue(route.queue()));
            } catch (JmsException e) {
                // As an application does: once more. What was not lost with it comes again.
                LockSupport.parkNanos(RETRY.toNanos());
            }
            Message message = template.received;
            if (message != null) {
                route.onMessage(message);
            }
        }
    }

    void end() throws InterruptedException {
        ended = true;
        join();
    }

    /**
     * Knows what the provider's receive has returned, and thereby acknowledged, whatever Spring says then: it asks the session
     * whether to commit, and a wrapper that is told of a takeover may just have closed it.
     */
    private static final class Template extends JmsTemplate {
        private @Nullable Message received;

        Template(Names names, ConnectionFactory factory) {
            super(factory);
            setDestinationResolver(names.resolver());
            setReceiveTimeout(RECEIVE_MILLIS);
        }

        @Override
        protected @Nullable Message receiveFromConsumer(MessageConsumer consumer, long timeout) throws JMSException {
            received = super.receiveFromConsumer(consumer, timeout);
            return received;
        }
    }
}
