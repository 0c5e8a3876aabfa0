package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ClockOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work on stages, in bounded units that a takeover may interrupt anywhere: a committed one is spread, each item
 * placed and removed in one unit; any other is dropped (S8). Confined to the broker loop.
 */
final class Spreading {
    private static final Logger log = LoggerFactory.getLogger(Spreading.class);
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final int UNIT_BYTES = 256 * 1024;
    private static final int READ_BYTES = 1024 * 1024;
    private static final int MOST_ROWS = 250;
    private static final int FIRST_ROWS = 16;

    private final Holding holding;
    private final Set<Run> runs = new HashSet<>();

    Spreading(Holding holding) {
        this.holding = holding;
    }

    /** Makes a committed stage visible, then tells. What is not stored waits for memory, as its commit does. */
    void spread(Stage stage, Runnable done) {
        start(new Run(stage, true, true, done));
    }

    /**
     * The same at a new holder. Here what is not stored goes if memory is full (R6): its client's resume and what is withheld
     * wait for the stage, so that nobody could make room.
     */
    void spreadOn(Stage stage, Runnable done) {
        start(new Run(stage, true, false, done));
    }

    /** Removes a stage that was not committed, with the bodies it names. */
    void drop(Stage stage) {
        start(new Run(stage, false, false, () -> {}));
    }

    private void start(Run run) {
        runs.add(run);
        run.read();
    }

    void close() {
        runs.clear();
    }

    /** One stage's way. */
    private final class Run {
        private final Stage stage;
        private final boolean committed;
        private final boolean waitsForRoom;
        private final Runnable done;
        private long next;
        private int rows = FIRST_ROWS;

        Run(Stage stage, boolean committed, boolean waitsForRoom, Runnable done) {
            this.stage = stage;
            this.committed = committed;
            this.waitsForRoom = waitsForRoom;
            this.done = done;
        }

        void read() {
            if (runs.contains(this)) {
                holding.loop()
                        .whenDone(holding.store().staged(holding.leaseName(), stage.id(), next, rows), this::onRead);
            }
        }

        private void onRead(@Nullable List<StagedItem> items, @Nullable Throwable failure) {
            if (!runs.contains(this)) {
                return;
            }
            if (items == null) {
                holding.loop().schedule(AGAIN, this::read);
            } else if (items.isEmpty()) {
                Unit unit = new Unit();
                unit.deleteStage(stage.id());
                unit.whenDurable((epoch, batch) -> {
                    if (runs.remove(this)) {
                        done.run();
                    }
                });
                holding.writer().submit(unit);
            } else if (committed) {
                claim(items);
            } else {
                write(items);
            }
        }

        /** Another holder's deliveries are taken from their queues first, and are the stage's until their unit comes. */
        private void claim(List<StagedItem> items) {
            List<DeliveryRef> unknown = new ArrayList<>();
            for (StagedItem item : items) {
                MessageKey key = item.delete();
                if (key != null && stage.consumed(key) == null) {
                    unknown.add(ref(key));
                }
            }
            if (unknown.isEmpty()) {
                write(items);
                return;
            }
            holding.destinations().claim(unknown, granted -> {
                granted.forEach((ref, entry) -> stage.consumes(key(ref), entry));
                write(items);
            });
        }

        private void write(List<StagedItem> items) {
            if (!runs.contains(this)) {
                return;
            }
            Unit unit = new Unit();
            long from = next;
            long read = 0;
            for (StagedItem item : items) {
                if (!add(unit, item)) {
                    break;
                }
                read += item.message() == null ? 64 : item.message().size();
                next = item.index() + 1;
                // What is not stored is not in the unit, and takes its room in memory only when the unit is durable.
                boolean rowsAreMany = unit.rows() > holding.writer().rowsPerBatch() / 2;
                if (rowsAreMany || Math.max(unit.bytes(), read) >= UNIT_BYTES) {
                    break;
                }
            }
            if (next == from) {
                holding.loop().schedule(AGAIN, this::read);
                return;
            }
            rows = (int) Math.max(1, Math.min(MOST_ROWS, READ_BYTES * (next - from) / Math.max(1, read)));
            unit.deleteStaged(stage.id(), from, next);
            unit.whenDurable((epoch, batch) -> read());
            unit.ifRefused(cause -> refused(from, items.get(0), cause.getMessage()));
            holding.writer().submit(unit);
        }

        /** S7: what was refused among others is tried alone; alone, it goes. */
        private Unit refused(long from, StagedItem first, @Nullable String why) {
            Unit instead = new Unit();
            if (next - from > 1) {
                next = from;
                rows = 1;
            } else {
                log.error(
                        "a message of committed transaction {} is lost, the database refuses it: {}", stage.id(), why);
                dropContent(instead, first);
                instead.deleteStaged(stage.id(), from, next);
            }
            instead.whenDurable((epoch, batch) -> read());
            return instead;
        }

        /** False = it has to wait for room. */
        private boolean add(Unit unit, StagedItem item) {
            MessageKey key = item.delete();
            if (!committed) {
                dropContent(unit, item);
            } else if (key != null) {
                Entry entry = stage.consumed(key);
                if (entry != null) {
                    holding.destinations().acknowledge(unit, entry);
                }
            } else if (item.message() != null) {
                return publish(unit, item, item.message());
            }
            return true;
        }

        private boolean publish(Unit unit, StagedItem item, MessageRow row) {
            byte[] bytes = row.bytes();
            if (bytes == null) {
                throw new IllegalStateException(
                        "staged message " + item.index() + " of " + stage.id() + " has no bytes");
            }
            EncodedMessage message = new EncodedMessage(bytes);
            try {
                holding.destinations()
                        .publish(
                                unit,
                                new Publication(
                                        message,
                                        message.head(),
                                        row.content(),
                                        row.contentLength(),
                                        stage.owner().connection(),
                                        stage.clientId(),
                                        new ClockOffset(row.availableAtMillis(), row.availableAtMillis())));
                return true;
            } catch (RefusedException e) {
                if (waitsForRoom && e.code() == ErrorCode.LIMIT_MEMORY) {
                    return false; // a NON_PERSISTENT one: it is committed, and waits until somebody consumes
                }
                // It could be placed when it was staged: the destination was deleted since, as it may be after any
                // send, or it is NON_PERSISTENT and its holder died.
                log.warn("a message of committed transaction {} is dropped: {}", stage.id(), e.text());
                dropContent(unit, item);
                return true;
            }
        }

        private void dropContent(Unit unit, StagedItem item) {
            MessageRow row = item.message();
            if (row != null && row.content() != null) {
                holding.destinations().dropContent(unit, row.content());
            }
        }
    }

    private static MessageKey key(DeliveryRef ref) {
        return new MessageKey(ref.queue(), new Position(ref.epoch(), ref.counter()));
    }

    private static DeliveryRef ref(MessageKey key) {
        return new DeliveryRef(
                key.queue(), key.position().epoch(), key.position().counter(), true);
    }
}
