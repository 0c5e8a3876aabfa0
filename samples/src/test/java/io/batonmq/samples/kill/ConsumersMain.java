package io.batonmq.samples.kill;

import io.batonmq.samples.kill.WorkLine.Kind;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Consumers: AUTO_ACKNOWLEDGE by receive and by listener, CLIENT_ACKNOWLEDGE ten at a time, and a transacted one that sends
 * each message on. A process's main class; arguments: URL, folder of the ledgers.
 */
public final class ConsumersMain {

    static final long RECEIVE_MILLIS = 500;

    private static final int ACKNOWLEDGED = 10;
    private static final int TRANSACTION = 5;

    private ConsumersMain() {}

    public static void main(String[] args) throws Exception {
        Crew crew = new Crew(args[0], Path.of(args[1]), System::nanoTime);
        Queue auto = crew.queue("auto");
        Queue client = crew.queue("client");
        Queue transacted = crew.queue("transacted");
        Queue forwarded = crew.queue("forwarded");
        crew.hire("auto-consumer", (connection, ledger) -> new Auto(connection, auto, ledger));
        crew.hire("client-consumer", (connection, ledger) -> new Client(connection, client, ledger));
        crew.hire(
                "transacted-consumer",
                (connection, ledger) -> new Transacted(connection, transacted, forwarded, ledger));
        crew.hire("forwarded-consumer", (connection, ledger) -> new Listening(connection, forwarded, ledger));
        System.exit(crew.await());
    }

    private static @Nullable Message receive(MessageConsumer consumer, WorkLedger ledger, long begin)
            throws JMSException {
        Message message = consumer.receive(RECEIVE_MILLIS);
        if (message == null) {
            ledger.add(Kind.EMPTY, begin, "-");
        }
        return message;
    }

    private static final class Auto implements Crew.Work {
        private final MessageConsumer consumer;
        private final WorkLedger ledger;
        private @Nullable String last;

        Auto(Connection connection, Queue queue, WorkLedger ledger) throws JMSException {
            this.consumer = connection.createSession(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
            this.ledger = ledger;
        }

        @Override
        public boolean step() throws JMSException {
            long begin = ledger.now();
            Message message = receive(consumer, ledger, begin);
            if (last != null) {
                ledger.add(Kind.DONE, begin, last);
            }
            last = message == null ? null : ledger.got(begin, message);
            return message != null;
        }
    }

    private static final class Client implements Crew.Work {
        private final Session session;
        private final MessageConsumer consumer;
        private final WorkLedger ledger;

        Client(Connection connection, Queue queue, WorkLedger ledger) throws JMSException {
            this.session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            this.consumer = session.createConsumer(queue);
            this.ledger = ledger;
        }

        @Override
        public boolean step() throws JMSException {
            List<String> uids = new ArrayList<>();
            Message last = null;
            while (uids.size() < ACKNOWLEDGED) {
                long begin = ledger.now();
                Message message = receive(consumer, ledger, begin);
                if (message == null) {
                    break;
                }
                last = message;
                uids.add(ledger.got(begin, message));
            }
            if (last != null) {
                acknowledge(last, uids);
            }
            return last != null;
        }

        private void acknowledge(Message last, List<String> uids) throws JMSException {
            long begin = ledger.now();
            try {
                last.acknowledge();
                ledger.addAll(Kind.DONE, begin, uids);
            } catch (IllegalStateException e) {
                ledger.addAll(Kind.GIVEN_BACK, begin, uids);
                session.recover();
            } catch (JMSException e) {
                ledger.addAll(Kind.UNSURE, begin, uids);
                session.recover();
            }
        }
    }

    private static final class Transacted implements Crew.Work {
        private final Session session;
        private final MessageConsumer consumer;
        private final MessageProducer producer;
        private final WorkLedger ledger;

        Transacted(Connection connection, Queue from, Queue to, WorkLedger ledger) throws JMSException {
            this.session = connection.createSession(Session.SESSION_TRANSACTED);
            this.consumer = session.createConsumer(from);
            this.producer = session.createProducer(to);
            this.ledger = ledger;
        }

        @Override
        public boolean step() throws JMSException {
            List<String> uids = new ArrayList<>();
            while (uids.size() < TRANSACTION) {
                long begin = ledger.now();
                Message message = receive(consumer, ledger, begin);
                if (message == null) {
                    break;
                }
                String uid = ledger.got(begin, message);
                uids.add(uid);
                Message forwarded = session.createTextMessage("forwarded " + uid);
                forwarded.setStringProperty("uid", "f" + uid);
                producer.send(forwarded);
            }
            if (!uids.isEmpty()) {
                commit(uids);
            }
            return !uids.isEmpty();
        }

        private void commit(List<String> uids) throws JMSException {
            List<String> forwarded = uids.stream().map(uid -> "f" + uid).toList();
            long begin = ledger.now();
            try {
                session.commit();
                ledger.addAll(Kind.DONE, begin, uids);
                ledger.addAll(Kind.CONFIRMED, begin, forwarded);
            } catch (TransactionRolledBackException e) {
                ledger.addAll(Kind.GIVEN_BACK, begin, uids);
                ledger.addAll(Kind.FAILED, begin, forwarded);
            } catch (JMSException e) {
                ledger.addAll(Kind.UNSURE, begin, uids);
                ledger.addAll(Kind.UNKNOWN, begin, forwarded);
            }
        }
    }

    /** The ack of one message is on its way before the next is handed out. */
    private static final class Listening implements Crew.Work {
        private static final long QUIET_MICROS = 500_000;

        private final WorkLedger ledger;
        private volatile @Nullable String last;
        private final AtomicLong count = new AtomicLong();
        private long seen;

        Listening(Connection connection, Queue queue, WorkLedger ledger) throws JMSException {
            this.ledger = ledger;
            connection
                    .createSession(Session.AUTO_ACKNOWLEDGE)
                    .createConsumer(queue)
                    .setMessageListener(this::onMessage);
        }

        private void onMessage(Message message) {
            long begin = ledger.now();
            if (last != null) {
                ledger.add(Kind.DONE, begin, last);
            }
            try {
                last = ledger.got(begin, message);
            } catch (JMSException e) {
                ledger.add(Kind.ERROR, begin, String.valueOf(e.getMessage()));
            }
            count.incrementAndGet();
        }

        @Override
        public boolean step() {
            Crew.rest(QUIET_MICROS);
            long now = count.get();
            boolean more = now != seen;
            seen = now;
            return more;
        }

        @Override
        public void end() {
            if (last != null) {
                ledger.add(Kind.DONE, ledger.now(), last);
            }
        }
    }
}
