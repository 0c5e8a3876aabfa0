package io.batonmq.samples.kill;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.BitSet;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;

/** Fills a queue and empties it again, in transactions. For one thread. */
final class BacklogClient implements AutoCloseable {

    private static final int TRANSACTION = 200;
    private static final int SIZE = 1_024;
    private static final long PATIENCE_MILLIS = 20_000;

    private final Connection connection;
    private final Session transacted;
    private final Session probing;

    BacklogClient(String url) throws Exception {
        Properties names = new Properties();
        names.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        names.put(Context.PROVIDER_URL, url);
        connection = ((ConnectionFactory) new InitialContext(names).lookup("ConnectionFactory")).createConnection();
        transacted = connection.createSession(Session.SESSION_TRANSACTED);
        probing = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        connection.start();
    }

    /** One persistent message to a queue of its own; returns when it is stored. */
    void probe() throws JMSException {
        try (MessageProducer producer = probing.createProducer(probing.createQueue("probe"))) {
            producer.send(probing.createTextMessage("probe"));
        }
    }

    void load(int count) throws JMSException {
        byte[] body = new byte[SIZE];
        try (MessageProducer producer = transacted.createProducer(transacted.createQueue("backlog"))) {
            for (int n = 0; n < count; n++) {
                BytesMessage message = transacted.createBytesMessage();
                message.writeBytes(body);
                message.setIntProperty("n", n);
                producer.send(message);
                if ((n + 1) % TRANSACTION == 0) {
                    transacted.commit();
                }
            }
            transacted.commit();
        }
    }

    /** Receives all there is, and returns how many different messages came; fails on one that comes twice or out of order. */
    int drain(int count) throws JMSException {
        BitSet seen = new BitSet(count);
        int last = -1;
        try (MessageConsumer consumer = transacted.createConsumer(transacted.createQueue("backlog"))) {
            for (int i = 0; i < count; i++) {
                Message message = consumer.receive(PATIENCE_MILLIS);
                if (message == null) {
                    break;
                }
                int n = message.getIntProperty("n");
                if (seen.get(n) || n < last) {
                    throw new AssertionError("message " + n + " after " + last);
                }
                seen.set(n);
                last = n;
                if ((i + 1) % TRANSACTION == 0) {
                    transacted.commit();
                }
            }
            transacted.commit();
            if (consumer.receive(1) != null) {
                throw new AssertionError("more than " + count + " messages");
            }
        }
        return seen.cardinality();
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
