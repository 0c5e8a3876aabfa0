package io.batonmq.tck;

import java.util.HashMap;
import java.util.Map;
import javax.naming.Context;

/** The JNDI properties that lead to BatonMQ's own nodes. No thread of its own. */
final class BatonJndi {

    private BatonJndi() {}

    /**
     * All that tests look up.
     *
     * @param url of the node or nodes, without options
     * @param options of the connection factories, say {@code jms.connectTimeout=30000}; may be empty
     */
    static Map<String, String> of(String url, String options) {
        Map<String, String> jndi = new HashMap<>();
        jndi.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        jndi.put(Context.PROVIDER_URL, url);
        jndi.put(JndiNames.QUEUES, "dynamicQueues/spec-{unique}");
        jndi.put(JndiNames.TOPICS, "dynamicTopics/spec-{unique}");
        for (AdministeredObject each : AdministeredObject.all()) {
            if (AdministeredObject.QUEUES.contains(each.name())) {
                jndi.put("queue." + each.name(), each.name());
            } else if (AdministeredObject.TOPICS.contains(each.name())) {
                jndi.put("topic." + each.name(), each.name());
            } else {
                boolean durable = each.name().equals(AdministeredObject.DURABLE_FACTORY);
                String client = durable ? "jms.clientID=" + AdministeredObject.CLIENT_ID : "";
                String all = options + (options.isEmpty() || client.isEmpty() ? "" : "&") + client;
                jndi.put("connectionFactory." + each.name(), all.isEmpty() ? url : url + "?" + all);
            }
        }
        return jndi;
    }
}
