package io.batonmq.samples.kill;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;

/** Looks at what queues still hold. Stateless. */
public final class LeftOver {

    private LeftOver() {}

    /** The uids of the messages in the queues. */
    public static List<String> in(String url, List<String> queues) throws Exception {
        Properties names = new Properties();
        names.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        names.put(Context.PROVIDER_URL, url);
        List<String> uids = new ArrayList<>();
        ConnectionFactory factory = (ConnectionFactory) new InitialContext(names).lookup("ConnectionFactory");
        try (JMSContext context = factory.createContext()) {
            for (String queue : queues) {
                try (QueueBrowser browser = context.createBrowser(context.createQueue(queue))) {
                    Enumeration<?> messages = browser.getEnumeration();
                    while (messages.hasMoreElements()) {
                        uids.add(((Message) messages.nextElement()).getStringProperty("uid"));
                    }
                }
            }
        }
        return uids;
    }
}
