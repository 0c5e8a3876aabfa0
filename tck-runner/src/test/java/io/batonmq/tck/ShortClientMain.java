package io.batonmq.tck;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/** A process's main class: sends one message, receives it and ends; arguments: URL, user, password. */
final class ShortClientMain {
    private static final long SOON = 30_000;

    private ShortClientMain() {}

    public static void main(String[] args) throws JMSException {
        try (Connection connection = new BatonConnectionFactory(args[0]).createConnection(args[1], args[2])) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("short");
            MessageConsumer consumer = session.createConsumer(queue);
            connection.start();
            TextMessage message = session.createTextMessage("hello");
            message.setStringProperty("to", "myself");
            session.createProducer(queue).send(message);
            System.out.println(consumer.receive(SOON).getBody(String.class));
        }
    }
}
