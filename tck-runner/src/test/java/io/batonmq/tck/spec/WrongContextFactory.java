package io.batonmq.tck.spec;

import io.batonmq.jms.jndi.BatonInitialContextFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/** JNDI whose connection factories are those of the wrong provider in force. Safe for use by any thread. */
public final class WrongContextFactory implements InitialContextFactory {
    private static final String WITH_CLIENT_ID = "connectionFactory.DURABLE_SUB_CONNECTION_FACTORY";

    private static final AtomicLong NUMBERS = new AtomicLong();

    @Override
    @SuppressWarnings("JdkObsolete") // JNDI wants a Hashtable.
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
        WrongProxies proxies = WrongProxies.inForce();
        Hashtable<Object, Object> own = new Hashtable<>(environment);
        // Several tests run at once, and a client identifier is in use once.
        own.computeIfPresent(WITH_CLIENT_ID, (name, url) -> url + "-" + NUMBERS.incrementAndGet());
        Context real = new BatonInitialContextFactory().getInitialContext(own);
        return (Context) Proxy.newProxyInstance(
                WrongContextFactory.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> {
                    try {
                        return proxies.across(real, method.invoke(real, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }
}
