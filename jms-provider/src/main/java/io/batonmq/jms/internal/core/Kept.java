package io.batonmq.jms.internal.core;

import org.jspecify.annotations.Nullable;

/** A numbered command that isn't confirmed yet: what a resume may have to replay (R2). Confined to the loop. */
final class Kept {
    private final long number;
    private final @Nullable CoreCall<Void> call;
    private Order order;
    private @Nullable Hands hands;
    private long writtenEpoch;
    private int holders;
    private boolean withdrawn;

    Kept(long number, Order order, @Nullable CoreCall<Void> call) {
        this.number = number;
        this.order = order;
        this.call = call;
    }

    long number() {
        return number;
    }

    Order order() {
        return order;
    }

    /** It says something of what this session's application was handed. */
    Kept of(Hands whose) {
        hands = whose;
        return this;
    }

    /** Whose deliveries it says something of; null = of none. */
    @Nullable
    Hands hands() {
        return hands;
    }

    /** Something else is said under this number from now on, and it is no longer withdrawn. */
    void becomes(Order other) {
        order = other;
        withdrawn = false;
        holders = 0;
    }

    void written(long epoch) {
        if (epoch != writtenEpoch) {
            holders++;
        }
        writtenEpoch = epoch;
    }

    /** How many holders it was written to (S7). */
    int holders() {
        return holders;
    }

    /** Whether its bytes ever went to a holder, so that it may have happened. */
    boolean written() {
        return writtenEpoch != 0;
    }

    boolean writtenUnder(long epoch) {
        return writtenEpoch == epoch;
    }

    /** Nobody waits for it any more; Skip takes its place if it was not applied (R13). */
    void withdraw() {
        withdrawn = true;
    }

    boolean withdrawn() {
        return withdrawn;
    }

    boolean nonPersistentSend() {
        return order instanceof Order.Send send && !send.persistent();
    }

    void complete() {
        if (call != null) {
            call.complete(null);
        }
    }

    void fail(CoreException cause) {
        if (call != null) {
            call.fail(cause);
        }
    }
}
