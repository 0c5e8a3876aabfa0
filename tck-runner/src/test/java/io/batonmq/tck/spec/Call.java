package io.batonmq.tck.spec;

import jakarta.jms.JMSConsumer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A call of a provider's object, or of a client's listener, on its way through a wrong provider. Thread of the caller. */
final class Call {
    private final WrongProxies proxies;
    private final Object target;
    private final boolean received;
    private final Method method;
    private final @Nullable Object[] arguments;

    Call(WrongProxies proxies, Object target, boolean received, Method method, @Nullable Object[] arguments) {
        this.proxies = proxies;
        this.target = target;
        this.received = received;
        this.method = method;
        this.arguments = arguments;
    }

    /** Whether it calls an object of this type, and one of these methods if any is named. */
    boolean is(Class<?> type, String... methods) {
        return type.isInstance(target)
                && (methods.length == 0 || List.of(methods).contains(method.getName()));
    }

    /** Whether its method's name begins so, on an object of this type. */
    boolean begins(Class<?> type, String prefix) {
        return type.isInstance(target) && method.getName().startsWith(prefix);
    }

    /** Whether it calls a message that a consumer, a listener or a browser was given. */
    boolean onReceived() {
        return received;
    }

    /** The object behind the proxy. */
    Object target() {
        return target;
    }

    <T> T target(Class<T> type) {
        return type.cast(target);
    }

    String name() {
        return method.getName();
    }

    int arguments() {
        return arguments.length;
    }

    @Nullable
    Object argument(int index) {
        return arguments[index];
    }

    /** The argument of this type, or null if there is none. */
    <T> @Nullable T argument(Class<T> type) {
        for (Object argument : arguments) {
            if (type.isInstance(argument)) {
                return type.cast(argument);
            }
        }
        return null;
    }

    /** As the first argument of this type, takes another value; if there is none, nothing happens. */
    <T> Call with(Class<T> type, UnaryOperator<T> change) {
        @Nullable Object[] changed = arguments.clone();
        for (int i = 0; i < changed.length; i++) {
            if (type.isInstance(changed[i])) {
                changed[i] = change.apply(type.cast(changed[i]));
                break;
            }
        }
        return new Call(proxies, target, received, method, changed);
    }

    /** The same call, with another value at this place. */
    Call with(int index, @Nullable Object value) {
        @Nullable Object[] changed = arguments.clone();
        changed[index] = value;
        return new Call(proxies, target, received, method, changed);
    }

    /** What the real object answers. */
    @Nullable
    Object proceed() throws Throwable {
        try {
            return proxies.across(target, method.invoke(target, proxies.across(target, arguments)));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** An object of the real provider, as the client sees it that this call's answer goes to. */
    @Nullable
    Object outward(@Nullable Object real) {
        return proxies.across(target, real);
    }

    /** The argument of this type, as the real provider is given it; null if there is none. */
    <T> @Nullable T inward(Class<T> type) {
        T argument = argument(type);
        return argument == null ? null : type.cast(proxies.across(target, new Object[] {argument})[0]);
    }

    /** What the real object answers, where that is something. */
    <T> T proceed(Class<T> type) throws Throwable {
        return type.cast(Objects.requireNonNull(proceed()));
    }

    /** Nothing is done: the answer is none, or the object itself where calls are chained. */
    @Nullable
    Object ignore() {
        Class<?> type = method.getReturnType();
        if (type.isInstance(target) && type.getPackageName().equals("jakarta.jms") && !type.equals(Message.class)) {
            return proxies.wrapped(target, received);
        }
        return none(type);
    }

    private static @Nullable Object none(Class<?> type) {
        if (!type.isPrimitive() || type.equals(void.class)) {
            return null;
        }
        return Array.get(Array.newInstance(type, 1), 0);
    }

    /** Whether it hands a message to the client, by its return or as an argument. */
    boolean delivers() {
        return is(MessageListener.class, "onMessage")
                || is(Enumeration.class, "nextElement")
                || is(MessageConsumer.class, "receive", "receiveNoWait")
                || is(JMSConsumer.class, "receive", "receiveNoWait");
    }
}
