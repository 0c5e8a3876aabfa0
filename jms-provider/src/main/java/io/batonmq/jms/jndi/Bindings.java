package io.batonmq.jms.jndi;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.jms.BatonQueue;
import io.batonmq.jms.BatonTopic;
import jakarta.jms.JMSRuntimeException;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * What the properties of a naming environment bind: names and what to make of each. Objects are made when they are first
 * looked up, so that one wrong URL spoils only its own name. Safe for use by any thread.
 */
final class Bindings {

    static final String DYNAMIC_QUEUES = "dynamicQueues";
    static final String DYNAMIC_TOPICS = "dynamicTopics";

    private static final List<String> READY_MADE =
            List.of("ConnectionFactory", "QueueConnectionFactory", "TopicConnectionFactory");

    /** What a name stands for. */
    enum Kind {
        FACTORY,
        QUEUE,
        TOPIC
    }

    /**
     * One binding.
     *
     * @param kind what is bound
     * @param property the property it comes from, for messages
     * @param value the URL or the destination's name
     */
    record Entry(Kind kind, String property, String value) {}

    /** The names of {@code connectionFactoryNames}, or those that are always there. */
    private record ReadyMade(List<String> names, boolean asked) {
        static ReadyMade of(Hashtable<?, ?> environment) {
            return environment.get("connectionFactoryNames") instanceof String list
                    ? new ReadyMade(List.of(list.strip().split("\\s*,\\s*")), true)
                    : new ReadyMade(READY_MADE, false);
        }
    }

    private final NavigableMap<String, Entry> entries = new TreeMap<>();
    private final Map<String, Object> made = new ConcurrentHashMap<>();
    private final ConnectionFactoryMaker maker;
    private final FactorySettings settings;
    private final ReadyMade readyMade;

    /**
     * Reads the environment.
     *
     * @param environment JNDI properties
     * @param substitution replaces variables in their values
     * @param maker makes connection factories
     */
    Bindings(Hashtable<?, ?> environment, Substitution substitution, ConnectionFactoryMaker maker)
            throws NamingException {
        this.maker = maker;
        this.settings = new FactorySettings(environment, substitution);
        this.readyMade = ReadyMade.of(environment);
        for (Map.Entry<?, ?> pair : environment.entrySet()) {
            if (pair.getKey() instanceof String property && pair.getValue() instanceof String value) {
                Entry entry = entry(property, value, substitution);
                if (entry != null) {
                    bind(property.substring(property.indexOf('.') + 1), entry);
                }
            }
        }
        bindReadyMade(environment, substitution);
        bindThoseWithAnUrl();
    }

    private static @Nullable Entry entry(String property, String value, Substitution substitution)
            throws NamingException {
        int dot = property.indexOf('.');
        String prefix = dot < 0 ? "" : property.substring(0, dot);
        Kind kind = switch (prefix) {
            case "connectionFactory", "connectionfactory" -> Kind.FACTORY;
            case "queue" -> Kind.QUEUE;
            case "topic" -> Kind.TOPIC;
            default -> null;
        };
        return kind == null
                ? null
                : new Entry(kind, property, substitution.apply(property, value).strip());
    }

    private void bindReadyMade(Hashtable<?, ?> environment, Substitution substitution) throws NamingException {
        Entry general = null;
        if (environment.get(Context.PROVIDER_URL) instanceof String url && !url.isBlank()) {
            String property = Context.PROVIDER_URL;
            general = new Entry(
                    Kind.FACTORY, property, substitution.apply(property, url).strip());
        } else if (readyMade.asked()) {
            general = new Entry(Kind.FACTORY, "connectionFactoryNames", BatonConnectionFactory.DEFAULT_URL);
        }
        for (String name : readyMade.names()) {
            FactorySettings.Setting own = settings.url(name, true);
            Entry entry = own == null ? general : new Entry(Kind.FACTORY, own.property(), own.value());
            if (entry != null && !entries.containsKey(name)) {
                bind(name, entry);
            }
        }
    }

    /** Factories that are described by properties of their own only; whoever describes one that isn't there is told. */
    private void bindThoseWithAnUrl() throws NamingException {
        for (Map.Entry<String, String> named : settings.named().entrySet()) {
            String name = named.getKey();
            FactorySettings.Setting url = settings.url(name, readyMade.names().contains(name));
            Entry bound = entries.get(name);
            if (bound == null && url != null) {
                bind(name, new Entry(Kind.FACTORY, url.property(), url.value()));
            } else if (bound == null || bound.kind() != Kind.FACTORY) {
                throw new ConfigurationException("property " + named.getValue() + " is about a connection factory \""
                        + name + "\", which has no URL: add connectionFactory." + name + "=URL, or remove it");
            }
        }
    }

    private void bind(String text, Entry entry) throws NamingException {
        Name name = new CompositeName(text);
        if (name.isEmpty() || name.toString().isBlank()) {
            throw new ConfigurationException("property " + entry.property() + " has no name behind its first dot");
        }
        String key = name.toString();
        String first = name.get(0);
        if (first.equals(DYNAMIC_QUEUES) || first.equals(DYNAMIC_TOPICS)) {
            throw new ConfigurationException("property " + entry.property() + ": names below " + first
                    + " are made on look-up; use another name");
        }
        Entry other = entries.put(key, entry);
        if (other != null) {
            throw clash(entry, other, "both bind \"" + key + "\"");
        }
        for (Map.Entry<String, Entry> near : entries.entrySet()) {
            String shorter = near.getKey().length() < key.length() ? near.getKey() : key;
            String longer = shorter.equals(key) ? near.getKey() : key;
            if (longer.startsWith(shorter + "/")) {
                throw clash(
                        entry,
                        near.getValue(),
                        "\"" + shorter + "\" can't be an object and contain \"" + longer + "\"");
            }
        }
    }

    private static NamingException clash(Entry a, Entry b, String why) {
        List<String> properties = Stream.of(a.property(), b.property()).sorted().toList();
        return new ConfigurationException("properties " + properties.get(0) + " and " + properties.get(1) + ": " + why);
    }

    /** Returns the bound names, sorted. */
    NavigableMap<String, Entry> entries() {
        return entries;
    }

    /** Returns the object bound to that name, always the same, or null. */
    @Nullable
    Object get(String name) throws NamingException {
        Object known = made.get(name);
        Entry entry = entries.get(name);
        if (known != null || entry == null) {
            return known;
        }
        Object fresh = switch (entry.kind()) {
            case FACTORY -> factory(name, entry);
            case QUEUE -> queue("property " + entry.property(), entry.value());
            case TOPIC -> topic("property " + entry.property(), entry.value());
        };
        Object earlier = made.putIfAbsent(name, fresh);
        return earlier != null ? earlier : fresh;
    }

    private Object factory(String name, Entry entry) throws NamingException {
        Object factory = factory(maker, "property " + entry.property(), entry.value());
        settings.apply(factory, name, readyMade.names().contains(name));
        return factory;
    }

    static Object factory(ConnectionFactoryMaker maker, String where, String url) throws NamingException {
        try {
            return maker.make(url);
        } catch (IllegalArgumentException | JMSRuntimeException e) {
            throw failed(where, e);
        }
    }

    static BatonQueue queue(String where, String name) throws NamingException {
        try {
            return new BatonQueue(name);
        } catch (JMSRuntimeException e) {
            throw failed(where, e);
        }
    }

    static BatonTopic topic(String where, String name) throws NamingException {
        try {
            return new BatonTopic(name);
        } catch (JMSRuntimeException e) {
            throw failed(where, e);
        }
    }

    private static NamingException failed(String where, RuntimeException cause) {
        NamingException failure = where.startsWith("name")
                ? new InvalidNameException(where + ": " + cause.getMessage())
                : new ConfigurationException(where + ": " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
