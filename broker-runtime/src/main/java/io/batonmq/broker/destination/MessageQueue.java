package io.batonmq.broker.destination;

import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.Kind;

/** A queue, or the messages of one subscription: its parts, its row, its end. Confined to the broker loop. */
final class MessageQueue {
    /** Ready bytes kept in memory without a consumer. */
    private static final long IDLE_BYTES = 256 * 1024;

    private final QueueRow row;
    private final Surroundings around;
    private final QueueEntries entries;
    private final HandedOutMark mark;
    private final Withheld withheld;
    private final Window window;
    private final Delays delays;
    private final Placing placing;
    private final Publishing publishing;
    private final Deliveries deliveries;
    private final Expiry expiry;
    private final QueueHead head;
    private final Selections selections;
    private final Dispatcher dispatcher;

    private boolean rowDurable;
    private boolean removed;
    private boolean dispatchesSoon;

    private MessageQueue(QueueRow row, boolean rowDurable, Surroundings around) {
        this.row = row;
        this.rowDurable = rowDurable;
        this.around = around;
        this.entries = new QueueEntries(around, row.state());
        this.mark = new HandedOutMark(this, around, row.state(), !isOfOneSession());
        this.withheld = new Withheld(this);
        this.window = new Window(this, around, entries.storedMessages() == 0);
        this.delays = new Delays(this, around);
        this.placing = new Placing(this, around, entries, window, delays);
        this.publishing = new Publishing(this, around, entries, window);
        this.deliveries = new Deliveries(this, around, entries, window, delays);
        this.expiry = new Expiry(this, around, entries, window, delays);
        this.head = new QueueHead(this, entries, window, delays);
        this.selections = new Selections(this, window, around);
        this.dispatcher = new Dispatcher(this, window, around);
    }

    /** One whose row is made with its first message or consumer. */
    static MessageQueue create(QueueRow row, Surroundings around) {
        return new MessageQueue(row, false, around);
    }

    static MessageQueue recover(QueueRow row, Surroundings around) {
        return new MessageQueue(row, true, around);
    }

    QueueRow row() {
        return row;
    }

    /** Whether it is a non-durable subscription's. */
    boolean endsWithConsumers() {
        return row.kind() == Kind.SUBSCRIPTION && row.owner() != null;
    }

    /** Whether no other session is ever sent its messages: it ends when that one does, or is given up. */
    boolean isOfOneSession() {
        return endsWithConsumers() && !row.shared();
    }

    long number() {
        return row.number();
    }

    QueueEntries entries() {
        return entries;
    }

    HandedOutMark mark() {
        return mark;
    }

    Withheld withheld() {
        return withheld;
    }

    Placing placing() {
        return placing;
    }

    Publishing publishing() {
        return publishing;
    }

    Deliveries deliveries() {
        return deliveries;
    }

    Expiry expiry() {
        return expiry;
    }

    QueueHead head() {
        return head;
    }

    Selections selections() {
        return selections;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    boolean isRemoved() {
        return removed;
    }

    boolean isRowDurable() {
        return rowDurable;
    }

    /** A unit that names this queue brings its row along until that is known to be stored. */
    void touch(Unit unit) {
        if (!rowDurable) {
            unit.putQueue(row);
            unit.whenDurable((epoch, batch) -> rowDurable = true);
        }
    }

    /** R9, R10: everybody who might claim of it was heard, or given up. */
    void nobodyClaims() {
        mark.settled();
        withheld.release();
    }

    void dispatch() {
        if (!removed && !dispatchesSoon) {
            dispatcher.run();
        }
    }

    /** Dispatches, but not before what the loop does now is done. */
    void dispatchSoon() {
        if (!dispatchesSoon) {
            dispatchesSoon = true;
            around.loop().execute(() -> {
                dispatchesSoon = false;
                dispatch();
            });
        }
    }

    // ---- memory

    /** Ready bytes that may be kept: without a consumer that takes whatever there is, others have more use for them. */
    long readyBudget() {
        return dispatcher.hasPlainConsumers() ? around.settings().queueBudget() : idleBudget();
    }

    private long idleBudget() {
        return Math.min(IDLE_BYTES, around.settings().queueBudget());
    }

    /** The last consumer went. */
    void idle() {
        if (!removed && placing.isReadingNone()) {
            window.shrink(idleBudget());
        }
    }

    /** Memory is short everywhere. */
    void shrink() {
        if (placing.isReadingNone()) {
            window.shrink(0);
        }
    }

    // ---- its end

    /** The queue is gone for everyone; what the store has of it is deleted later. */
    void remove(String why) {
        removed = true;
        delays.close();
        window.forget(true);
        selections.close();
        dispatcher.queueRemoved(why);
        for (QueuedEntry entry : entries.copy()) {
            if (entry.place != Place.OUT && entry.place != Place.GOING) {
                window.remove(entry);
                entries.drop(entry);
            }
        }
    }

    /** The node is not the holder any more: timers end, nothing is written. */
    void close() {
        removed = true;
        delays.close();
        selections.close();
    }

    DestinationsView.DestinationInfo info() {
        return new DestinationsView.DestinationInfo(
                number(),
                row.kind(),
                row.name(),
                row.topic(),
                row.clientId(),
                !endsWithConsumers(),
                entries.storedMessages(),
                entries.storedBytes(),
                entries.unstoredMessages(),
                deliveries.out(),
                dispatcher.consumers(),
                entries.memoryBytes());
    }

    /** Its name, for people; a plain subscription has none but its topic's. */
    String described() {
        String topic = row.topic();
        return topic == null ? row.name() : isOfOneSession() ? topic : topic + " / " + row.name();
    }

    @Override
    public String toString() {
        return row.kind() + " " + described();
    }
}
