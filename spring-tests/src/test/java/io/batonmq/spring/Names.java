package io.batonmq.spring;

import jakarta.jms.ConnectionFactory;
import java.util.Map;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.NamingException;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.support.destination.DestinationResolver;
import org.springframework.jms.support.destination.JndiDestinationResolver;
import org.springframework.jndi.JndiTemplate;

/** Factories and queues, found by JNDI as Spring does it. For any thread. */
final class Names {

    private final JndiTemplate jndi;

    /** With these factories: the URL of each name. */
    Names(Map<String, String> factories) {
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        factories.forEach((name, url) -> properties.put("connectionFactory." + name, url));
        jndi = new JndiTemplate(properties);
    }

    ConnectionFactory factory(String name) throws NamingException {
        return jndi.lookup(name, ConnectionFactory.class);
    }

    /** What {@link #resolver} knows a queue by. */
    static String queue(String name) {
        return "dynamicQueues/" + name;
    }

    JmsTemplate template(ConnectionFactory factory) {
        JmsTemplate template = new JmsTemplate(factory);
        template.setDestinationResolver(resolver());
        return template;
    }

    DestinationResolver resolver() {
        JndiDestinationResolver resolver = new JndiDestinationResolver();
        resolver.setJndiTemplate(jndi);
        return resolver;
    }
}
