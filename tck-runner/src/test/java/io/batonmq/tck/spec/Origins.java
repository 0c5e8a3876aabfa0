package io.batonmq.tck.spec;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was made by what: a producer by its session, a session by its connection. Safe for use by any thread. */
final class Origins {
    private final Map<Object, Object> makers = Collections.synchronizedMap(new IdentityHashMap<>());

    /** Lets a call proceed, and notes what it made. */
    @Nullable
    Object proceed(Call call) throws Throwable {
        Object made = call.proceed();
        if (made != null && call.name().startsWith("create")) {
            makers.put(WrongProxies.real(made), call.target());
        }
        return made;
    }

    /** The object of this type from which another one came, itself or directly or through others; null if it is not known. */
    <T> @Nullable T of(@Nullable Object made, Class<T> type) {
        for (Object each = made; each != null; each = makers.get(each)) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }

    /** All objects of this type that were made. */
    <T> List<T> all(Class<T> type) {
        synchronized (makers) {
            return makers.keySet().stream()
                    .filter(type::isInstance)
                    .map(type::cast)
                    .toList();
        }
    }
}
