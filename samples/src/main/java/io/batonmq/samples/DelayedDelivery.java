package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.PrintStream;

/**
 * Sends a message that nobody gets before a delay has passed; the broker keeps it meanwhile, and so does its successor.
 * Arguments: URL of the brokers, name of the queue, delay in milliseconds.
 */
public final class DelayedDelivery {

    private static final long PATIENCE_MILLIS = 30_000;

    private DelayedDelivery() {}

    /** The process's entry. */
    public static void main(String[] args) {
        if (args.length != 3) {
            System.err.println("Usage: DelayedDelivery URL QUEUE MILLISECONDS,"
                    + " for example: DelayedDelivery tcp://127.0.0.1:61616 reminders 3000");
            System.exit(2);
        }
        run(args[0], args[1], Long.parseLong(args[2]), System.out);
    }

    static void run(String url, String queueName, long delayMillis, PrintStream out) {
        try (JMSContext context = new BatonConnectionFactory(url).createContext()) {
            Queue queue = context.createQueue(queueName);
            context.createProducer().setDeliveryDelay(delayMillis).send(queue, "wake up");
            out.println("sent wake up, to come in " + delayMillis + " ms");

            try (JMSConsumer consumer = context.createConsumer(queue)) {
                out.println(consumer.receiveNoWait() == null ? "nothing yet" : "already there");
                Message message = consumer.receive(delayMillis + PATIENCE_MILLIS);
                if (message == null) {
                    throw new JMSRuntimeException("it has not come");
                }
                long late = System.currentTimeMillis() - message.getJMSDeliveryTime();
                out.println("received " + message.getBody(String.class) + ", " + late + " ms after it was due");
            }
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }
}
