package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Topic;
import java.io.PrintStream;

/**
 * Subscribes to a topic, goes away, and gets afterwards what was published meanwhile. Arguments: URL of the brokers, name
 * of the topic.
 */
public final class DurableSubscriber {

    private static final long PATIENCE_MILLIS = 2_000;

    private DurableSubscriber() {}

    /** The process's entry. */
    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("Usage: DurableSubscriber URL TOPIC,"
                    + " for example: DurableSubscriber tcp://127.0.0.1:61616 news");
            System.exit(2);
        }
        run(args[0], args[1], System.out);
    }

    static void run(String url, String topicName, PrintStream out) {
        // The subscription belongs to this client identifier; one connection at a time may have it.
        BatonConnectionFactory reader = new BatonConnectionFactory(url);
        reader.setClientID("durable-sample");
        try (JMSContext context = reader.createContext()) {
            Topic topic = context.createTopic(topicName);
            context.createDurableConsumer(topic, "readers").close();
            out.println("subscribed, and gone");
        }

        try (JMSContext publisher = new BatonConnectionFactory(url).createContext()) {
            Topic topic = publisher.createTopic(topicName);
            publisher.createProducer().send(topic, "first news").send(topic, "second news");
            out.println("published 2");
        }

        try (JMSContext context = reader.createContext()) {
            try (JMSConsumer consumer = context.createDurableConsumer(context.createTopic(topicName), "readers")) {
                String text = consumer.receiveBody(String.class, PATIENCE_MILLIS);
                while (text != null) {
                    out.println("received " + text);
                    text = consumer.receiveBody(String.class, PATIENCE_MILLIS);
                }
            }
            // Without this the broker would go on keeping news for us.
            context.unsubscribe("readers");
            out.println("unsubscribed");
        }
    }
}
