package io.batonmq.tck.spec;

import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/** Faults that many flaws have in common. Immutable. */
final class Faults {
    private Faults() {}

    /** These methods do nothing. */
    static Fault ignoring(Class<?> type, String... methods) {
        return call -> call.is(type, methods) ? call.ignore() : call.proceed();
    }

    /** These methods answer this, whatever is true. */
    static Fault returning(@Nullable Object value, Class<?> type, String... methods) {
        return call -> call.is(type, methods) ? value : call.proceed();
    }

    /** These methods do something else. */
    static Fault instead(Fault other, Class<?> type, String... methods) {
        return call -> call.is(type, methods) ? other.answer(call) : call.proceed();
    }

    /** These methods throw this, though nothing is wrong. */
    static Fault throwing(Exception thrown, Class<?> type, String... methods) {
        return call -> {
            if (call.is(type, methods)) {
                throw thrown;
            }
            return call.proceed();
        };
    }

    /** Where these methods ought to refuse a call with this exception, they do nothing and say so to nobody. */
    static Fault swallowing(Class<? extends Throwable> refusal, Class<?> type, String... methods) {
        return call -> {
            if (!call.is(type, methods)) {
                return call.proceed();
            }
            try {
                return call.proceed();
            } catch (Throwable e) {
                if (refusal.isInstance(e)) {
                    return call.ignore();
                }
                throw e;
            }
        };
    }

    /** What these methods throw is always the general exception of their API. */
    static Fault generalizing(Class<?> type, String... methods) {
        return call -> {
            try {
                return call.proceed();
            } catch (JMSException e) {
                throw call.is(type, methods) ? new JMSException(e.getMessage()) : e;
            } catch (JMSRuntimeException e) {
                throw call.is(type, methods) ? new JMSRuntimeException(e.getMessage()) : e;
            }
        };
    }

    /** A getter of received messages answers this. */
    static Fault received(@Nullable Object value, Class<? extends Message> type, String... getters) {
        return call -> call.is(type, getters) && call.onReceived() ? value : call.proceed();
    }

    static boolean sends(Call call) {
        return call.is(MessageProducer.class, "send", "publish") || call.is(JMSProducer.class, "send");
    }

    /** How a session acknowledges; 0 if it is closed. */
    static int mode(Session session) {
        try {
            return session.getAcknowledgeMode();
        } catch (JMSException e) {
            return 0;
        }
    }

    /** Does this; the answer is none. */
    static @Nullable Object none(Executable action) throws Throwable {
        action.execute();
        return null;
    }

    /** Lets a call proceed in a thread of its own, and returns at once. */
    static @Nullable Object later(Call call) {
        Background.call(() -> {
            try {
                return call.proceed();
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        return call.ignore();
    }

    /** Some objects, told apart by their identity. */
    static Set<Object> objects() {
        return Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    }
}
