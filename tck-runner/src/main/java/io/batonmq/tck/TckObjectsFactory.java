package io.batonmq.tck;

import com.sun.ts.lib.porting.TSJMSObjectsInterface;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnectionFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Gives the TCK's tests their connection factories and destinations, from the provider's JNDI. The TCK makes one by
 * reflection, from its property {@code porting.ts.jmsObjects.class.1}. System property {@value #JNDI_FILE} names the file of
 * JNDI properties; without it {@code jndi.properties} is what counts. Safe for use by any thread.
 */
public final class TckObjectsFactory implements TSJMSObjectsInterface {

    /** System property: the file of JNDI properties. */
    public static final String JNDI_FILE = "batonmq.tck.jndi";

    private final JndiNames names;

    /**
     * Reads the file of JNDI properties.
     *
     * @throws IOException if it can't be read
     */
    public TckObjectsFactory() throws IOException {
        this(jndi());
    }

    TckObjectsFactory(JndiNames names) {
        this.names = names;
    }

    /** What this process was told of JNDI. */
    static JndiNames jndi() throws IOException {
        String file = System.getProperty(JNDI_FILE);
        return file == null ? JndiNames.of(Map.of()) : JndiNames.read(Path.of(file));
    }

    @Override
    public Queue getQueue(String name) throws Exception {
        return names.find(name, Queue.class);
    }

    @Override
    public Topic getTopic(String name) throws Exception {
        return names.find(name, Topic.class);
    }

    @Override
    public TopicConnectionFactory getTopicConnectionFactory(String name) throws Exception {
        return names.find(name, TopicConnectionFactory.class);
    }

    @Override
    public QueueConnectionFactory getQueueConnectionFactory(String name) throws Exception {
        return names.find(name, QueueConnectionFactory.class);
    }

    @Override
    public ConnectionFactory getConnectionFactory(String name) throws Exception {
        return names.find(name, ConnectionFactory.class);
    }
}
