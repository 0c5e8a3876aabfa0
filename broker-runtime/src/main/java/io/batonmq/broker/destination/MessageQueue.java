package io.batonmq.broker.destination;

import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue, or the messages of one subscription: what is in memory of it, what became of each message, who consumes.
 * Confined to the broker loop.
 *
 * <p>{@code inMemory} has every message that memory knows, wherever it is; what the store gives and memory knows is
 * memory's.
 */
final class MessageQueue {
    private static final Logger log = LoggerFactory.getLogger(MessageQueue.class);
    /** How far ahead of dispatch the mark is raised: a consumer's usual prefetch. */
    private static final int MARK_AHEAD = 256;
    /** Ready bytes kept in memory without a consumer. */
    private static final long IDLE_BYTES = 256 * 1024;

    private final QueueRow row;
    private final boolean unstored;
    private final Surroundings around;
    private final HandedOutMark mark;
    private final Window window;
    private final Delays delays;
    private final Dispatcher dispatcher;
    private final TreeMap<Position, QueuedEntry> inMemory = new TreeMap<>();
    private final Set<Position> goneWhileReading = new HashSet<>();
    private int readsInFlight;
    /** Ranges of due messages on their way into memory: while there are any, the head must wait. */
    private int rangesInFlight;

    private boolean rowDurable;
    private boolean removed;
    private boolean withholding;
    private Position published = Position.FIRST;
    private Position head;
    private long storedMessages;
    private long storedBytes;
    private long unstoredMessages;
    private long unstoredBytes;
    private long memoryBytes;
    private long dropped;
    private int out;
    /** Of {@code out}, those whose acknowledgement is on its way to the store. */
    private int acknowledging;

    private int goneSinceHead;
    /** When the reaper should look next: no message here expires before. */
    private long nextExpiry;

    private MessageQueue(QueueRow row, boolean unstored, boolean rowDurable, Surroundings around) {
        this.row = row;
        this.unstored = unstored;
        this.rowDurable = rowDurable;
        this.around = around;
        this.storedMessages = row.state().depth();
        this.storedBytes = row.state().bytes();
        this.head = row.state().head();
        this.nextExpiry = storedMessages == 0 ? Long.MAX_VALUE : 0;
        this.mark = new HandedOutMark(this, around, row.state().mark());
        this.window = new Window(this, around, storedMessages == 0);
        this.delays = new Delays(this, around);
        this.dispatcher = new Dispatcher(this, window, around);
    }

    /** One whose row is made with its first message or consumer. */
    static MessageQueue create(QueueRow row, Surroundings around) {
        return new MessageQueue(row, false, false, around);
    }

    static MessageQueue recover(QueueRow row, Surroundings around) {
        return new MessageQueue(row, false, true, around);
    }

    /** A subscription that ends with its consumers: its messages are never stored. */
    static MessageQueue inMemoryOnly(QueueRow row, Surroundings around) {
        return new MessageQueue(row, true, true, around);
    }

    QueueRow row() {
        return row;
    }

    long number() {
        return row.number();
    }

    HandedOutMark mark() {
        return mark;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Window window() {
        return window;
    }

    boolean isRemoved() {
        return removed;
    }

    /** Whether a session holds a message of it that it has not acknowledged, durably or not yet. */
    boolean hasDeliveries() {
        return out > acknowledging;
    }

    long storedMessages() {
        return storedMessages;
    }

    Iterable<QueuedEntry> entries() {
        return inMemory.values();
    }

    @Nullable
    QueuedEntry find(Position position) {
        return inMemory.get(position);
    }

    /** A unit that names this queue brings its row along until that is known to be stored. */
    void touch(Unit unit) {
        if (!rowDurable && !unstored) {
            unit.putQueue(row);
            unit.whenDurable((epoch, batch) -> rowDurable = true);
        }
    }

    // ---- publishing

    /** Stores the message in the unit; it is there when the unit is durable. */
    void publishStored(Unit unit, MessageRow message, EncodedMessage whole) {
        touch(unit);
        unit.insert(message);
        if (dispatcher.hasConsumers() && window.isContiguous(message.level()) && window.ready() < MARK_AHEAD) {
            mark.ride(unit, message.position());
        }
        unit.whenDurable((epoch, batch) -> storedIsThere(QueuedEntry.stored(this, message, whole)));
    }

    private void storedIsThere(QueuedEntry entry) {
        storedMessages++;
        storedBytes += entry.size;
        around.counters().published++;
        expiresFrom(entry.expiresAtMillis());
        if (entry.position.compareTo(published) > 0) {
            published = entry.position;
        }
        if (removed || inMemory.containsKey(entry.position)) {
            return;
        }
        long budget = dispatcher.hasConsumers() ? around.settings().queueBudget() : idleBytes();
        boolean fits =
                window.bytes() + entry.footprint <= budget && around.memory().fits(entry.footprint);
        if (window.arrives(entry.level, entry.position, fits)) {
            place(entry);
        }
        dispatch();
    }

    /** Whether a message that is not stored fits. */
    boolean fitsUnstored(EncodedMessage message) {
        int bytes = message.size() + QueuedEntry.OVERHEAD;
        return unstoredBytes + bytes <= around.settings().unstoredBudget()
                && around.memory().fits(bytes);
    }

    /** The message is there from now on, in memory only. */
    void publishUnstored(MessageRow message, EncodedMessage whole) {
        if (removed) {
            return;
        }
        QueuedEntry entry = QueuedEntry.unstored(this, message, whole);
        around.counters().published++;
        around.sweep().pin(entry.namedContent());
        expiresFrom(entry.expiresAtMillis());
        unstoredMessages++;
        unstoredBytes += entry.footprint;
        place(entry);
        dispatch();
    }

    /**
     * The same for a subscription: if its subscriber does not keep up, its oldest messages go, never the node's memory, and
     * never is the publisher held up (C53).
     */
    void publishUnstoredOrDrop(MessageRow message, EncodedMessage whole) {
        long before = dropped;
        while (!fitsUnstored(whole)) {
            QueuedEntry oldest = window.leastWanted();
            if (oldest == null) {
                break;
            }
            window.remove(oldest);
            gone(oldest);
            dropped++;
        }
        if (fitsUnstored(whole)) {
            publishUnstored(message, whole);
        } else {
            dropped++;
        }
        around.counters().dropped += dropped - before;
        if (before == 0 && dropped > 0) {
            log.warn(
                    "a subscriber of topic {} does not keep up: its oldest messages are dropped from now on, and counted",
                    row.topic());
        }
    }

    // ---- what sessions do with deliveries

    /** The message is a session's. */
    void handOver(QueuedEntry entry) {
        window.remove(entry);
        entry.place = Place.OUT;
        out++;
        around.counters().delivered++;
    }

    void acknowledge(Unit unit, QueuedEntry entry) {
        if (entry.place != Place.OUT) {
            return; // a browser's, or gone with its queue
        }
        if (entry.stored && !removed) {
            unit.delete(entry.key(), entry.size);
        }
        entry.acknowledging = true;
        acknowledging++;
        unit.whenDurable((epoch, batch) -> {
            notAcknowledging(entry);
            if (entry.place == Place.OUT) {
                around.counters().acknowledged++;
                gone(entry);
            }
        });
    }

    private void notAcknowledging(QueuedEntry entry) {
        if (entry.acknowledging) {
            entry.acknowledging = false;
            acknowledging--;
        }
    }

    /** In its old place, as if it had never been delivered. */
    void giveBack(QueuedEntry entry) {
        notAcknowledging(entry); // S7: the command that was to acknowledge it was refused
        if (entry.place == Place.OUT) {
            out--;
            entry.place = Place.NEW;
            if (removed) {
                drop(entry);
            } else {
                place(entry);
                dispatch();
            }
        }
    }

    void giveBackCounted(Unit unit, QueuedEntry entry, int deliveryCount) {
        int stored = Math.max(entry.storedCount, deliveryCount - entry.surplus);
        if (!removed
                && stored >= around.settings().maxDeliveries()
                && around.deadLetters().takes(this)) {
            around.deadLetters().move(unit, this, entry, deliveryCount);
            return;
        }
        long delay = around.settings().redeliveryDelay().toMillis();
        long available = delay == 0 ? 0 : around.time().millis() + delay;
        if (entry.stored && !removed) {
            unit.delivery(new DeliveryRow(entry.key(), stored, available));
        }
        unit.whenDurable((epoch, batch) -> {
            entry.storedCount = stored;
            entry.availableAt = available;
            giveBack(entry);
        });
    }

    /** Takes a message that is with nobody, for a claim; it must be in memory. */
    boolean claim(QueuedEntry entry) {
        switch (entry.place) {
            case READY -> window.remove(entry);
            case DELAYED -> delays.remove(entry);
            case NEW, WITHHELD -> {}
            case OUT, GOING, GONE -> {
                return false;
            }
        }
        entry.place = Place.OUT;
        out++;
        return true;
    }

    /** What a read for a claim found: null = it is gone, or somebody's. */
    @Nullable
    QueuedEntry claim(Loaded loaded) {
        Position position = loaded.row().position();
        QueuedEntry entry = inMemory.get(position);
        if (entry == null) {
            if (removed || goneWhileReading.contains(position) || !isPublished(position)) {
                return null;
            }
            entry = QueuedEntry.stored(this, loaded);
            remember(entry);
        }
        return claim(entry) ? entry : null;
    }

    /** What a browser read: null = it is no more, or with a consumer. */
    @Nullable
    QueuedEntry seen(Loaded loaded) {
        Position position = loaded.row().position();
        QueuedEntry entry = inMemory.get(position);
        if (entry == null) {
            boolean there = !removed && !goneWhileReading.contains(position) && isPublished(position);
            return there ? QueuedEntry.stored(this, loaded) : null;
        }
        return entry.place == Place.OUT || entry.place == Place.GOING ? null : entry;
    }

    /** No stored message stands before this (L12). */
    Position head() {
        return head;
    }

    // ---- expiry

    /** An expired message that is with nobody is deleted. */
    void expire(Unit unit, QueuedEntry entry) {
        around.counters().expired++;
        delete(unit, entry);
    }

    private void delete(Unit unit, QueuedEntry entry) {
        window.remove(entry);
        delays.remove(entry);
        entry.place = Place.GOING;
        if (entry.stored) {
            unit.delete(entry.key(), entry.size);
        }
        unit.whenDurable((epoch, batch) -> gone(entry));
    }

    /** What the reaper read of the store: deletes it if it is still there, expired and with nobody. */
    boolean expireRead(Unit unit, MessageRow message, long now) {
        if (withholding && mark.recoveredCovers(message.position())) {
            return false; // somebody may be about to claim it (C89)
        }
        QueuedEntry entry = inMemory.get(message.position());
        if (entry == null) {
            if (removed || goneWhileReading.contains(message.position()) || !isPublished(message.position())) {
                return false;
            }
            entry = QueuedEntry.stored(this, message, NOT_READ);
            remember(entry);
        } else if (!entry.isExpired(now) || entry.place == Place.OUT || entry.place == Place.GOING) {
            return false;
        }
        expire(unit, entry);
        return true;
    }

    private static final EncodedMessage NOT_READ = new EncodedMessage(new byte[0]);

    long nextExpiry() {
        return nextExpiry;
    }

    /** A look begins; what comes meanwhile is noted again. */
    void looksForExpired() {
        nextExpiry = Long.MAX_VALUE;
    }

    void expiresFrom(long millis) {
        if (millis != 0) {
            nextExpiry = Math.min(nextExpiry, millis);
        }
    }

    /** Drops what expired and only memory knows; the earliest expiry of what stays. */
    long expireUnstored() {
        long now = around.time().millis();
        long earliest = Long.MAX_VALUE;
        for (QueuedEntry entry : new ArrayList<>(inMemory.values())) {
            if (entry.stored || entry.expiresAtMillis() == 0) {
                continue;
            }
            if (entry.isExpired(now) && (entry.place == Place.READY || entry.place == Place.DELAYED)) {
                window.remove(entry);
                delays.remove(entry);
                around.counters().expired++;
                gone(entry);
            } else {
                earliest = Math.min(earliest, entry.expiresAtMillis());
            }
        }
        return earliest;
    }

    // ---- placing

    /** Whether the row, as it was read, is known here to be durable. */
    boolean isPublished(Position position) {
        return position.epoch() != around.writer().epoch() || position.compareTo(published) <= 0;
    }

    /** Where in the store reading starts (L12, R9). */
    Position readFrom() {
        Position behindMark = Level.after(mark.recovered());
        return withholding && behindMark.compareTo(head) > 0 ? behindMark : head;
    }

    void readBegins() {
        readsInFlight++;
    }

    void readEnds() {
        if (--readsInFlight == 0) {
            goneWhileReading.clear();
        }
    }

    /** What a read of the store brought into the window. */
    void load(Loaded loaded) {
        Position position = loaded.row().position();
        if (!inMemory.containsKey(position) && !goneWhileReading.contains(position)) {
            place(QueuedEntry.stored(this, loaded));
        }
    }

    /** Puts an entry that is with nobody where it belongs. */
    private void place(QueuedEntry entry) {
        remember(entry);
        if (withholding && entry.stored && mark.recoveredCovers(entry.position)) {
            entry.place = Place.WITHHELD;
        } else if (!entry.isDue(around.time().millis())) {
            entry.place = Place.DELAYED;
            if (!delays.add(entry)) {
                unload(entry);
            }
        } else {
            window.add(entry);
        }
    }

    /** Messages became due: those in memory, and ranges of the store. */
    void due(List<QueuedEntry> entries, List<Delays.Range> ranges) {
        entries.forEach(window::add);
        ranges.forEach(this::readRange);
        dispatch();
    }

    private void readRange(Delays.Range range) {
        readBegins();
        rangesInFlight++;
        DestinationSettings settings = around.settings();
        around.reads().page(number(), range.level, range.from, settings.pageRows(), settings.pageBytes(), page -> {
            Position last = range.to;
            for (Loaded loaded : page.rows()) {
                last = loaded.row().position();
                if (last.compareTo(range.to) > 0 || removed) {
                    break;
                }
                load(loaded);
            }
            readEnds();
            rangesInFlight--;
            if (page.more() && last.compareTo(range.to) < 0 && !removed) {
                Delays.Range rest = new Delays.Range(range.level, Level.after(last), range.due);
                rest.to = range.to;
                readRange(rest);
            }
            dispatch();
        });
    }

    private void remember(QueuedEntry entry) {
        if (inMemory.put(entry.position, entry) == null) {
            around.memory().take(entry.footprint);
            memoryBytes += entry.footprint;
        }
    }

    private void forget(QueuedEntry entry) {
        if (inMemory.remove(entry.position, entry)) {
            around.memory().give(entry.footprint);
            memoryBytes -= entry.footprint;
        }
        entry.place = Place.GONE;
    }

    /** A stored entry leaves memory, and only memory. */
    void unload(QueuedEntry entry) {
        forget(entry);
    }

    /** The message exists no more. */
    private void gone(QueuedEntry entry) {
        if (entry.place == Place.OUT) {
            out--;
        }
        if (entry.stored) {
            storedMessages--;
            storedBytes -= entry.size;
            if (readsInFlight > 0) {
                goneWhileReading.add(entry.position);
            }
            if (entry.namedContent() != null) {
                around.sweep().wanted();
            }
            goneSinceHead++;
        } else {
            unstoredMessages--;
            unstoredBytes -= entry.footprint;
            around.sweep().unpin(entry.namedContent());
        }
        forget(entry);
    }

    /** A delivery moved to another queue: gone here when the unit is durable. */
    void moved(Unit unit, QueuedEntry entry) {
        if (entry.stored) {
            unit.delete(entry.key(), entry.size);
        }
        unit.whenDurable((epoch, batch) -> gone(entry));
    }

    private void drop(QueuedEntry entry) {
        if (entry.stored) {
            forget(entry);
        } else {
            gone(entry);
        }
    }

    // ---- dispatch and consumers

    void dispatch() {
        if (!removed) {
            dispatcher.run();
        }
    }

    /** Allows the message to be handed out (R9); the queue dispatches again when the store has the mark. */
    void raiseMark(QueuedEntry next) {
        if (!mark.requestedFor(next.position)) {
            mark.raise(window.farthest(next, MARK_AHEAD));
        }
    }

    /** The last consumer went: others have more use for the memory. */
    void idle() {
        if (!removed && !unstored) {
            window.shrink(idleBytes());
        }
    }

    private long idleBytes() {
        return Math.min(IDLE_BYTES, around.settings().queueBudget());
    }

    /** Memory is short everywhere. */
    void shrink() {
        if (!unstored) {
            window.shrink(0);
        }
    }

    /** R9: whether what the holder before may have handed out is kept for those who may claim it. */
    void withhold(boolean withhold) {
        if (withholding == withhold) {
            return;
        }
        withholding = withhold;
        if (mark.recovered().equals(Position.FIRST) || removed) {
            return;
        }
        for (QueuedEntry entry : new ArrayList<>(inMemory.values())) {
            if (entry.place == Place.WITHHELD) {
                unload(entry);
            }
        }
        delays.forgetStored().forEach(this::unload);
        window.forget(storedMessages == 0);
        dispatch();
    }

    // ---- the end of a queue

    /** The queue is gone for everyone; what the store has of it is deleted later. */
    void remove(String why) {
        removed = true;
        delays.close();
        window.forget(true);
        dispatcher.queueRemoved(why);
        for (QueuedEntry entry : new ArrayList<>(inMemory.values())) {
            if (entry.place != Place.OUT && entry.place != Place.GOING) {
                window.remove(entry);
                drop(entry);
            }
        }
    }

    /** The node is not the holder any more: timers end, nothing is written. */
    void close() {
        removed = true;
        delays.close();
    }

    // ---- the head (L12)

    /** Raises the stored lower bound if enough went since; false = nothing to do. */
    boolean raiseHead(Unit unit) {
        boolean known = window.isLocated() && rangesInFlight == 0 && !withholding;
        if (goneSinceHead == 0 || removed || !rowDurable || !known) {
            return false;
        }
        goneSinceHead = 0;
        Position first = earliest(window.firstUnread(), delays.first());
        if (!inMemory.isEmpty()) {
            first = earliest(first, inMemory.firstKey());
        }
        Position bound = first == null ? Level.after(published) : first;
        if (bound.compareTo(head) <= 0) {
            return false;
        }
        unit.raiseHead(number(), bound);
        unit.whenDurable((epoch, batch) -> head = bound);
        return true;
    }

    private static @Nullable Position earliest(@Nullable Position one, @Nullable Position other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }

    DestinationsView.DestinationInfo info() {
        return new DestinationsView.DestinationInfo(
                number(),
                row.kind(),
                row.name(),
                row.topic(),
                row.clientId(),
                !unstored,
                storedMessages,
                storedBytes,
                unstoredMessages,
                out,
                dispatcher.consumers(),
                memoryBytes);
    }

    @Override
    public String toString() {
        return row.kind() + " " + row.name();
    }
}
