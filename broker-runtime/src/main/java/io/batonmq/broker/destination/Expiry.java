package io.batonmq.broker.destination;

import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.MessageRow;

/** What expires in a queue, and when to look next. Confined to the broker loop. */
final class Expiry {
    private final MessageQueue queue;
    private final Surroundings around;
    private final QueueEntries entries;
    private final Window window;
    private final Delays delays;
    /** When the reaper should look next: no message here expires before. */
    private long next;

    Expiry(MessageQueue queue, Surroundings around, QueueEntries entries, Window window, Delays delays) {
        this.queue = queue;
        this.around = around;
        this.entries = entries;
        this.window = window;
        this.delays = delays;
        this.next = entries.storedMessages() == 0 ? Long.MAX_VALUE : 0;
    }

    long next() {
        return next;
    }

    /** A look begins; what comes meanwhile is noted again. */
    void looks() {
        next = Long.MAX_VALUE;
    }

    /** Something expires then; 0 = never. */
    void comes(long millis) {
        if (millis != 0) {
            next = Math.min(next, millis);
        }
    }

    /** An expired message that is with nobody is deleted. */
    void expire(Unit unit, QueuedEntry entry) {
        around.counters().expired++;
        window.remove(entry);
        delays.remove(entry);
        entry.place = Place.GOING;
        if (entry.stored) {
            unit.delete(entry.key(), entry.size);
        }
        unit.whenDurable((epoch, batch) -> entries.gone(entry));
    }

    /** What the reaper read of the store: deletes it if it is still there, expired and with nobody. */
    boolean expireRead(Unit unit, MessageRow message, long now) {
        boolean itsClientMayClaimIt =
                queue.isOfOneSession() && !queue.dispatcher().hasConsumers();
        if (itsClientMayClaimIt || queue.withheld().covers(message.position())) {
            return false; // C89
        }
        QueuedEntry entry = entries.find(message.position());
        if (entry == null) {
            if (queue.isRemoved() || !entries.isThere(message.position())) {
                return false;
            }
            entry = QueuedEntry.stored(queue, message, null);
            entries.remember(entry);
        } else if (!entry.isExpired(now) || entry.place == Place.OUT || entry.place == Place.GOING) {
            return false;
        }
        expire(unit, entry);
        return true;
    }

    /** Drops what expired and only memory knows; the earliest expiry of what stays. */
    long expireUnstored() {
        long now = around.time().millis();
        long earliest = Long.MAX_VALUE;
        for (QueuedEntry entry : entries.copy()) {
            if (entry.stored || entry.expiresAtMillis() == 0) {
                continue;
            }
            if (entry.isExpired(now) && (entry.place == Place.READY || entry.place == Place.DELAYED)) {
                window.remove(entry);
                delays.remove(entry);
                around.counters().expired++;
                entries.gone(entry);
            } else {
                earliest = Math.min(earliest, entry.expiresAtMillis());
            }
        }
        return earliest;
    }
}
