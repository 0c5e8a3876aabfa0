package io.batonmq.jms.internal.core;

import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.TransactionId.None;
import org.jspecify.annotations.Nullable;

/**
 * What the application of one session has: all of it deliveries of the session's own consumers, or all of it deliveries of
 * the connection consumers' session, on which it decides in that one's name (R23). Confined to the loop.
 */
final class Custody {

    /** What the application has of a session's deliveries. */
    record Share(CoreSession of, Hands hands) {
        void giveBack() {
            of.consumption().giveBack(None.NONE, hands);
        }
    }

    private final CoreSession session;
    private final Share own;
    private @Nullable Share borrowed;

    Custody(CoreSession session, Hands own) {
        this.session = session;
        this.own = new Share(session, own);
    }

    Share own() {
        return own;
    }

    /** Whether it ever was handed anything of connection consumers. */
    boolean borrows() {
        return borrowed != null;
    }

    /** What this session's application will be handed of that one's deliveries. */
    Hands borrow(CoreSession supply) {
        if (!own.hands().holdsNothing()) {
            throw new IllegalStateException("the session holds messages of its own consumers");
        }
        Share share = borrowed;
        if (share == null || share.of() != supply) {
            share = new Share(supply, supply.consumption().lend(session.mode(), session));
            borrowed = share;
        }
        return share.hands();
    }

    /** Where what the application has comes from. */
    Share holding() {
        Share share = borrowed;
        return share == null || share.hands().holdsNothing() ? own : share;
    }

    private Share of(DeliveryRef ref) {
        Share share = borrowed;
        return share == null || !share.hands().holds(ref) ? own : share;
    }

    boolean holds(DeliveryRef ref) {
        return of(ref).hands().holds(ref);
    }

    void handled(DeliveryRef ref) {
        of(ref).hands().handled(ref);
    }

    void rejected(DeliveryRef ref) {
        Share share = of(ref);
        share.of().consumption().rejected(share.hands(), ref);
    }

    void unseen(DeliveryRef ref) {
        Share share = of(ref);
        share.of().consumption().unseen(share.hands(), ref);
    }

    /** Everything the application has goes back. */
    void giveBack() {
        own.giveBack();
        giveBackBorrowed();
    }

    void giveBackBorrowed() {
        if (borrowed != null) {
            borrowed.giveBack();
        }
    }

    void flushAcks() {
        session.consumption().flushAcks();
        if (borrowed != null) {
            borrowed.hands().flushAcks();
        }
    }

    /** Whether all that was said of what it borrowed has its outcome. */
    boolean isSettled() {
        return borrowed == null || borrowed.hands().isSettled();
    }

    /** The session has ended. */
    void end() {
        if (borrowed != null) {
            borrowed.of().consumption().unlend(borrowed.hands());
        }
    }
}
