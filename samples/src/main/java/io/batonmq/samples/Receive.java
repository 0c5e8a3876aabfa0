package io.batonmq.samples;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.PrintStream;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Receives from a queue until nothing has come for two seconds. Arguments: URL of the brokers, name of the queue. */
public final class Receive {

    private static final long PATIENCE_MILLIS = 2_000;

    private Receive() {}

    /** The process's entry. */
    public static void main(String[] args) throws NamingException, JMSException {
        if (args.length != 2) {
            System.err.println("Usage: Receive URL QUEUE, for example: Receive tcp://127.0.0.1:61616 greetings");
            System.exit(2);
        }
        run(args[0], args[1], System.out);
    }

    static void run(String url, String queueName, PrintStream out) throws NamingException, JMSException {
        Properties names = new Properties();
        names.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        names.put("connectionFactory.brokers", url);
        names.put("queue.source", queueName);
        InitialContext jndi = new InitialContext(names);
        ConnectionFactory factory = (ConnectionFactory) jndi.lookup("brokers");
        Queue queue = (Queue) jndi.lookup("source");

        int count = 0;
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            connection.start();
            Message message = consumer.receive(PATIENCE_MILLIS);
            while (message != null) {
                count++;
                out.println("received " + message.getBody(String.class));
                message = consumer.receive(PATIENCE_MILLIS);
            }
        }
        out.println(count + " received");
    }
}
