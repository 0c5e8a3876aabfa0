package io.batonmq.tck;

import com.sun.ts.lib.porting.TSJMSAdminException;
import com.sun.ts.lib.porting.TSJMSAdminInterface;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnectionFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.UnaryOperator;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * How the older TCK bundle administers its provider (its property {@code porting.ts.jms.class.1}). It creates nothing:
 * JNDI binds all objects beforehand, and to create one means to see that it is there and of the right type. One thread.
 */
public final class TckAdminFactory implements TSJMSAdminInterface {
    private final JndiNames names;
    private @Nullable PrintWriter log;

    /**
     * Reads the file of JNDI properties, as {@link TckObjectsFactory} does.
     *
     * @throws IOException if it can't be read
     */
    public TckAdminFactory() throws IOException {
        this(TckObjectsFactory.jndi());
    }

    TckAdminFactory(JndiNames names) {
        this.names = names;
    }

    @Override
    public void init(PrintWriter writer) {
        log = writer;
    }

    @Override
    public void createQueues(String[] queues) throws TSJMSAdminException {
        find(queues, Queue.class, UnaryOperator.identity());
    }

    @Override
    public void createTopics(String[] topics) throws TSJMSAdminException {
        find(topics, Topic.class, UnaryOperator.identity());
    }

    @Override
    public void createQueueConnectionFactories(String[] factories, String[] properties) throws TSJMSAdminException {
        find(factories, QueueConnectionFactory.class, TckAdminFactory::simple);
    }

    @Override
    public void createTopicConnectionFactories(String[] factories, String[] properties) throws TSJMSAdminException {
        find(factories, TopicConnectionFactory.class, TckAdminFactory::simple);
    }

    @Override
    public void createConnectionFactories(String[] factories, String[] properties) throws TSJMSAdminException {
        find(factories, ConnectionFactory.class, TckAdminFactory::simple);
    }

    // What was bound beforehand stays bound.

    @Override
    public void removeQueues(String[] queues) {}

    @Override
    public void removeTopics(String[] topics) {}

    @Override
    public void removeJmsConnectionFactories(String[] factories) {}

    /** The bundle calls factories {@code jms/NAME} where its tests look for NAME. */
    private static String simple(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private void find(String[] wanted, Class<?> type, UnaryOperator<String> testsName) throws TSJMSAdminException {
        for (String each : wanted) {
            String name = testsName.apply(each);
            try {
                names.find(name, type);
            } catch (NamingException e) {
                throw new TSJMSAdminException(
                        "administered object " + name + " is missing: " + ProviderCheck.text(e), e);
            }
            if (log != null) {
                log.println("found " + type.getSimpleName() + " " + name);
            }
        }
    }
}
