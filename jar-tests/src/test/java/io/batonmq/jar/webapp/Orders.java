package io.batonmq.jar.webapp;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is posted to one queue; a listener, there as long as the application, passes it on to another, where it is got
 * from. Everything comes from the container's {@code java:comp/env}.
 */
public final class Orders extends HttpServlet implements ServletContextListener {
    private static final long serialVersionUID = 1L;
    private static final long SOON = 30_000;
    /** What threads inherit that are started meanwhile: with it the application's class, and so all of the application. */
    private static final InheritableThreadLocal<@Nullable Orders> CURRENT = new InheritableThreadLocal<>();

    private transient @Nullable Connection connection;

    private static Object resource(String name) {
        try {
            return new InitialContext().lookup("java:comp/env/jms/" + name);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JMSContext context() {
        return ((ConnectionFactory) resource("brokers")).createContext();
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        CURRENT.set(this);
        try {
            Connection opened = ((ConnectionFactory) resource("brokers")).createConnection();
            connection = opened;
            Session session = opened.createSession(Session.SESSION_TRANSACTED);
            session.createConsumer((Queue) resource("orders")).setMessageListener(message -> {
                try {
                    String text = message.getBody(String.class) + ", seen in "
                            + getClass().getClassLoader();
                    // The thread that calls listeners knows the application's names, whoever started it.
                    Queue answers = (Queue) resource("answers");
                    session.createProducer(answers).send(session.createTextMessage(text));
                    session.commit();
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            });
            opened.start();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Connection opened = connection;
        if (opened != null) {
            try {
                opened.close();
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (JMSContext context = context()) {
            String text = request.getReader().readLine();
            context.createProducer().send((Queue) resource("orders"), text);
            response.getWriter().println("sent " + text);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (JMSContext context = context();
                JMSConsumer consumer = context.createConsumer((Queue) resource("answers"))) {
            response.getWriter().println(consumer.receiveBody(String.class, SOON));
        }
    }
}
