package io.batonmq.jms.jndi;

import io.batonmq.jms.BatonConnectionFactory;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.naming.ConfigurationException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * What a naming environment says of connection factories besides {@code connectionFactory.NAME=URL}, written as in
 * ActiveMQ ({@code connection.NAME.userName}, {@code userName}) or Qpid JMS ({@code property.connectionfactory.NAME.username},
 * {@code default.connectionfactory.username}). Immutable, safe for use by any thread.
 */
@SuppressWarnings("JdkObsolete") // JNDI's own signatures want a Hashtable.
final class FactorySettings {

    private static final String OF_ACTIVEMQ = "connection.";
    private static final String OF_QPID = "property.connectionfactory.";
    private static final String DEFAULT_OF_QPID = "default.connectionfactory.";
    private static final String URL = "url";

    /** The properties that a factory has besides its URL. */
    private static final Set<String> PROPERTIES = Set.of(
            "userName", "password", "clientID", "deserializationAllow", "deserializationDeny", "strictPropertyNames");

    /** Other systems' names for ours. */
    private static final Map<String, String> ALIASES =
            Map.of("brokerURL", URL, "remoteURI", URL, "username", "userName", "clientId", "clientID");

    /**
     * One property.
     *
     * @param property where it stands, for messages
     * @param value its value
     */
    record Setting(String property, String value) {}

    private final Map<String, Setting> forAll = new HashMap<>();
    private final Map<String, Setting> forReadyMade = new HashMap<>();
    private final Map<String, Map<String, Setting>> byFactory = new TreeMap<>();

    FactorySettings(Hashtable<?, ?> environment, Substitution substitution) throws NamingException {
        for (Map.Entry<?, ?> pair : environment.entrySet()) {
            if (pair.getKey() instanceof String property && pair.getValue() instanceof String value) {
                read(property, value, substitution);
            }
        }
    }

    private void read(String property, String value, Substitution substitution) throws NamingException {
        String lower = property.toLowerCase(Locale.ROOT);
        if (lower.startsWith(DEFAULT_OF_QPID)) {
            put(forAll, property, property.substring(DEFAULT_OF_QPID.length()), value, substitution);
        } else if (lower.startsWith(OF_QPID)) {
            ofOne(property, property.substring(OF_QPID.length()), value, substitution);
        } else if (property.startsWith(OF_ACTIVEMQ)) {
            ofOne(property, property.substring(OF_ACTIVEMQ.length()), value, substitution);
        } else if (property.equals("brokerURL")
                || property.equals("userName")
                || property.equals("password")
                || property.equals("clientID")) {
            put(forReadyMade, property, property, value, substitution);
        }
    }

    private void ofOne(String property, String rest, String value, Substitution substitution) throws NamingException {
        int dot = rest.lastIndexOf('.');
        if (dot <= 0) {
            throw new ConfigurationException(
                    "property " + property + " names no factory: write " + property + ".userName=…, for example");
        }
        put(
                byFactory.computeIfAbsent(rest.substring(0, dot), name -> new HashMap<>()),
                property,
                rest.substring(dot + 1),
                value,
                substitution);
    }

    private static void put(
            Map<String, Setting> settings, String property, String name, String value, Substitution substitution)
            throws NamingException {
        String known = ALIASES.getOrDefault(name, name);
        if (!known.equals(URL) && !PROPERTIES.contains(known)) {
            throw new ConfigurationException("property " + property + ": a connection factory's properties are "
                    + String.join(", ", new TreeSet<>(PROPERTIES)) + ", not " + name
                    + "; everything else is an option of its URL");
        }
        settings.put(
                known, new Setting(property, substitution.apply(property, value).strip()));
    }

    /** The factories that have settings of their own, by name, and the property of one of them. */
    Map<String, String> named() {
        Map<String, String> named = new TreeMap<>();
        for (Map.Entry<String, Map<String, Setting>> own : byFactory.entrySet()) {
            named.put(own.getKey(), own.getValue().values().iterator().next().property());
        }
        return named;
    }

    /** The URL that a factory has by {@code connection.NAME.brokerURL}, or that all ready-made ones have by {@code brokerURL}. */
    @Nullable
    Setting url(String name, boolean readyMade) {
        return of(name, readyMade).get(URL);
    }

    /** A factory's settings: its own win over those of its kind, and they over those of all. */
    private Map<String, Setting> of(String name, boolean readyMade) {
        Map<String, Setting> all = new HashMap<>(forAll);
        if (readyMade) {
            all.putAll(forReadyMade);
        }
        all.putAll(byFactory.getOrDefault(name, Map.of()));
        return all;
    }

    /** Sets up a factory that was just made from its URL. */
    void apply(Object made, String name, boolean readyMade) {
        if (made instanceof BatonConnectionFactory factory) {
            for (Map.Entry<String, Setting> each : of(name, readyMade).entrySet()) {
                set(factory, each.getKey(), each.getValue().value());
            }
        }
    }

    /** Sets a property of a factory by our name or another system's; others' own are left alone. */
    static void set(BatonConnectionFactory factory, String property, String value) {
        switch (ALIASES.getOrDefault(property, property)) {
            case "userName" -> factory.setUserName(value);
            case "password" -> factory.setPassword(value);
            case "clientID" -> factory.setClientID(value);
            case "deserializationAllow" -> factory.setDeserializationAllow(value);
            case "deserializationDeny" -> factory.setDeserializationDeny(value);
            case "strictPropertyNames" -> factory.setStrictPropertyNames(Boolean.parseBoolean(value));
            default -> {}
        }
    }
}
