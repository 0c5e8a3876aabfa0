package io.batonmq.samples;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.io.PrintStream;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Knows BatonMQ by {@code jndi.properties} only: sends a message and receives it. No arguments; the brokers' URL is in that
 * file, or in the system property {@code broker.url}, which the file asks for.
 */
public final class JndiLookup {

    private static final long PATIENCE_MILLIS = 30_000;

    private JndiLookup() {}

    /** The process's entry. */
    public static void main(String[] args) throws NamingException {
        run(System.out);
    }

    static void run(PrintStream out) throws NamingException {
        InitialContext jndi = new InitialContext();
        ConnectionFactory factory = (ConnectionFactory) jndi.lookup("shop/brokers");
        Queue orders = (Queue) jndi.lookup("shop/orders");
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(orders, "a book");
            out.println("sent a book");
            try (JMSConsumer consumer = context.createConsumer(orders)) {
                out.println("received " + consumer.receiveBody(String.class, PATIENCE_MILLIS));
            }
        }
    }
}
