package io.batonmq.broker.session;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Position;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.wire.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * How far a session comes by one command: what every unit of the command says beside its effect, be it done, refused, or
 * replaced by its refusal later (R3, S7). Immutable.
 *
 * @param connection the connection's row if the store hasn't it yet (R17)
 * @param prunedTo refusals up to here go, 0 = none
 * @param row the session's row after the command
 * @param note of a command that is applied alone, and gone when that is done (S7); null = it is as good as any
 */
record Progress(
        @Nullable ConnectionRow connection,
        long prunedTo,
        SessionRow row,
        @Nullable Position note) {
    private static final int LONGEST_TEXT = 500;

    /** A fresh unit with nothing but the progress. */
    Unit unit() {
        Unit unit = new Unit();
        if (connection != null) {
            unit.putConnection(connection);
        }
        if (prunedTo > 0) {
            unit.pruneRefusals(row.key(), prunedTo);
        }
        unit.putSession(row);
        if (note != null) {
            unit.deleteStage(note);
            unit.alone();
        }
        return unit;
    }

    /** R3: the refusal is the command's effect, stored with its number. */
    Unit unit(Refusal refusal) {
        Unit unit = unit();
        unit.insertRefusal(new RefusalRow(
                row.key(), refusal.number(), refusal.code().number(), StorableText.of(refusal.text(), LONGEST_TEXT)));
        return unit;
    }
}
