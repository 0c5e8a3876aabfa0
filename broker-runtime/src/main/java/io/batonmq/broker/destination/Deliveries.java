package io.batonmq.broker.destination;

import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.Position;
import org.jspecify.annotations.Nullable;

/** The messages of a queue that are with sessions: handed over, acknowledged, given back, claimed. Confined to the broker loop. */
final class Deliveries {
    private final MessageQueue queue;
    private final Surroundings around;
    private final QueueEntries entries;
    private final Window window;
    private final Delays delays;
    private int out;
    /** Of {@code out}, those whose acknowledgement is on its way to the store. */
    private int acknowledging;

    private @Nullable Runnable whenNoneIsOut;

    Deliveries(MessageQueue queue, Surroundings around, QueueEntries entries, Window window, Delays delays) {
        this.queue = queue;
        this.around = around;
        this.entries = entries;
        this.window = window;
        this.delays = delays;
    }

    int out() {
        return out;
    }

    /** Whether a session holds a message that it has not acknowledged, durably or not yet. */
    boolean any() {
        return out > acknowledging;
    }

    /** Runs the task when no session has a message of the queue. */
    void whenNoneIsOut(Runnable task) {
        if (out == 0) {
            task.run();
        } else {
            whenNoneIsOut = task;
        }
    }

    private void isNotOut() {
        out--;
        if (out == 0 && whenNoneIsOut != null) {
            around.loop().execute(() -> {
                Runnable task = whenNoneIsOut;
                if (out == 0 && task != null) {
                    whenNoneIsOut = null;
                    task.run();
                }
            });
        }
    }

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
        if (entry.stored && !queue.isRemoved()) {
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
            isNotOut();
            entry.place = Place.NEW;
            if (queue.isRemoved()) {
                entries.drop(entry);
            } else {
                queue.placing().place(entry);
                queue.dispatchSoon();
            }
        }
    }

    /** It was handed out, and is about to be given back. */
    void count(Unit unit, QueuedEntry entry, int deliveryCount) {
        int stored = Math.max(entry.storedCount, deliveryCount - entry.surplus());
        if (!queue.isRemoved()
                && stored >= around.settings().maxDeliveries()
                && around.deadLetters().takes(queue)) {
            around.deadLetters().move(unit, entry, stored, deliveryCount);
            return;
        }
        long delay = around.settings().redeliveryDelay().toMillis();
        long available = delay == 0 ? 0 : around.time().millis() + delay;
        if (entry.stored && !queue.isRemoved()) {
            unit.delivery(new DeliveryRow(entry.key(), stored, available));
        }
        unit.whenDurable((epoch, batch) -> {
            entry.storedCount = stored;
            entry.availableAt = available;
        });
    }

    /** The same in memory only: the database refused the count. */
    void countHere(QueuedEntry entry, int deliveryCount) {
        entry.storedCount = Math.max(entry.storedCount, deliveryCount - entry.surplus());
        if (entry.place == Place.OUT && !queue.isRemoved() && isExhausted(entry)) {
            around.deadLetters().moveUndelivered(entry);
        }
    }

    /** Whether the limit was reached before: its move was interrupted by a takeover, or the limit was lowered. */
    boolean isExhausted(QueuedEntry entry) {
        return entry.storedCount >= around.settings().maxDeliveries()
                && around.deadLetters().takes(queue);
    }

    /** The client has it: its bytes are not needed before it comes back. */
    void sent(QueuedEntry entry) {
        if (entry.stored && entry.place == Place.OUT) {
            entries.shed(entry);
        }
    }

    /** It leaves its session, or its place in the queue, for good. */
    void leaves(QueuedEntry entry) {
        window.remove(entry);
        if (entry.place == Place.OUT) {
            notAcknowledging(entry);
            isNotOut();
        }
        entry.place = Place.GOING;
    }

    /** It can't leave now: it stays in the queue, and is sent to nobody before that time. */
    void stays(QueuedEntry entry, long until) {
        entry.place = Place.NEW;
        entry.availableAt = until;
        if (queue.isRemoved()) {
            entries.drop(entry);
        } else {
            queue.placing().place(entry);
        }
    }

    /** A delivery moves to another queue: gone here when the unit is durable. */
    void moved(Unit unit, QueuedEntry entry) {
        if (entry.stored) {
            unit.delete(entry.key(), entry.size);
        }
        unit.whenDurable((epoch, batch) -> gone(entry));
    }

    private void gone(QueuedEntry entry) {
        if (entry.place == Place.OUT) {
            isNotOut();
        }
        entries.gone(entry);
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
        sent(entry);
        return true;
    }

    /** What a read for a claim found: null = it is gone, or somebody's. */
    @Nullable
    QueuedEntry claim(Loaded loaded) {
        Position position = loaded.row().position();
        QueuedEntry entry = entries.find(position);
        if (entry == null) {
            if (queue.isRemoved() || !entries.isThere(position)) {
                return null;
            }
            entry = QueuedEntry.stored(queue, loaded);
            entries.remember(entry);
        }
        return claim(entry) ? entry : null;
    }
}
