package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** What one test uses of the provider: it is closed with all that was made through it. One thread. */
final class Fixture implements AutoCloseable {
    /** An empty queue says so at once; a message on its way from an earlier test is waited for. */
    private static final long EMPTY_AFTER_MILLIS = 200;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private static final String UNIQUE = "{unique}";

    private final SpecProvider provider;
    private final InstantSource clock;
    private final String run;
    private final LongSupplier nanos;
    private final Iterator<String> queues =
            List.of("MY_QUEUE", "MY_QUEUE2", "Q2", "testQ0", "testQ1", "testQ2").iterator();
    private final Iterator<String> topics =
            List.of("MY_TOPIC", "MY_TOPIC2", "testT0", "testT1", "testT2").iterator();
    private final Deque<AutoCloseable> made = new ArrayDeque<>();

    /**
     * Makes it.
     *
     * @param clock whose time the provider's client has, too
     * @param run a text that no other run uses
     * @param nanos a monotonic clock
     */
    Fixture(SpecProvider provider, InstantSource clock, String run, LongSupplier nanos) {
        this.provider = provider;
        this.clock = clock;
        this.run = run;
        this.nanos = nanos;
    }

    long millis() {
        return clock.millis();
    }

    long nanos() {
        return nanos.getAsLong();
    }

    /** A text that was never used before. */
    String unique() {
        return run + "-" + NUMBERS.incrementAndGet();
    }

    /** Does this after the test, before what was done earlier is undone. */
    <T extends AutoCloseable> T afterwards(T closing) {
        made.push(closing);
        return closing;
    }

    @SuppressWarnings("JdkObsolete") // JNDI wants a Hashtable.
    private Context context() throws NamingException {
        return provider.environment().isEmpty()
                ? new InitialContext()
                : new InitialContext(new Hashtable<>(provider.environment()));
    }

    /** Looks up what the tests know under this name. */
    <T> T find(String name, Class<T> type) throws NamingException {
        Context context = context();
        try {
            return type.cast(context.lookup(provider.names().getOrDefault(name, name)));
        } finally {
            context.close();
        }
    }

    ConnectionFactory factory() throws NamingException {
        return find("MyConnectionFactory", ConnectionFactory.class);
    }

    Connection connection() throws NamingException, JMSException {
        return afterwards(factory().createConnection());
    }

    JMSContext context(int mode) throws NamingException {
        return afterwards(factory().createContext(mode));
    }

    Queue queue() throws NamingException, JMSException {
        if (!provider.queues().isEmpty()) {
            return find(provider.queues().replace(UNIQUE, unique()), Queue.class);
        }
        Queue queue = find(queues.next(), Queue.class);
        try (Connection connection = factory().createConnection()) {
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(queue);
            connection.start();
            while (consumer.receive(EMPTY_AFTER_MILLIS) != null) {
                // An earlier test left it.
            }
        }
        return queue;
    }

    Topic topic() throws NamingException {
        return find(
                provider.topics().isEmpty() ? topics.next() : provider.topics().replace(UNIQUE, unique()), Topic.class);
    }

    @Override
    public void close() throws Exception {
        Exception first = null;
        while (!made.isEmpty()) {
            try {
                made.pop().close();
            } catch (Exception e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
