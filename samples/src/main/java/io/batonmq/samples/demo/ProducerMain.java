package io.batonmq.samples.demo;

import io.batonmq.samples.demo.SentEntry.Outcome;
import io.batonmq.samples.process.LedgerFile;
import io.batonmq.samples.process.ParentPipe;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import javax.naming.InitialContext;

/**
 * The demo's producer: persistent messages, one after the other, as fast as they are confirmed, until the launcher says
 * stop. A process's main class; arguments: URL, queue, ledger file, prefix of the uids.
 */
public final class ProducerMain {

    private ProducerMain() {}

    /** Sends until asked to stop. */
    public static void main(String[] args) throws Exception {
        ParentPipe parent = ParentPipe.open();
        InitialContext jndi = new InitialContext(JndiNames.properties(args[0], args[1]));
        ConnectionFactory factory = (ConnectionFactory) jndi.lookup(JndiNames.FACTORY);
        Queue queue = (Queue) jndi.lookup(JndiNames.QUEUE);
        long start = System.nanoTime();
        try (LedgerFile ledger = new LedgerFile(Path.of(args[2]));
                Connection connection = factory.createConnection()) {
            Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(queue);
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            for (long n = 1; !parent.stopRequested(); n++) {
                String uid = args[3] + "-" + n;
                Outcome outcome = send(session, producer, uid);
                ledger.add(new SentEntry(outcome, (System.nanoTime() - start) / 1_000, uid).line());
            }
        }
    }

    private static Outcome send(Session session, MessageProducer producer, String uid) throws JMSException {
        TextMessage message = session.createTextMessage("message " + uid);
        message.setStringProperty("uid", uid);
        try {
            producer.send(message);
            return Outcome.CONFIRMED;
        } catch (JMSException e) {
            System.err.println(uid + ": " + e.getErrorCode() + " " + e.getMessage());
            return "BATON-OUTCOME-UNKNOWN".equals(e.getErrorCode()) ? Outcome.UNKNOWN : Outcome.FAILED;
        }
    }
}
