package io.batonmq.spring;

import jakarta.jms.ConnectionFactory;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.connection.SingleConnectionFactory;

/** What applications put around the provider's factory of connections. */
enum Wrapper {
    NONE {
        @Override
        ConnectionFactory around(ConnectionFactory factory, GenericApplicationContext context, String bean) {
            return factory;
        }
    },
    CACHING {
        @Override
        ConnectionFactory around(ConnectionFactory factory, GenericApplicationContext context, String bean) {
            CachingConnectionFactory caching = new CachingConnectionFactory(factory);
            caching.setSessionCacheSize(10);
            // A cached consumer that nobody receives on keeps the messages it has prefetched.
            caching.setCacheConsumers(false);
            context.registerBean(bean, CachingConnectionFactory.class, () -> caching);
            return caching;
        }
    },
    SINGLE {
        @Override
        ConnectionFactory around(ConnectionFactory factory, GenericApplicationContext context, String bean) {
            SingleConnectionFactory single = new SingleConnectionFactory(factory);
            single.setReconnectOnException(true);
            context.registerBean(bean, SingleConnectionFactory.class, () -> single);
            return single;
        }
    },
    POOLED {
        @Override
        ConnectionFactory around(ConnectionFactory factory, GenericApplicationContext context, String bean) {
            JmsPoolConnectionFactory pooled = new JmsPoolConnectionFactory();
            pooled.setConnectionFactory(factory);
            pooled.setMaxConnections(2);
            context.registerBean(
                    bean,
                    JmsPoolConnectionFactory.class,
                    () -> pooled,
                    definition -> definition.setDestroyMethodName("stop"));
            return pooled;
        }
    };

    /** Wraps, as a bean that ends with the context. */
    abstract ConnectionFactory around(ConnectionFactory factory, GenericApplicationContext context, String bean);
}
