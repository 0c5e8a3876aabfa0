package io.batonmq.spring;

import io.batonmq.spring.Route.Mode;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;
import org.springframework.jms.connection.JmsTransactionManager;
import org.springframework.jms.listener.AbstractMessageListenerContainer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.listener.SimpleMessageListenerContainer;

/** Spring's listener containers, as applications set them up; they note what becomes of commits. Stateless. */
final class Containers {

    private static final String CONCURRENCY = "3-10";
    private static final long RECEIVE_MILLIS = 1_000;
    /** Spring's default of 5 s is for people; it counts where a connection was given up. */
    private static final long RECOVERY_MILLIS = 200;

    private Containers() {}

    /** One that polls. */
    static DefaultMessageListenerContainer polling(
            Names names, Route route, ConnectionFactory factory, int cacheLevel) {
        DefaultMessageListenerContainer container = new DefaultMessageListenerContainer() {
            @Override
            protected void commitIfNecessary(Session session, @Nullable Message message) throws JMSException {
                boolean own = session.getTransacted() && isSessionLocallyTransacted(session);
                // Spring takes an IllegalStateException of the commit for none: the ledger must not.
                route.settle(message, own ? session::commit : () -> super.commitIfNecessary(session, message));
            }
        };
        prepare(container, names, route, factory);
        container.setCacheLevel(cacheLevel);
        container.setReceiveTimeout(RECEIVE_MILLIS);
        container.setRecoveryInterval(RECOVERY_MILLIS);
        if (route.mode() == Mode.MANAGED) {
            JmsTransactionManager manager = new JmsTransactionManager(factory);
            // By default it tells nobody of the end.
            manager.setTransactionSynchronization(JmsTransactionManager.SYNCHRONIZATION_ALWAYS);
            container.setTransactionManager(manager);
        }
        return container;
    }

    /** One with the provider's own listeners. */
    static SimpleMessageListenerContainer listening(Names names, Route route, ConnectionFactory factory) {
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer() {
            @Override
            protected void commitIfNecessary(Session session, @Nullable Message message) throws JMSException {
                boolean own = session.getTransacted() && isSessionLocallyTransacted(session);
                route.settle(message, own ? session::commit : () -> super.commitIfNecessary(session, message));
            }
        };
        prepare(container, names, route, factory);
        return container;
    }

    private static void prepare(
            AbstractMessageListenerContainer container, Names names, Route route, ConnectionFactory factory) {
        container.setConnectionFactory(factory);
        container.setDestinationResolver(names.resolver());
        container.setDestinationName(Names.queue(route.queue()));
        container.setConcurrency(CONCURRENCY);
        container.setSessionTransacted(route.mode() == Mode.TRANSACTED);
        if (route.mode() == Mode.CLIENT) {
            container.setSessionAcknowledgeMode(Session.CLIENT_ACKNOWLEDGE);
        }
        container.setMessageListener(route);
        container.setErrorHandler(failure -> {});
        container.setBeanName("container-" + route.queue());
    }
}
