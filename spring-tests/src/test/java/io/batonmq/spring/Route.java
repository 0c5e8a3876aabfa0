package io.batonmq.spring;

import io.batonmq.samples.kill.WorkLine.Kind;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * One queue, the listener at its end, and what is known of its messages. Some listeners send each message on, within their
 * transaction; those that can give back do so with some. For any thread.
 */
final class Route implements MessageListener {

    /** One message in so many is given back when it comes first. */
    private static final int REFUSED = 29;

    /** How messages are acknowledged. */
    enum Mode {
        AUTO,
        CLIENT,
        /** The container's own transaction. */
        TRANSACTED,
        /** A transaction manager's. */
        MANAGED
    }

    /** The listener's way to say no. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final String queue;
    private final Mode mode;
    private final Ledger ledger = new Ledger();
    private final boolean dropped;
    private @Nullable JmsTemplate onward;
    private @Nullable Route next;

    /**
     * A route.
     *
     * @param dropped whether what wraps the connection throws it away at each takeover, with all that is in hand
     */
    Route(String queue, Mode mode, boolean dropped) {
        this.queue = queue;
        this.mode = mode;
        this.dropped = dropped;
    }

    /** Its listener sends on, to another route's queue. */
    Route forwarding(JmsTemplate template, Route to) {
        onward = template;
        next = to;
        return this;
    }

    String queue() {
        return queue;
    }

    Mode mode() {
        return mode;
    }

    Ledger ledger() {
        return ledger;
    }

    @Override
    public void onMessage(Message message) {
        try {
            String uid = Ledger.uid(message);
            boolean first = ledger.got(message);
            if (mode == Mode.AUTO) {
                ledger.settled(Kind.UNSURE, uid);
                return;
            }
            if (first && uid.hashCode() % REFUSED == 0) {
                ledger.settled(Kind.GIVEN_BACK, uid);
                throw new Refused();
            }
            if (mode == Mode.MANAGED) {
                TransactionSynchronizationManager.registerSynchronization(new Settling(uid));
            }
            if (onward != null && next != null) {
                onward.send(Names.queue(next.queue), session -> message(session, "f" + uid));
            }
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    static Message message(Session session, String uid) throws JMSException {
        Message message = session.createTextMessage("message " + uid);
        message.setStringProperty("uid", uid);
        return message;
    }

    /** A commit, or an acknowledgement. */
    interface Settlement {
        void settle() throws JMSException;
    }

    /** Notes what becomes of a message in hand. */
    void settle(@Nullable Message message, Settlement how) throws JMSException {
        if (message == null || mode == Mode.AUTO || mode == Mode.MANAGED) {
            how.settle();
            return;
        }
        String uid = Ledger.uid(message);
        try {
            how.settle();
            settled(uid, Kind.DONE, Kind.CONFIRMED);
        } catch (TransactionRolledBackException | IllegalStateException e) {
            settled(uid, Kind.GIVEN_BACK, Kind.FAILED);
            throw e;
        } catch (JMSException e) {
            settled(uid, Kind.UNSURE, Kind.UNKNOWN);
            throw e;
        }
    }

    private void settled(String uid, Kind here, Kind there) {
        ledger.settled(here, uid);
        if (next != null) {
            next.ledger.sent(there, "f" + uid);
        }
    }

    /** All that is wrong with it. */
    List<String> complaints(List<String> dead) {
        List<String> all = new ArrayList<>(ledger.complaints(dead));
        if (!dropped) {
            all.addAll(ledger.doubled());
        }
        return all.stream().map(each -> queue + ": " + each).toList();
    }

    /** What a transaction manager says of the end. */
    private final class Settling implements TransactionSynchronization {
        private final String uid;

        Settling(String uid) {
            this.uid = uid;
        }

        @Override
        public void afterCompletion(int status) {
            switch (status) {
                case STATUS_COMMITTED -> settled(uid, Kind.DONE, Kind.CONFIRMED);
                case STATUS_ROLLED_BACK -> settled(uid, Kind.GIVEN_BACK, Kind.FAILED);
                default -> settled(uid, Kind.UNSURE, Kind.UNKNOWN);
            }
        }
    }
}
