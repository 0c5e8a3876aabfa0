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
 *       {@code TopicConnectionFactory}, or the names listed in {@code connectionFactoryNames=A,B}
 * </ul>
 *
 * Besides, {@code dynamicQueues/NAME} and {@code dynamicTopics/NAME} are any queue and topic. Names may have parts joined
 * by {@code /}. In values, {@code ${name}} and {@code ${name:-default}} stand for a JNDI property, else a system property,
 * else an environment variable. The context is read-only, kept in memory, and needs no broker.
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
        Hashtable<?, ?> properties = environment == null ? new Hashtable<>() : environment;
        Substitution substitution = new Substitution(name -> variable(properties, name));
        return new BatonContext(new Bindings(properties, substitution, maker), properties, "");
    }

    private static @Nullable String variable(Hashtable<?, ?> properties, String name) {
        if (name.isEmpty()) {
            return null;
        }
        if (properties.get(name) instanceof String value) {
            return value;
        }
        String property = System.getProperty(name);
        return property != null ? property : System.getenv(name);
    }
}
