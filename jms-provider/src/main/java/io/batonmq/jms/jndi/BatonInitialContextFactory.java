package io.batonmq.jms.jndi;

import io.batonmq.jms.BatonConnectionFactory;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * The JNDI context factory: set {@code java.naming.factory.initial} to this class's name. Stateless.
 *
 * <p>Properties, from {@code jndi.properties} or the environment given to {@code InitialContext}:
 *
 * <ul>
 *   <li>{@code connectionFactory.NAME=URL} (also {@code connectionfactory.}): a connection factory
 *   <li>{@code queue.NAME=queue at the broker}, {@code topic.NAME=topic at the broker}
 *   <li>{@code java.naming.provider.url=URL}: binds {@code ConnectionFactory}, {@code QueueConnectionFactory} and
 *       {@code TopicConnectionFactory}, or the names listed in {@code connectionFactoryNames=A,B}; if the URL is of a
 *       {@code file:}, the properties are read from there, and win over the others (as in Qpid JMS)
 *   <li>{@code connection.NAME.PROPERTY=value} (as in ActiveMQ) or {@code property.connectionfactory.NAME.PROPERTY=value}
 *       (as in Qpid JMS): a factory's property, of {@code userName}, {@code password}, {@code clientID},
 *       {@code deserializationAllow}, {@code deserializationDeny}, {@code strictPropertyNames}, or {@code brokerURL}
 *   <li>{@code userName}, {@code password}, {@code clientID}, {@code brokerURL}: the same for the ready-made factories;
 *       {@code default.connectionfactory.PROPERTY}: for all
 * </ul>
 *
 * Besides, {@code dynamicQueues/NAME} and {@code dynamicTopics/NAME} are any queue and topic. Names may have parts joined
 * by {@code /}. In values, {@code ${name}} and {@code ${name:-default}} stand for a system property, else an environment
 * variable, else a JNDI property. The context is read-only, kept in memory, and needs no broker.
 *
 * <p>So a {@code jndi.properties} written for ActiveMQ, Artemis or Qpid JMS needs this class's name, and, where it has
 * {@code amqp://} or {@code vm://}, another scheme. Properties that mean nothing here are left alone, as JNDI wants it;
 * options in URLs never are.
 *
 * <p>Errors: {@code ConfigurationException} for a property that can't be used, when the context is made, or, if its value
 * is wrong, when its name is looked up; {@code NameNotFoundException}, which lists what is bound.
 */
@SuppressWarnings("JdkObsolete") // JNDI's own signatures want a Hashtable.
public final class BatonInitialContextFactory implements InitialContextFactory {

    private final ConnectionFactoryMaker maker;

    /** For JNDI, which makes it by name. */
    public BatonInitialContextFactory() {
        this(BatonConnectionFactory::new);
    }

    BatonInitialContextFactory(ConnectionFactoryMaker maker) {
        this.maker = maker;
    }

    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        Hashtable<?, ?> properties = PropertyFile.include(environment == null ? new Hashtable<>() : environment);
        Substitution substitution = new Substitution(name -> variable(properties, name));
        return new BatonContext(new Bindings(properties, substitution, maker), properties, "");
    }

    private static @Nullable String variable(Hashtable<?, ?> properties, String name) {
        if (name.isEmpty()) {
            return null;
        }
        // As in Qpid JMS: what the process was started with wins over a file.
        String value = System.getProperty(name);
        if (value == null) {
            value = System.getenv(name);
        }
        return value == null && properties.get(name) instanceof String text ? text : value;
    }
}
