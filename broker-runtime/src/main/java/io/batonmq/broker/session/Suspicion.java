package io.batonmq.broker.session;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import org.jspecify.annotations.Nullable;

/**
 * S7: what a session sends that several holders were lost with. Before such a command is applied, alone, a note is stored
 * that it is about to be; the unit of the command takes the note away. A holder that finds one knows which command ended the
 * one before. Confined to the broker loop.
 *
 * <p>The note is a stage row without content whose transaction is a number below those of transactions: it names the last
 * command that was durable when it was written.
 */
final class Suspicion {
    private static final long NOTES_FROM = -2;

    private long upTo;
    private @Nullable Position note;
    private @Nullable Position found;
    /** The command is with the writer. */
    private boolean alone;

    /** Whether the row is a note rather than work written ahead. */
    static boolean isNote(StageRow row) {
        return row.transaction() <= NOTES_FROM;
    }

    /** Whether the note is about what the session's client sends next; if not, that command was done or refused. */
    static boolean isAbout(StageRow row, long durable) {
        return NOTES_FROM - row.transaction() == durable;
    }

    /** The client says so in ③. */
    void suspect(long upToNumber) {
        upTo = upToNumber;
    }

    /** What is suspected is said anew on each link. */
    void linkLost() {
        upTo = 0;
    }

    /** The holder before was lost with the session's next command. */
    void found(StageRow row) {
        found = row.stage();
    }

    /** Whether the next numbered command ended the holder before. */
    boolean nextIsPoison() {
        return found != null;
    }

    /** Whether a note must be stored before what comes now is applied. */
    boolean mustNote(long received) {
        return note == null && found == null && !alone && received < upTo;
    }

    void putNote(Unit unit, Position id, SessionKey owner, long durable) {
        note = id;
        unit.putStage(new StageRow(id, owner, NOTES_FROM - durable, 0, null));
    }

    /** A numbered command goes into its unit: returns the note that goes with it, if there is one. */
    @Nullable
    Position take() {
        Position taken = found != null ? found : note;
        alone |= note != null;
        note = null;
        found = null;
        return taken;
    }

    /** Whether a command is being applied alone: what follows waits. */
    boolean isAlone() {
        return alone;
    }

    /** It is durable; returns whether anything may have waited for it. */
    boolean ends() {
        boolean was = alone;
        alone = false;
        return was;
    }

    /** The session ends: so do its notes. */
    void drop(Unit unit) {
        Position left = take();
        alone = false;
        if (left != null) {
            unit.deleteStage(left);
        }
    }
}
