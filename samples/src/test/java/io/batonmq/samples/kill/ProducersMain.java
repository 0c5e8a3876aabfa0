package io.batonmq.samples.kill;

import io.batonmq.samples.kill.WorkLine.Kind;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Producers: one that waits for each send, one with several sends on their way, one that commits five at a time. A
 * process's main class; arguments: URL, folder of the ledgers.
 */
public final class ProducersMain {

    private static final int IN_FLIGHT = 16;
    private static final int TRANSACTION = 5;
    private static final long REST_MICROS = 1_000;

    private ProducersMain() {}

    public static void main(String[] args) throws Exception {
        Crew crew = new Crew(args[0], Path.of(args[1]), System::nanoTime);
        Queue auto = crew.queue("auto");
        Queue client = crew.queue("client");
        Queue transacted = crew.queue("transacted");
        crew.hire("auto-producer", (connection, ledger) -> new Waiting(connection, auto, ledger));
        crew.hire("client-producer", (connection, ledger) -> new Asynchronous(connection, client, ledger));
        crew.hire("transacted-producer", (connection, ledger) -> new Transacted(connection, transacted, ledger));
        System.exit(crew.await());
    }

    private static Message message(Session session, String uid) throws JMSException {
        Message message = session.createTextMessage("message " + uid + " ".repeat(200));
        message.setStringProperty("uid", uid);
        return message;
    }

    private static final class Waiting implements Crew.Work {
        private final Session session;
        private final MessageProducer producer;
        private final WorkLedger ledger;
        private long count;

        Waiting(Connection connection, Queue queue, WorkLedger ledger) throws JMSException {
            this.session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            this.producer = session.createProducer(queue);
            this.ledger = ledger;
        }

        @Override
        public boolean step() throws JMSException {
            String uid = "a" + ++count;
            Message message = message(session, uid);
            long begin = ledger.now();
            try {
                producer.send(message);
                ledger.add(Kind.CONFIRMED, begin, uid);
            } catch (JMSException e) {
                ledger.add(WorkLedger.outcomeUnknown(e) ? Kind.UNKNOWN : Kind.FAILED, begin, uid);
            }
            Crew.rest(REST_MICROS);
            return false;
        }
    }

    private static final class Asynchronous implements Crew.Work {
        private final Session session;
        private final MessageProducer producer;
        private final WorkLedger ledger;
        private final Semaphore window = new Semaphore(IN_FLIGHT);
        private long count;

        Asynchronous(Connection connection, Queue queue, WorkLedger ledger) throws JMSException {
            this.session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            this.producer = session.createProducer(queue);
            this.ledger = ledger;
        }

        @Override
        public boolean step() throws Exception {
            window.acquire();
            String uid = "c" + ++count;
            Message message = message(session, uid);
            long begin = ledger.now();
            producer.send(message, new CompletionListener() {
                @Override
                public void onCompletion(Message sent) {
                    ledger.add(Kind.CONFIRMED, begin, uid);
                    window.release();
                }

                @Override
                public void onException(Message sent, Exception failure) {
                    boolean unknown = failure instanceof JMSException jms && WorkLedger.outcomeUnknown(jms);
                    ledger.add(unknown ? Kind.UNKNOWN : Kind.FAILED, begin, uid);
                    window.release();
                }
            });
            Crew.rest(4 * REST_MICROS);
            return false;
        }

        @Override
        public void end() throws InterruptedException {
            window.acquire(IN_FLIGHT);
        }
    }

    private static final class Transacted implements Crew.Work {
        private final Session session;
        private final MessageProducer producer;
        private final WorkLedger ledger;
        private long count;

        Transacted(Connection connection, Queue queue, WorkLedger ledger) throws JMSException {
            this.session = connection.createSession(Session.SESSION_TRANSACTED);
            this.producer = session.createProducer(queue);
            this.ledger = ledger;
        }

        @Override
        public boolean step() throws JMSException {
            List<String> uids = new ArrayList<>();
            for (int i = 0; i < TRANSACTION; i++) {
                String uid = "t" + ++count;
                producer.send(message(session, uid));
                uids.add(uid);
                Crew.rest(REST_MICROS);
            }
            long begin = ledger.now();
            try {
                session.commit();
                ledger.addAll(Kind.CONFIRMED, begin, uids);
            } catch (TransactionRolledBackException e) {
                ledger.addAll(Kind.FAILED, begin, uids);
            } catch (JMSException e) {
                ledger.addAll(Kind.UNKNOWN, begin, uids);
            }
            return false;
        }
    }
}
