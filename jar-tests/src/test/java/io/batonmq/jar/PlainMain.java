package io.batonmq.jar;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** An application: finds everything by JNDI, sends, receives. A process's main class; argument: URL. */
final class PlainMain {
    private static final long SOON = 30_000;

    private PlainMain() {}

    public static void main(String[] args) throws NamingException, JMSException {
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        properties.put(Context.PROVIDER_URL, args[0]);
        InitialContext jndi = new InitialContext(properties);
        ConnectionFactory factory = (ConnectionFactory) jndi.lookup("ConnectionFactory");
        Queue queue = (Queue) jndi.lookup("dynamicQueues/plain");
        try (Connection connection = factory.createConnection()) {
            ConnectionMetaData about = connection.getMetaData();
            System.out.println(
                    about.getJMSProviderName() + " " + about.getProviderVersion() + ", JMS " + about.getJMSVersion());
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(queue);
            producer.send(session.createTextMessage("one"));
            producer.send(session.createTextMessage("two"));
            session.commit();
            MessageConsumer consumer = session.createConsumer(queue);
            connection.start();
            for (int i = 0; i < 2; i++) {
                System.out.println("received " + consumer.receive(SOON).getBody(String.class));
            }
            session.commit();
            System.out.println(consumer.receiveNoWait() == null ? "nothing more" : "more");
        }
        try {
            System.out.println(Class.forName("io.netty.channel.Channel"));
        } catch (ClassNotFoundException e) {
            System.out.println("no other Netty");
        }
    }
}
