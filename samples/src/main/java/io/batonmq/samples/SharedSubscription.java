package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Two consumers share one subscription: each message of the topic goes to one of them. Arguments: URL of the brokers, name
 * of the topic, number of messages.
 */
public final class SharedSubscription {

    private static final long PATIENCE_SECONDS = 30;

    private SharedSubscription() {}

    /** The process's entry. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 3) {
            System.err.println("Usage: SharedSubscription URL TOPIC COUNT,"
                    + " for example: SharedSubscription tcp://127.0.0.1:61616 prices 10");
            System.exit(2);
        }
        run(args[0], args[1], Integer.parseInt(args[2]), System.out);
    }

    static void run(String url, String topicName, int count, PrintStream out) throws InterruptedException {
        ConnectionFactory factory = new BatonConnectionFactory(url);
        CountDownLatch expected = new CountDownLatch(count);
        try (JMSContext anna = factory.createContext();
                JMSContext otto = factory.createContext();
                JMSContext publisher = factory.createContext()) {
            Topic topic = publisher.createTopic(topicName);
            // With createSharedDurableConsumer the subscription would stay when both have gone.
            anna.createSharedConsumer(topic, "team").setMessageListener(m -> received("anna", m, expected, out));
            otto.createSharedConsumer(topic, "team").setMessageListener(m -> received("otto", m, expected, out));

            for (int n = 1; n <= count; n++) {
                publisher.createProducer().send(topic, "price " + n);
            }
            boolean all = expected.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            out.println((all ? "all" : "not all") + " received");
        }
    }

    private static void received(String who, Message message, CountDownLatch expected, PrintStream out) {
        try {
            out.println(who + " received " + message.getBody(String.class));
            expected.countDown();
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }
}
