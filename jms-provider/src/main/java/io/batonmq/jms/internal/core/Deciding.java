package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Custody.Share;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.TransactionId.None;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session's application decides on: acknowledging, recovering, and its local transaction (R4, R11, R13). Confined to
 * the loop.
 */
final class Deciding {
    private final Core core;
    private final AckMode mode;
    private final CommandLog log;
    private final Consumption consumption;
    private final Custody custody;
    private Transaction transaction = new Transaction(1);
    private @Nullable CoreException doomed;

    Deciding(Core core, AckMode mode, CommandLog log, Consumption consumption, Custody custody) {
        this.core = core;
        this.mode = mode;
        this.log = log;
        this.consumption = consumption;
        this.custody = custody;
    }

    /** A send of the open transaction. */
    void send(EncodedMessage message) {
        transaction.add(message);
        write();
    }

    /** Writes the open transaction ahead of its commit; but where that goes to another session, it goes with it (R23). */
    void write() {
        if (!custody.borrows() && core.channel().isAttached()) {
            transaction.write(log.session(), log.bodies(), core.channel()::send);
        }
    }

    void linkLost() {
        transaction.linkLost();
    }

    Call<Void> acknowledge() {
        CoreException lost = doomed;
        if (lost != null) { // R11
            doomed = null;
            custody.giveBack();
            return core.calls().failed(lost);
        }
        Hands hands = custody.holding().hands();
        if (hands.holdsNothing()) {
            return core.calls().completed(null);
        }
        CoreCall<Void> call = core.calls().bounded();
        Kept kept = hands.acknowledge(hands.takeHanded(), call);
        call.onWithdraw(why -> withdrawAck(hands, kept, why));
        return call;
    }

    /** R13: written, it may have happened; else all is as before. */
    private CoreException withdrawAck(Hands hands, Kept kept, String why) {
        if (!kept.written()) {
            hands.takeBack(kept);
            return Failures.timedOut(why);
        }
        kept.withdraw();
        doomed = Failures.claimLost("an earlier acknowledgement was given up: " + why);
        return Failures.unknown(why);
    }

    Call<Void> recover() {
        custody.flushAcks();
        doomed = null;
        custody.giveBack();
        return core.calls().completed(null);
    }

    Call<Void> commit() {
        CoreException lost = doomed;
        if (lost != null) { // R11, R13
            rollBack();
            return core.calls().failed(lost);
        }
        Share share = custody.holding();
        if (transaction.isEmpty() && share.hands().holdsNothing()) {
            return core.calls().completed(null);
        }
        Transaction decided = transaction;
        if (!share.equals(custody.own())) {
            decided = share.of().deciding().adopt(transaction);
            if (transaction.isWritten()) {
                log.add(
                        new Order.Rollback(transaction.id(), List.of()),
                        null,
                        null); // its sends go with the deliveries
            }
        }
        Order.Commit order = new Order.Commit(decided, share.hands().takeHanded());
        nextTransaction();
        CoreCall<Void> call = core.calls().bounded();
        Kept kept = share.hands().say(order, call, null);
        call.onWithdraw(why -> withdrawCommit(share, kept, order, why));
        return call;
    }

    /** R23: the sends of another session's transaction, to be decided with deliveries of this one. */
    private Transaction adopt(Transaction other) {
        Transaction mine = transaction;
        mine.takeOver(other);
        nextTransaction();
        return mine;
    }

    private void nextTransaction() {
        transaction = new Transaction(transaction.id().counter() + 1);
    }

    /** R13: a commit that was given up leaves the session rollback-only. */
    private CoreException withdrawCommit(Share share, Kept kept, Order.Commit order, String why) {
        doomed = Failures.rolledBack("an earlier commit was given up: " + why);
        if (kept.written()) {
            kept.withdraw();
            return Failures.unknown(why);
        }
        share.of()
                .consumption()
                .giveBackInstead(kept, share.hands(), order.transaction().id(), order.names());
        return Failures.timedOut(why);
    }

    /** Ends the transaction, and gives back everything the application has. */
    void rollBack() {
        doomed = null;
        TransactionId ended = transaction.isEmpty() ? None.NONE : transaction.id();
        nextTransaction();
        consumption.giveBackAll(ended);
        custody.giveBackBorrowed();
    }

    /** R11: what the application holds is no longer all its own. */
    void doom(String why) {
        if (mode == AckMode.TRANSACTED) {
            doomed = Failures.rolledBack(why);
        } else if (mode == AckMode.CLIENT) {
            doomed = Failures.claimLost(why);
        } else {
            core.notice(Failures.claimLost(why));
        }
    }

    /** L11, R14: nothing is known of the session any more. */
    void abandon(String why) {
        if (!transaction.isEmpty()) {
            nextTransaction();
            doom(why);
        }
    }
}
