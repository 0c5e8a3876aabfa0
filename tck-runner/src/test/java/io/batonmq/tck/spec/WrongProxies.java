package io.batonmq.tck.spec;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.QueueBrowser;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The objects of a wrong provider: proxies of the real ones, and of what the client gave to be called. Safe for use by any thread. */
final class WrongProxies {
    private static final List<Class<?>> CALLBACKS = List.of(
            MessageListener.class,
            CompletionListener.class,
            ExceptionListener.class,
            ServerSessionPool.class,
            ServerSession.class);

    private static final InheritableThreadLocal<WrongProxies> IN_FORCE = new InheritableThreadLocal<>();

    private final Fault fault;
    private final Map<Object, Object> proxies = Collections.synchronizedMap(new IdentityHashMap<>());

    WrongProxies(Fault fault) {
        this.fault = fault;
    }

    /** From now on, in this thread and those it starts, the provider is wrong in this way. */
    static void use(Fault fault) {
        IN_FORCE.set(new WrongProxies(fault));
    }

    static WrongProxies inForce() {
        return IN_FORCE.get();
    }

    /** The proxy of one of the real provider's objects. */
    Object wrapped(Object real, boolean received) {
        return proxies.computeIfAbsent(real, key -> {
            Set<Class<?>> interfaces = new LinkedHashSet<>();
            collect(real.getClass(), interfaces);
            return Proxy.newProxyInstance(
                    WrongProxies.class.getClassLoader(),
                    interfaces.toArray(Class<?>[]::new),
                    new Handler(this, real, received));
        });
    }

    private static void collect(@Nullable Class<?> type, Set<Class<?>> interfaces) {
        if (type == null) {
            return;
        }
        if (type.isInterface() && (type.getPackageName().equals("jakarta.jms") || type.equals(Enumeration.class))) {
            interfaces.add(type);
        }
        for (Class<?> each : type.getInterfaces()) {
            collect(each, interfaces);
        }
        collect(type.getSuperclass(), interfaces);
    }

    @Nullable
    Object[] across(Object target, @Nullable Object[] values) {
        boolean callback = isCallback(target);
        return Arrays.stream(values)
                .map(value -> callback ? toClient(value, true) : toProvider(value))
                .toArray();
    }

    /** What a call of this object answered, as its caller is to see it. */
    @Nullable
    Object across(Object target, @Nullable Object value) {
        if (isCallback(target)) {
            return toProvider(value);
        }
        // Of enumerations, only a browser's has messages.
        boolean names = value instanceof Enumeration && !(target instanceof QueueBrowser);
        return names ? value : toClient(value, target instanceof Enumeration || isReceiving(target));
    }

    private static boolean isReceiving(Object target) {
        return target instanceof MessageConsumer || target instanceof JMSConsumer;
    }

    private @Nullable Object toProvider(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        Object real = real(value);
        return real == value && isCallback(value) ? wrapped(value, false) : real;
    }

    private @Nullable Object toClient(@Nullable Object value, boolean received) {
        if (value == null || Proxy.isProxyClass(value.getClass())) {
            return value == null ? null : real(value);
        }
        boolean permanent = value instanceof Destination
                && !(value instanceof TemporaryQueue)
                && !(value instanceof TemporaryTopic);
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        collect(value.getClass(), interfaces);
        return permanent || interfaces.isEmpty() ? value : wrapped(value, received);
    }

    private static boolean isCallback(Object value) {
        return CALLBACKS.stream().anyMatch(type -> type.isInstance(value));
    }

    /** What stands behind a proxy; anything else is itself. */
    static Object real(Object value) {
        return Proxy.isProxyClass(value.getClass()) && Proxy.getInvocationHandler(value) instanceof Handler handler
                ? handler.real
                : value;
    }

    private record Handler(WrongProxies proxies, Object real, boolean received) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
                throws Throwable {
            @Nullable Object[] arguments = given == null ? new Object[0] : given;
            if (method.getDeclaringClass().equals(Object.class)) {
                return switch (method.getName()) {
                    case "equals" -> arguments[0] != null && real.equals(WrongProxies.real(arguments[0]));
                    case "hashCode" -> real.hashCode();
                    default -> real.toString();
                };
            }
            return proxies.fault.answer(new Call(proxies, real, received, method, arguments));
        }
    }
}
