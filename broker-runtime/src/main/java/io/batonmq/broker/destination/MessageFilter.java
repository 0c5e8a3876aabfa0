package io.batonmq.broker.destination;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.MessageView;
import org.jspecify.annotations.Nullable;

/** A compiled message selector. Immutable. */
@FunctionalInterface
public interface MessageFilter {
    /** Takes everything. */
    MessageFilter ALL = (message, deliveryCount) -> true;

    /**
     * Whether the selector is true for the message.
     *
     * @param deliveryCount JMSXDeliveryCount of the delivery that is meant
     */
    boolean matches(MessageView message, int deliveryCount);

    /** A selector of nothing but white space is none (3.8.1.1). */
    static @Nullable String blankToNull(@Nullable String selector) {
        return selector == null || selector.isBlank() ? null : selector;
    }

    /** Turns selectors into filters; wired in by the node. */
    @FunctionalInterface
    interface Compiler {
        /** Refuses a selector that is no valid expression. */
        MessageFilter compile(String selector) throws RefusedException;

        /** The same for one that may be absent. */
        default MessageFilter compileIfAny(@Nullable String selector) throws RefusedException {
            return selector == null ? MessageFilter.ALL : compile(selector);
        }
    }
}
