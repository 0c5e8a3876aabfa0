package io.batonmq.jms.jndi;

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
 * <p>A reference to a connection factory has the address {@code url} (or ActiveMQ's {@code brokerURL}), one to a
 * destination {@code name} (or ActiveMQ's {@code physicalName}, where the container keeps {@code name} for itself). Its
 * class is one of ours or the JMS interface.
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
            return Bindings.factory(maker, "reference to " + type, address(reference, "url", "brokerURL"));
        }
        if (QUEUES.contains(type)) {
            return Bindings.queue("reference to " + type, address(reference, "physicalName", "name"));
        }
        if (TOPICS.contains(type)) {
            return Bindings.topic("reference to " + type, address(reference, "physicalName", "name"));
        }
        return null;
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
