package io.batonmq.tck.spec;

import jakarta.jms.Message;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Messages that are not of the provider's own classes. Immutable. */
final class ForeignMessages {
    private ForeignMessages() {}

    /** A message of this kind whose class the provider doesn't know, with the content of another one. */
    static <T extends Message> T foreign(Class<T> kind, T content) {
        return kind.cast(Proxy.newProxyInstance(
                ForeignMessages.class.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> "a foreign " + kind.getSimpleName();
                        };
                    }
                    try {
                        return method.invoke(content, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                }));
    }
}
