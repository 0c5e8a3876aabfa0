package io.batonmq.spring;

import io.batonmq.samples.kill.WorkLine.Kind;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jms.JmsException;
import org.springframework.jms.connection.JmsTransactionManager;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Sends by a JmsTemplate, and notes the outcome as the provider told it. For one thread. */
final class Sender {

    private final String name;
    private final Template template;
    private final @Nullable TransactionTemplate transaction;
    private long count;

    private Sender(String name, Template template, @Nullable TransactionTemplate transaction) {
        this.name = name;
        this.template = template;
        this.transaction = transaction;
    }

    /** Each send waits for its confirmation. */
    static Sender plain(String name, Names names, ConnectionFactory factory) {
        return new Sender(name, new Template(names, factory), null);
    }

    /** Each send is a transaction of the template's own. */
    static Sender transacted(String name, Names names, ConnectionFactory factory) {
        Template template = new Template(names, factory);
        template.setSessionTransacted(true);
        return new Sender(name, template, null);
    }

    /**
     * Each send is a transaction of a manager: the way that bears a connection thrown away under it, since the template by
     * itself takes the IllegalStateException of a closed session's commit for none.
     */
    static Sender managed(String name, Names names, ConnectionFactory factory) {
        Template template = new Template(names, factory);
        template.setSessionTransacted(true);
        return new Sender(name, template, new TransactionTemplate(new JmsTransactionManager(factory)));
    }

    /** Sends one message; returns its uid if that was confirmed. */
    @Nullable
    String send(Route to) {
        String uid = nextUid();
        Kind outcome = Kind.CONFIRMED;
        template.returned = false;
        try {
            if (transaction == null) {
                send(to, uid);
            } else {
                transaction.executeWithoutResult(status -> send(to, uid));
            }
        } catch (JmsException | TransactionException e) {
            outcome = outcome(e);
            to.ledger().failed(uid, e);
        }
        to.ledger().sent(outcome, uid);
        return outcome == Kind.CONFIRMED ? uid : null;
    }

    private String nextUid() {
        count++;
        return name + "-" + count;
    }

    private void send(Route to, String uid) {
        template.send(Names.queue(to.queue()), session -> Route.message(session, uid));
    }

    private Kind outcome(Exception failure) {
        if (template.returned && !template.isSessionTransacted()) {
            return Kind.CONFIRMED; // what failed was done after the send: Spring asks the session whether to commit
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JMSException jms && "BATON-OUTCOME-UNKNOWN".equals(jms.getErrorCode())) {
                return Kind.UNKNOWN;
            }
        }
        return Kind.FAILED;
    }

    /** Sends one message to each in one transaction, which has to succeed; returns their uids. */
    Map<Route, String> sendToAll(List<Route> routes) {
        Map<Route, String> uids = new LinkedHashMap<>();
        template.execute(session -> {
            try (MessageProducer producer = session.createProducer(null)) {
                for (Route route : routes) {
                    String uid = nextUid();
                    producer.send(session.createQueue(route.queue()), Route.message(session, uid));
                    uids.put(route, uid);
                }
                session.commit();
            }
            return uids;
        });
        uids.forEach((route, uid) -> route.ledger().sent(Kind.CONFIRMED, uid));
        return uids;
    }

    /** Knows whether the provider's send has returned, whatever Spring says then. */
    private static final class Template extends JmsTemplate {
        private boolean returned;

        Template(Names names, ConnectionFactory factory) {
            super(factory);
            setDestinationResolver(names.resolver());
        }

        @Override
        protected void doSend(MessageProducer producer, Message message) throws JMSException {
            super.doSend(producer, message);
            returned = true;
        }
    }
}
