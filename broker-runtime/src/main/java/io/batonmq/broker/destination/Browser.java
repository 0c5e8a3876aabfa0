package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Attachment;
import io.batonmq.broker.destination.Destinations.QueueConsumer;
import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.Position;
import io.batonmq.wire.MessageView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows a queue's messages as they are when it begins, and takes nothing; those that are with consumers, undue or expired
 * are left out. Reads the store page by page as its consumer has credit. Confined to the broker loop.
 */
final class Browser implements Attachment {
    private static final Comparator<QueuedEntry> ORDER =
            Comparator.<QueuedEntry>comparingInt(entry -> entry.level).thenComparing(entry -> entry.position);

    /** So often it looks at messages before it leaves the loop to others. */
    private static final int LOOKS_PER_TURN = 256;

    /** WAITING → LOCATING → SHOWING ⇄ READING; any → CLOSED. */
    private enum State {
        WAITING,
        LOCATING,
        SHOWING,
        READING,
        CLOSED
    }

    private final MessageQueue queue;
    private final Surroundings around;
    private final QueueConsumer consumer;
    private final MessageFilter filter;
    private final Deque<LevelHead> unread = new ArrayDeque<>();
    private final Deque<QueuedEntry> stored = new ArrayDeque<>();
    private final Deque<QueuedEntry> unstored = new ArrayDeque<>();
    private final List<Runnable> drains = new ArrayList<>(1);
    /** The last that its selector took. */
    private @Nullable QueuedEntry selected;

    private State state = State.WAITING;

    Browser(MessageQueue queue, Surroundings around, QueueConsumer consumer, MessageFilter filter) {
        this.queue = queue;
        this.around = around;
        this.consumer = consumer;
        this.filter = filter;
    }

    void activate() {
        if (state != State.WAITING) {
            return;
        }
        long now = around.time().millis();
        for (QueuedEntry entry : queue.entries().all()) {
            if (!entry.stored && entry.place == Place.READY && isThere(entry, now)) {
                unstored.add(entry);
            }
        }
        List<QueuedEntry> sorted = unstored.stream().sorted(ORDER).toList();
        unstored.clear();
        unstored.addAll(sorted);
        state = State.LOCATING;
        around.reads().levels(queue.number(), queue.head().position(), heads -> {
            if (state == State.LOCATING) {
                heads.stream().sorted(Comparator.comparingInt(LevelHead::level)).forEach(unread::add);
                state = State.SHOWING;
                show();
            }
        });
    }

    @Override
    public void wake() {
        show();
    }

    @Override
    public void drain(Runnable done) {
        if (state == State.CLOSED) {
            done.run();
        } else {
            drains.add(done);
            show();
        }
    }

    @Override
    public void detach() {
        state = State.CLOSED;
        stored.clear();
        unstored.clear();
        settle();
    }

    private void show() {
        int looks = 0;
        while (state == State.SHOWING) {
            if (looks++ == LOOKS_PER_TURN) {
                around.loop().execute(this::show);
                return;
            }
            if (stored.isEmpty() && !unread.isEmpty()) {
                read(unread.remove());
                return;
            }
            QueuedEntry next = first();
            if (next == null) {
                state = State.CLOSED;
                consumer.browseEnded();
            } else if (!selects(next)) {
                (next.stored ? stored : unstored).remove();
            } else if (consumer.ready(next.size)) {
                (next.stored ? stored : unstored).remove();
                consumer.deliver(next);
            } else {
                break;
            }
        }
        if (state == State.SHOWING || state == State.CLOSED) {
            settle();
        }
    }

    private @Nullable QueuedEntry first() {
        QueuedEntry one = stored.peek();
        QueuedEntry other = unstored.peek();
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return ORDER.compare(one, other) <= 0 ? one : other;
    }

    private void read(LevelHead from) {
        state = State.READING;
        queue.entries().readBegins();
        DestinationSettings settings = around.settings();
        around.reads()
                .page(queue.number(), from.level(), from.first(), settings.pageRows(), settings.pageBytes(), page -> {
                    if (state == State.READING) {
                        Position last = from.first();
                        long now = around.time().millis();
                        for (Loaded loaded : page.rows()) {
                            last = loaded.row().position();
                            QueuedEntry entry = seen(loaded);
                            if (entry != null && isThere(entry, now)) {
                                stored.add(entry);
                            }
                        }
                        if (page.more()) {
                            unread.addFirst(new LevelHead(from.level(), Level.after(last)));
                        }
                        state = State.SHOWING;
                    }
                    queue.entries().readEnds();
                    show();
                });
    }

    /** Null = it is no more, or with a consumer. */
    private @Nullable QueuedEntry seen(Loaded loaded) {
        Position position = loaded.row().position();
        QueuedEntry entry = queue.entries().find(position);
        boolean there = entry == null
                ? !queue.isRemoved() && queue.entries().isThere(position)
                : entry.place != Place.OUT && entry.place != Place.GOING;
        return there ? QueuedEntry.stored(queue, loaded) : null;
    }

    private static boolean isThere(QueuedEntry entry, long now) {
        return entry.isDue(now) && !entry.isExpired(now);
    }

    /** Looked at once: what the browser has no credit for waits with the answer known. */
    private boolean selects(QueuedEntry entry) {
        if (entry != selected) {
            boolean selects = filter.matches(new MessageView(entry.message()), entry.deliveryCount());
            selected = selects ? entry : null;
            return selects;
        }
        return true;
    }

    private void settle() {
        List<Runnable> done = List.copyOf(drains);
        drains.clear();
        done.forEach(Runnable::run);
    }
}
