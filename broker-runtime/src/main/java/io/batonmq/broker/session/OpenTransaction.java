package io.batonmq.broker.session;

import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.TransactionId;
import org.jspecify.annotations.Nullable;

/** A session's open transaction, from its first command that arrives to its decision. Confined to the broker loop. */
final class OpenTransaction {
    private final Connection connection;
    private @Nullable Transaction open;

    OpenTransaction(Connection connection) {
        this.connection = connection;
    }

    /** The transaction with this id, begun if it is new; an older one that was never decided is dropped. */
    Transaction of(TransactionId id) {
        Transaction there = open;
        if (there != null && there.id().equals(id)) {
            return there;
        }
        if (there != null) {
            Unit unit = new Unit();
            drop(unit);
            connection.holding().writer().submit(unit);
        }
        Transaction begun = new Transaction(id);
        open = begun;
        return begun;
    }

    /** Takes the transaction out for its decision; an empty one if nothing of it ever arrived. */
    Transaction decide(TransactionId id) {
        Transaction decided = open;
        if (decided != null && decided.id().equals(id)) {
            open = null;
            return decided;
        }
        return new Transaction(id);
    }

    /** It will never be decided. */
    void drop(Unit unit) {
        if (open != null) {
            drop(unit, open);
            open = null;
        }
    }

    /** Nothing of this one, which was taken out, will ever be placed. */
    void drop(Unit unit, Transaction dropped) {
        Bodies.drop(connection.holding().destinations(), unit, dropped.sends());
        Stage stage = dropped.stage();
        if (stage != null) {
            unit.whenDurable((epoch, batch) -> connection.spreading().drop(stage));
        }
    }
}
