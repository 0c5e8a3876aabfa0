package io.batonmq.broker.destination;

import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One message of one queue, as far as it is in memory. Confined to the broker loop. */
final class QueuedEntry implements Destinations.Entry {

    /**
     * Where it is. NEW → READY | DELAYED | WITHHELD | OUT; READY ⇄ OUT; OUT → DELAYED | WITHHELD; DELAYED → READY | OUT;
     * WITHHELD → OUT; any → GOING (its deletion is on its way) → GONE; GOING → NEW (the database refused it in the dead-letter
     * queue); READY, WITHHELD → GONE (only from memory). From OUT
     * on a stored one has no bytes here until it is dispatched anew.
     */
    enum Place {
        NEW,
        READY,
        DELAYED,
        WITHHELD,
        OUT,
        GOING,
        GONE
    }

    /** Bytes of the objects around a message, roughly. */
    static final int OVERHEAD = 128;

    final MessageQueue queue;
    final Position position;
    final int level;
    final boolean stored;
    /** Encoded bytes, a body elsewhere included. */
    final int size;

    private @Nullable EncodedMessage message;
    private final @Nullable Position content;
    private final long contentLength;
    private final long expiresAt;
    /** Whether the whole message stands in {@link #content} in the store; then sessions need not know of it. */
    private final boolean shared;

    private boolean groupKnown;
    private int group;

    /** While it is ready: the selections that take it. */
    final List<Selection> selections = new ArrayList<>(0);

    /** Its acknowledgement is on its way to the store. */
    boolean acknowledging;

    /** The database refused it in the dead-letter queue. */
    boolean moveRefused;

    Place place = Place.NEW;
    /** Hand-outs that the store knows of, this one not included; the redelivery limit goes by it (R10). */
    int storedCount;
    /** Whether the store knew of no hand-out when it was read. */
    private final boolean uncounted;
    /** What the count of a client that claimed it leaves of the surplus; -1 = nobody did. */
    private int claimedSurplus = -1;

    long availableAt;

    private QueuedEntry(MessageQueue queue, MessageRow row, @Nullable EncodedMessage message, boolean stored) {
        this.queue = queue;
        this.position = row.position();
        this.level = row.level();
        this.stored = stored;
        this.size = row.size();
        this.message = message;
        this.content = row.content();
        this.contentLength = row.contentLength();
        this.expiresAt = row.expiresAtMillis();
        this.shared = row.bytes() == null && row.content() != null;
        this.storedCount = row.deliveryCount();
        this.uncounted = stored && row.deliveryCount() == 0;
        this.availableAt = row.availableAtMillis();
    }

    /** One that is in the store; null = its bytes are not wanted here. */
    static QueuedEntry stored(MessageQueue queue, MessageRow row, @Nullable EncodedMessage message) {
        return new QueuedEntry(queue, row, message, true);
    }

    static QueuedEntry stored(MessageQueue queue, Loaded loaded) {
        return stored(queue, loaded.row(), loaded.message());
    }

    static QueuedEntry unstored(MessageQueue queue, MessageRow row, EncodedMessage message) {
        return new QueuedEntry(queue, row, message, false);
    }

    /** Bytes it takes in memory. */
    int footprint() {
        return (message == null ? 0 : message.size()) + OVERHEAD;
    }

    /** The message group it belongs to, 0 = none; asked when its bytes are here. */
    int group() {
        if (!groupKnown) {
            group = MessageGroups.of(message());
            groupKnown = true;
        }
        return group;
    }

    /** Whether its bytes are here. */
    boolean isLoaded() {
        return message != null;
    }

    /** Its bytes leave memory, or come back; its queue's entries count them. */
    void load(@Nullable EncodedMessage bytes) {
        message = bytes;
    }

    MessageKey key() {
        return new MessageKey(queue.number(), position);
    }

    boolean isExpired(long now) {
        return expiresAt != 0 && expiresAt <= now;
    }

    boolean isDue(long now) {
        return availableAt <= now;
    }

    /** The content it names in the store, shared or a large body. */
    @Nullable
    Position namedContent() {
        return content;
    }

    @Override
    public DeliveryRef ref() {
        return new DeliveryRef(queue.number(), position.epoch(), position.counter(), stored);
    }

    @Override
    public int deliveryCount() {
        return storedCount + 1 + surplus();
    }

    /** How much more than stored count + 1 is shown, because an application may have seen it of which nobody knows (R10). */
    int surplus() {
        if (claimedSurplus >= 0) {
            return claimedSurplus;
        }
        return uncounted && queue.mark().leavesInDoubt(position) ? 1 : 0;
    }

    @Override
    public void claimedWith(int deliveryCount) {
        claimedSurplus = Math.min(surplus(), Math.max(0, deliveryCount - 1 - storedCount));
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public EncodedMessage message() {
        EncodedMessage here = message;
        if (here == null) {
            throw new IllegalStateException("the bytes of " + this + " are in the store only");
        }
        return here;
    }

    @Override
    public void sent() {
        queue.deliveries().sent(this);
    }

    @Override
    public @Nullable Position content() {
        return shared ? null : content;
    }

    @Override
    public long contentLength() {
        return shared ? 0 : contentLength;
    }

    @Override
    public long expiresAtMillis() {
        return expiresAt;
    }

    @Override
    public String toString() {
        return queue + " " + position + " " + place;
    }
}
