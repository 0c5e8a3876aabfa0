package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.store.MessageKey;
import io.batonmq.store.Position;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a transaction over the staging threshold is written ahead (S8). Confined to the broker loop. */
final class Stage {
    private final Position id;
    private final SessionKey owner;
    private final @Nullable String clientId;
    private final long transaction;
    /** Deliveries that its spreading consumes, as far as they are with a session of this holder. */
    private final Map<MessageKey, Entry> consumed = new HashMap<>();

    private long nextIndex;
    private @Nullable String refused;

    Stage(Position id, SessionKey owner, @Nullable String clientId, long transaction) {
        this.id = id;
        this.owner = owner;
        this.clientId = clientId;
        this.transaction = transaction;
    }

    Position id() {
        return id;
    }

    SessionKey owner() {
        return owner;
    }

    @Nullable
    String clientId() {
        return clientId;
    }

    /** S7: the database refuses one of its messages: the transaction can't be committed. */
    void refuse(String why) {
        refused = why;
    }

    /** Why it can't be committed, or null. */
    @Nullable
    String refused() {
        return refused;
    }

    long takeIndex() {
        return nextIndex++;
    }

    void consumes(MessageKey key, Entry entry) {
        consumed.put(key, entry);
    }

    @Nullable
    Entry consumed(MessageKey key) {
        return consumed.get(key);
    }

    /** Its row; with a base it is committed, and only has to be spread. */
    StageRow row(@Nullable Position base) {
        return new StageRow(id, owner, transaction, (int) Math.min(nextIndex, Integer.MAX_VALUE), base);
    }
}
