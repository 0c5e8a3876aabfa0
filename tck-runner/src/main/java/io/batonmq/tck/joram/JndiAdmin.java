package io.batonmq.tck.joram;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;
import org.objectweb.jtests.jms.admin.Admin;

/**
 * How the suite administers its provider: it creates nothing, but finds what JNDI already knows under other names. The
 * suite makes one for each test, by reflection. One thread.
 */
public final class JndiAdmin implements Admin {
    /** An empty queue says so at once; a message on its way from an earlier test is waited for. */
    private static final long EMPTY_AFTER_MILLIS = 200;

    private static final AtomicReference<@Nullable JndiProvider> PROVIDER = new AtomicReference<>();
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final JndiProvider provider;
    private final Map<String, String> names = new HashMap<>();
    private int queuesMade;
    private int topicsMade;

    /** Administers the provider under test. */
    public JndiAdmin() {
        JndiProvider current = PROVIDER.get();
        if (current == null) {
            throw new IllegalStateException("JoramSuite.use says which provider is under test");
        }
        provider = current;
    }

    /** Says which provider is under test; null = none any more. */
    static void use(@Nullable JndiProvider underTest) {
        PROVIDER.set(underTest);
    }

    @Override
    public String getName() {
        return provider.environment().getOrDefault(Context.INITIAL_CONTEXT_FACTORY, "JNDI");
    }

    @Override
    @SuppressWarnings("JdkObsolete") // JNDI wants a Hashtable.
    public Context createContext() throws NamingException {
        return new RenamingContext(new Hashtable<>(provider.environment()), names);
    }

    /** Knows the suite's names as well as the provider's. */
    private static final class RenamingContext extends InitialContext {
        private final Map<String, String> renamed;

        RenamingContext(Hashtable<String, String> environment, Map<String, String> renamed) throws NamingException {
            super(environment);
            this.renamed = renamed;
        }

        @Override
        public Object lookup(String name) throws NamingException {
            return super.lookup(renamed.getOrDefault(name, name));
        }
    }

    @Override
    public void createConnectionFactory(String name) {
        names.put(name, provider.connectionFactory());
    }

    @Override
    public void createQueueConnectionFactory(String name) {
        names.put(name, provider.queueConnectionFactory());
    }

    @Override
    public void createTopicConnectionFactory(String name) {
        names.put(name, provider.topicConnectionFactory());
    }

    @Override
    public void createQueue(String name) {
        String pattern = next(provider.queues(), queuesMade++);
        names.put(name, fill(pattern, name));
        if (!pattern.contains(JndiProvider.UNIQUE)) {
            empty(name);
        }
    }

    @Override
    public void createTopic(String name) {
        names.put(name, fill(next(provider.topics(), topicsMade++), name));
    }

    private static String next(List<String> patterns, int number) {
        return patterns.get(Math.min(number, patterns.size() - 1));
    }

    private static String fill(String pattern, String name) {
        return pattern.replace(JndiProvider.NAME, name)
                .replace(JndiProvider.UNIQUE, String.valueOf(NUMBERS.incrementAndGet()));
    }

    private void empty(String name) {
        try {
            Context context = createContext();
            Queue queue = (Queue) context.lookup(name);
            ConnectionFactory factory = (ConnectionFactory) context.lookup(provider.connectionFactory());
            try (Connection connection = factory.createConnection()) {
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue);
                connection.start();
                while (consumer.receive(EMPTY_AFTER_MILLIS) != null) {
                    // An earlier test left it.
                }
            }
            context.close();
        } catch (NamingException | JMSException e) {
            throw new IllegalStateException("queue " + name + " can't be emptied", e);
        }
    }

    // What was never created needs no deletion, and the provider runs already.

    @Override
    public void deleteQueue(String name) {
        names.remove(name);
    }

    @Override
    public void deleteTopic(String name) {
        names.remove(name);
    }

    @Override
    public void deleteConnectionFactory(String name) {
        names.remove(name);
    }

    @Override
    public void deleteQueueConnectionFactory(String name) {
        names.remove(name);
    }

    @Override
    public void deleteTopicConnectionFactory(String name) {
        names.remove(name);
    }

    @Override
    public void startServer() {}

    @Override
    public void stopServer() {}

    @Override
    public void start() {}

    @Override
    public void stop() {}
}
