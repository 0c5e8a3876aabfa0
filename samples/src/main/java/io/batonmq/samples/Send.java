package io.batonmq.samples;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.PrintStream;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Sends persistent text messages to a queue. Arguments: URL of the brokers, name of the queue, number of messages. */
public final class Send {

    private Send() {}

    /** The process's entry. */
    public static void main(String[] args) throws NamingException, JMSException {
        if (args.length != 3) {
            System.err.println("Usage: Send URL QUEUE COUNT, for example: Send tcp://127.0.0.1:61616 greetings 10");
            System.exit(2);
        }
        run(args[0], args[1], Integer.parseInt(args[2]), System.out);
    }

    static void run(String url, String queueName, int count, PrintStream out) throws NamingException, JMSException {
        Properties names = new Properties();
        names.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        names.put("connectionFactory.brokers", url);
        names.put("queue.target", queueName);
        InitialContext jndi = new InitialContext(names);
        ConnectionFactory factory = (ConnectionFactory) jndi.lookup("brokers");
        Queue queue = (Queue) jndi.lookup("target");

        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(queue)) {
            for (int n = 1; n <= count; n++) {
                producer.send(session.createTextMessage("message " + n));
                // Persistent is the default: send returned, so the message is in the database.
                out.println("sent message " + n);
            }
        }
    }
}
