package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop.Timer;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.MessageStore.Page;
import io.batonmq.store.Position;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes expired messages nobody consumes: one page of one queue at a time, with pauses, so that it never stands in the
 * way (C89). A queue is looked through when its earliest known expiry has passed, and once after a takeover, since nobody
 * remembers what expires in an old backlog. Confined to the broker loop.
 */
final class ExpiryReaper {
    private static final Duration TURN = Duration.ofSeconds(1);
    private static final Duration BETWEEN_PAGES = Duration.ofMillis(100);
    /** A queue whose messages expire one by one is not looked through for each. */
    private static final long LEAST_MILLIS_BETWEEN = 5_000;

    private static final int ROWS = 250;
    private static final long BYTES = 512 * 1024;

    private final Surroundings around;
    private final Supplier<Collection<MessageQueue>> queues;
    private final Deque<MessageQueue> due = new ArrayDeque<>();
    private @Nullable Timer timer;
    private boolean closed;

    ExpiryReaper(Surroundings around, Supplier<Collection<MessageQueue>> queues) {
        this.around = around;
        this.queues = queues;
    }

    void start() {
        later(TURN, this::turn);
    }

    void close() {
        closed = true;
        if (timer != null) {
            timer.cancel();
        }
    }

    private void later(Duration delay, Runnable task) {
        timer = around.loop().schedule(delay, () -> {
            if (!closed) {
                task.run();
            }
        });
    }

    private void turn() {
        long now = around.time().millis();
        for (MessageQueue queue : queues.get()) {
            if (queue.expiry().next() <= now) {
                due.add(queue);
            }
        }
        next();
    }

    private void next() {
        MessageQueue queue = due.poll();
        if (queue == null) {
            later(TURN, this::turn);
        } else if (queue.isRemoved()) {
            next();
        } else {
            new Look(queue).begin();
        }
    }

    /** One look through one queue. */
    private final class Look {
        private final MessageQueue queue;
        private final Deque<LevelHead> heads = new ArrayDeque<>();
        private long earliest = Long.MAX_VALUE;

        Look(MessageQueue queue) {
            this.queue = queue;
        }

        void begin() {
            queue.expiry().looks();
            earliest = queue.expiry().expireUnstored();
            if (queue.entries().storedMessages() == 0) {
                end();
                return;
            }
            around.reads().levels(queue.number(), queue.head().position(), found -> {
                heads.addAll(found);
                nextPage();
            });
        }

        private void nextPage() {
            LevelHead head = heads.poll();
            if (head == null || queue.isRemoved()) {
                end();
                return;
            }
            queue.entries().readBegins();
            around.reads().rows(queue.number(), head.level(), head.first(), ROWS, BYTES, page -> {
                boolean deleting = delete(head, page);
                queue.entries().readEnds();
                if (!deleting) {
                    later(BETWEEN_PAGES, this::nextPage);
                }
            });
        }

        /** True: the next page is read when this one's deletions are durable. */
        private boolean delete(LevelHead head, Page page) {
            List<MessageRow> rows = page.rows();
            if (page.more() && !rows.isEmpty()) {
                Position last = rows.get(rows.size() - 1).position();
                heads.addFirst(new LevelHead(head.level(), Level.after(last)));
            }
            long now = around.time().millis();
            Unit unit = new Unit();
            boolean any = false;
            for (MessageRow row : rows) {
                long expires = row.expiresAtMillis();
                if (expires == 0) {
                    continue;
                }
                if (expires > now) {
                    earliest = Math.min(earliest, expires);
                } else if (queue.expiry().expireRead(unit, row, now)) {
                    any = true;
                } else {
                    earliest = Math.min(earliest, now); // with a consumer: it may come back
                }
            }
            if (any) {
                unit.whenDurable((epoch, batch) -> {
                    if (!closed) {
                        nextPage();
                    }
                });
                around.writer().submit(unit);
            }
            return any;
        }

        private void end() {
            if (earliest != Long.MAX_VALUE) {
                long again = around.time().millis() + LEAST_MILLIS_BETWEEN;
                queue.expiry().comes(Math.max(earliest, again));
            }
            next();
        }
    }
}
