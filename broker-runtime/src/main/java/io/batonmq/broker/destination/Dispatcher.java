package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.QueueConsumer;
import io.batonmq.broker.writer.Unit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives a queue's messages, in order, to its consumers in turn. Confined to the broker loop.
 *
 * <p>A consumer that is not ready is left out until it says so ({@link ConsumerAttachment#wake}): a queue with thousands of
 * waiting consumers costs nothing.
 */
final class Dispatcher {
    private final MessageQueue queue;
    private final Window window;
    private final Surroundings around;
    private final Set<ConsumerAttachment> consumers = new LinkedHashSet<>();
    /** Those that may be ready, the next in turn first. */
    private final Deque<ConsumerAttachment> ring = new ArrayDeque<>();

    /** Those that want to know when all that is for them was sent. */
    private final Set<ConsumerAttachment> draining = new LinkedHashSet<>();

    private final MessageGroups groups = new MessageGroups();

    private boolean running;
    private boolean again;

    Dispatcher(MessageQueue queue, Window window, Surroundings around) {
        this.queue = queue;
        this.window = window;
        this.around = around;
    }

    int consumers() {
        return consumers.size();
    }

    boolean hasConsumers() {
        return !consumers.isEmpty();
    }

    /** A consumer comes; it takes part as soon as it is activated. */
    ConsumerAttachment attach(QueueConsumer consumer, MessageFilter filter) {
        ConsumerAttachment attachment = new ConsumerAttachment(this, consumer, filter);
        consumers.add(attachment);
        return attachment;
    }

    void wake(ConsumerAttachment attachment) {
        if (attachment.isActive() && !attachment.inRing) {
            attachment.inRing = true;
            attachment.awaitsMark = false;
            ring.add(attachment);
        }
        queue.dispatch();
    }

    void drain(ConsumerAttachment attachment) {
        draining.add(attachment);
        wake(attachment);
    }

    void detach(ConsumerAttachment attachment) {
        if (consumers.remove(attachment)) {
            ring.remove(attachment);
            attachment.inRing = false;
            groups.detached(attachment);
            draining.remove(attachment);
            attachment.finishDrains();
            if (consumers.isEmpty()) {
                queue.idle();
            }
        }
    }

    void queueRemoved(String why) {
        List<ConsumerAttachment> all = new ArrayList<>(consumers);
        consumers.clear();
        ring.clear();
        draining.clear();
        for (ConsumerAttachment attachment : all) {
            attachment.inRing = false;
            attachment.close();
            attachment.finishDrains();
            attachment.consumer().queueRemoved(why);
        }
    }

    /** Dispatches what can be; called from inside itself it makes another round instead. */
    void run() {
        if (running) {
            again = true;
            return;
        }
        running = true;
        try {
            do {
                again = false;
                round();
            } while (again && !queue.isRemoved());
        } finally {
            running = false;
        }
        settleDrains();
    }

    private void round() {
        if (ring.isEmpty()) {
            return;
        }
        Unit going = new Unit();
        long now = around.time().millis();
        QueuedEntry entry = window.next(null);
        while (entry != null && !ring.isEmpty() && !queue.isRemoved()) {
            if (entry.isExpired(now)) {
                queue.expiry().expire(going, entry);
            } else if (queue.deliveries().isExhausted(entry)) {
                around.deadLetters().moveUndelivered(going, entry);
            } else {
                ConsumerAttachment taker = takerOf(entry);
                if (taker != null) {
                    if (entry.stored && !queue.mark().covers(entry.position)) {
                        allow(entry);
                        break;
                    }
                    noteGroup(entry, taker);
                    queue.deliveries().handOver(entry);
                    taker.consumer().deliver(entry);
                }
            }
            entry = window.next(entry);
        }
        if (!going.isEmpty()) {
            around.writer().submit(going);
        }
    }

    /** Allows the message, and what follows, to be handed out (R9); the queue dispatches again when the store has the mark. */
    private void allow(QueuedEntry next) {
        if (!queue.mark().requestedFor(next.position)) {
            queue.mark().raise(window.farthest(next, HandedOutMark.AHEAD));
        }
    }

    /** The next consumer in turn that is ready for the message and may have it; those that aren't ready are left out. */
    private @Nullable ConsumerAttachment takerOf(QueuedEntry entry) {
        ConsumerAttachment owner = entry.group() == MessageGroups.NONE ? null : groups.owner(entry.group());
        if (owner != null && owner.takes(entry)) { // what it can't take by its selector is for others
            return owner.inRing && isReady(owner, entry) ? owner : null;
        }
        for (int left = ring.size(); left > 0; left--) {
            ConsumerAttachment attachment = ring.remove();
            ring.add(attachment);
            if (attachment.takes(entry) && isReady(attachment, entry)) {
                return attachment;
            }
        }
        return null;
    }

    /** Whether one that is in turn is ready for the message; if not, it is left out. */
    private boolean isReady(ConsumerAttachment attachment, QueuedEntry entry) {
        boolean ready = attachment.consumer().ready(entry.size);
        boolean marked = !ready || !entry.stored || attachment.consumer().marked(queue.number());
        if (!ready || !marked) {
            ring.removeLastOccurrence(attachment);
            attachment.inRing = false;
            attachment.awaitsMark = !marked;
        }
        return ready && marked;
    }

    private void noteGroup(QueuedEntry entry, ConsumerAttachment taker) {
        int group = entry.group();
        if (group == MessageGroups.NONE) {
            return;
        }
        if (MessageGroups.isLast(entry.message())) {
            groups.close(group);
        } else if (groups.owner(group) == null) {
            groups.assign(group, taker);
        }
    }

    private void settleDrains() {
        if (draining.isEmpty()) {
            return;
        }
        boolean awaited = window.awaitsStore() || queue.mark().pending();
        for (ConsumerAttachment attachment : List.copyOf(draining)) {
            if (attachment.isActive() && !attachment.awaitsMark && !(attachment.inRing && awaited)) {
                draining.remove(attachment);
                attachment.finishDrains();
            }
        }
    }
}
