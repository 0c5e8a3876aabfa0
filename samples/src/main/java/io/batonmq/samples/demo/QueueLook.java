package io.batonmq.samples.demo;

import io.batonmq.samples.process.ProcessFailure;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Looks into queues without taking anything out. Stateless. */
final class QueueLook {

    private QueueLook() {}

    /** What is in the queues, one text for each message. */
    static List<String> everythingIn(String url, List<String> queues) {
        List<String> found = new ArrayList<>();
        try {
            InitialContext jndi = new InitialContext(JndiNames.properties(url, "unused"));
            ConnectionFactory factory = (ConnectionFactory) jndi.lookup(JndiNames.FACTORY);
            try (JMSContext context = factory.createContext()) {
                for (String name : queues) {
                    try (QueueBrowser browser = context.createBrowser((Queue) jndi.lookup("dynamicQueues/" + name))) {
                        Enumeration<?> messages = browser.getEnumeration();
                        while (messages.hasMoreElements()) {
                            Message message = (Message) messages.nextElement();
                            found.add(message.getStringProperty("uid") + " in " + name);
                        }
                    }
                }
            }
        } catch (NamingException | JMSException | JMSRuntimeException e) {
            throw new ProcessFailure("can't look into the queues: " + e.getMessage());
        }
        return found;
    }
}
