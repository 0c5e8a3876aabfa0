package io.batonmq.spring;

import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.jms.JmsException;
import org.springframework.jms.core.JmsTemplate;

/** Receives by a JmsTemplate, over and over. A thread. */
final class Poller extends Thread {

    private static final Duration RETRY = Duration.ofMillis(10);
    private static final long RECEIVE_MILLIS = 500;

    private final Route route;
    private final JmsTemplate template;
    private volatile boolean ended;

    Poller(Route route, JmsTemplate template) {
        super("poller-" + route.queue());
        this.route = route;
        this.template = template;
        template.setReceiveTimeout(RECEIVE_MILLIS);
    }

    @Override
    public void run() {
        while (!ended) {
            try {
                Message message = template.receive(Names.queue(route.queue()));
                if (message != null) {
                    route.onMessage(message);
                }
            } catch (JmsException e) {
                // As an application does: once more. What was not lost with it comes again.
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    void end() throws InterruptedException {
        ended = true;
        join();
    }
}
