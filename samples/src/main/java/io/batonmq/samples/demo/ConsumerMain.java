package io.batonmq.samples.demo;

import io.batonmq.samples.process.LedgerFile;
import io.batonmq.samples.process.ParentPipe;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import javax.naming.InitialContext;

/**
 * The demo's consumer: receives with AUTO_ACKNOWLEDGE until the launcher says stop and nothing more comes. A process's
 * main class; arguments: URL, queue, ledger file.
 */
public final class ConsumerMain {

    private static final long PATIENCE_MILLIS = 500;

    private ConsumerMain() {}

    /** Receives until asked to stop. */
    public static void main(String[] args) throws Exception {
        ParentPipe parent = ParentPipe.open();
        InitialContext jndi = new InitialContext(JndiNames.properties(args[0], args[1]));
        ConnectionFactory factory = (ConnectionFactory) jndi.lookup(JndiNames.FACTORY);
        Queue queue = (Queue) jndi.lookup(JndiNames.QUEUE);
        long start = System.nanoTime();
        try (LedgerFile ledger = new LedgerFile(Path.of(args[2]));
                Connection connection = factory.createConnection()) {
            Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(queue);
            connection.start();
            while (true) {
                boolean last = parent.stopRequested();
                Message message = consumer.receive(PATIENCE_MILLIS);
                if (message != null) {
                    ledger.add(new ReceivedEntry(
                                    (System.nanoTime() - start) / 1_000,
                                    message.getStringProperty("uid"),
                                    message.getJMSRedelivered(),
                                    message.getIntProperty("JMSXDeliveryCount"))
                            .line());
                } else if (last) {
                    return;
                }
            }
        }
    }
}
