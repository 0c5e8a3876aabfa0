package io.batonmq.jms.jndi;

import io.batonmq.jms.BatonConnectionFactory;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Set;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes connection factories and destinations from JNDI references, as containers such as Tomcat keep them. Stateless.
 *
 * <p>A reference to a connection factory has the address {@code url} (or ActiveMQ's {@code brokerURL}) and, if set, the
 * factory's other properties, each under its name: {@code userName}, {@code password}, {@code clientID},
 * {@code deserializationAllow}, {@code deserializationDeny}, {@code strictPropertyNames}. One to a destination has
 * {@code physicalName} (or {@code name}, where the container does not keep that for itself). Its class is one of ours or
 * the JMS interface. In Tomcat's {@code context.xml}, with the {@code -all} jar in Tomcat's {@code lib}:
 *
 * <pre>{@code
 * <Resource name="jms/brokers" type="jakarta.jms.ConnectionFactory"
 *           factory="io.batonmq.jms.jndi.BatonObjectFactory" url="failover:(tcp://a:61616,tcp://b:61616)"/>
 * <Resource name="jms/orders" type="jakarta.jms.Queue"
 *           factory="io.batonmq.jms.jndi.BatonObjectFactory" physicalName="orders"/>
 * }</pre>
 */
public final class BatonObjectFactory implements ObjectFactory {

    private static final Set<String> FACTORIES = Set.of(
            "io.batonmq.jms.BatonConnectionFactory",
            "jakarta.jms.ConnectionFactory",
            "jakarta.jms.QueueConnectionFactory",
            "jakarta.jms.TopicConnectionFactory");
    private static final Set<String> QUEUES = Set.of("io.batonmq.jms.BatonQueue", "jakarta.jms.Queue");
    private static final Set<String> TOPICS = Set.of("io.batonmq.jms.BatonTopic", "jakarta.jms.Topic");

    private final ConnectionFactoryMaker maker;

    /** For JNDI and containers, which make it by name. */
    public BatonObjectFactory() {
        this(BatonConnectionFactory::new);
    }

    BatonObjectFactory(ConnectionFactoryMaker maker) {
        this.maker = maker;
    }

    /** Returns the object, or null if the reference is none of ours. */
    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment)
            throws NamingException {
        if (!(object instanceof Reference reference)) {
            return null;
        }
        String type = reference.getClassName();
        if (FACTORIES.contains(type)) {
            Object made = Bindings.factory(maker, "reference to " + type, address(reference, "url", "brokerURL"));
            if (made instanceof BatonConnectionFactory factory) {
                setUp(factory, reference);
            }
            return made;
        }
        if (QUEUES.contains(type)) {
            return Bindings.queue("reference to " + type, address(reference, "physicalName", "name"));
        }
        if (TOPICS.contains(type)) {
            return Bindings.topic("reference to " + type, address(reference, "physicalName", "name"));
        }
        return null;
    }

    /** What {@link BatonConnectionFactory#getReference} wrote besides the URL; a container's own addresses are left alone. */
    private static void setUp(BatonConnectionFactory factory, Reference reference) {
        for (RefAddr address : Collections.list(reference.getAll())) {
            if (address.getContent() instanceof String text) {
                FactorySettings.set(factory, address.getType(), text);
            }
        }
    }

    private static String address(Reference reference, String wanted, String otherwise) throws NamingException {
        for (String kind : new String[] {wanted, otherwise}) {
            RefAddr address = reference.get(kind);
            if (address != null && address.getContent() instanceof String text) {
                return text.strip();
            }
        }
        throw new ConfigurationException("the reference to " + reference.getClassName() + " has neither \"" + wanted
                + "\" nor \"" + otherwise + "\"");
    }
}
