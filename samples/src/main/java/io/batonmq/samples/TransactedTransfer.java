package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.io.PrintStream;

/**
 * Moves what is in one queue to another, each message in a transaction: it is in one of the two at any time, whatever
 * fails. Arguments: URL of the brokers, name of the queue to move from, and of the one to move to.
 */
public final class TransactedTransfer {

    private static final long PATIENCE_MILLIS = 2_000;

    private TransactedTransfer() {}

    /** The process's entry. */
    public static void main(String[] args) throws JMSException {
        if (args.length != 3) {
            System.err.println("Usage: TransactedTransfer URL FROM TO,"
                    + " for example: TransactedTransfer tcp://127.0.0.1:61616 orders bills");
            System.exit(2);
        }
        run(args[0], args[1], args[2], System.out);
    }

    static void run(String url, String from, String to, PrintStream out) throws JMSException {
        int moved = 0;
        try (Connection connection = new BatonConnectionFactory(url).createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(from));
                MessageProducer producer = session.createProducer(session.createQueue(to))) {
            connection.start();
            Message message = consumer.receive(PATIENCE_MILLIS);
            while (message != null) {
                producer.send(session.createTextMessage("moved " + message.getBody(String.class)));
                try {
                    session.commit();
                    moved++;
                } catch (TransactionRolledBackException e) {
                    // Nothing has happened, and the message comes again. Any other exception would mean: don't know.
                    out.println("once more: " + e.getMessage());
                }
                message = consumer.receive(PATIENCE_MILLIS);
            }
        }
        out.println(moved + " moved");
    }
}
