package io.batonmq.tck;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The JNDI of the provider under test: the initial context's environment, and names that differ from the TCK's. Immutable.
 *
 * @param environment of the initial context; empty = what the JDK finds, {@code jndi.properties} above all
 * @param renamed JNDI name of an object, by the TCK's name
 * @param queues pattern of the names under which JNDI makes queues; empty = none
 * @param topics pattern of the names under which JNDI makes topics; empty = none
 */
record JndiNames(Map<String, String> environment, Map<String, String> renamed, String queues, String topics) {

    /** A property {@code tck.name.MY_QUEUE=jms/queue} says that the TCK's MY_QUEUE is bound as jms/queue. */
    static final String RENAMING = "tck.name.";

    /** A property {@code tck.queues=dynamicQueues/{unique}} says how a new queue is looked up. */
    static final String QUEUES = "tck.queues";

    /** As {@link #QUEUES}, of topics. */
    static final String TOPICS = "tck.topics";

    JndiNames {
        environment = Map.copyOf(environment);
        renamed = Map.copyOf(renamed);
    }

    /** Sorts properties into those of JNDI and those that rename. */
    static JndiNames of(Map<String, String> properties) {
        Map<String, String> environment = new TreeMap<>(properties);
        Map<String, String> renamed = new TreeMap<>();
        environment.remove(QUEUES);
        environment.remove(TOPICS);
        properties.forEach((key, value) -> {
            if (key.startsWith(RENAMING)) {
                renamed.put(key.substring(RENAMING.length()), value);
                environment.remove(key);
            }
        });
        return new JndiNames(
                environment, renamed, properties.getOrDefault(QUEUES, ""), properties.getOrDefault(TOPICS, ""));
    }

    static JndiNames read(Path file) throws IOException {
        return of(properties(file));
    }

    /** Reads a properties file. */
    static Map<String, String> properties(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        Map<String, String> result = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> result.put(name, properties.getProperty(name)));
        return result;
    }

    @SuppressWarnings("JdkObsolete") // JNDI wants a Hashtable.
    Context context() throws NamingException {
        return environment.isEmpty() ? new InitialContext() : new InitialContext(new Hashtable<>(environment));
    }

    /** The JNDI name of what the TCK knows by this name. */
    String nameOf(String name) {
        return renamed.getOrDefault(name, name);
    }

    /**
     * Finds what the TCK's tests ask for.
     *
     * @throws NamingException if it isn't there, or is of another type
     */
    <T> T find(String name, Class<T> type) throws NamingException {
        Context context = context();
        try {
            Object found = context.lookup(nameOf(name));
            if (!type.isInstance(found)) {
                throw new NamingException("JNDI name " + nameOf(name) + " is bound to "
                        + (found == null ? "nothing" : "a " + found.getClass().getName()) + ", needed is a "
                        + type.getName());
            }
            return type.cast(found);
        } finally {
            context.close();
        }
    }
}
