package io.batonmq.samples.demo;

import java.util.Hashtable;
import javax.naming.Context;

/** The JNDI properties of the demo's clients; usually they are in a file {@code jndi.properties}. Stateless. */
final class JndiNames {

    /** Bound to the factory of connections. */
    static final String FACTORY = "ConnectionFactory";

    /** Bound to the demo's queue. */
    static final String QUEUE = "demo";

    private JndiNames() {}

    /** The properties for a failover URL and the queue's own name. */
    @SuppressWarnings("JdkObsolete") // JNDI wants a Hashtable.
    static Hashtable<String, String> properties(String url, String queue) {
        Hashtable<String, String> properties = new Hashtable<>();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        properties.put(Context.PROVIDER_URL, url);
        properties.put("queue." + QUEUE, queue);
        return properties;
    }
}
