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
    private final Selections selections;
    private final Set<ConsumerAttachment> consumers = new LinkedHashSet<>();
    /** Those without a selector that may be ready, the next in turn first. */
    private final Deque<ConsumerAttachment> ring = new ArrayDeque<>();

    /** Those that want to know when all that is for them was sent. */
    private final Set<ConsumerAttachment> draining = new LinkedHashSet<>();

    /** Those that take whatever there is. */
    private int plain;
    /** Whether a message that both want goes to one that selects it. */
    private boolean selectorsTurn;

    private final MessageGroups groups = new MessageGroups();

    /** Takes what expired in a round. */
    private @Nullable Unit going;

    private boolean running;
    private boolean again;

    Dispatcher(MessageQueue queue, Window window, Surroundings around) {
        this.queue = queue;
        this.window = window;
        this.around = around;
        this.selections = queue.selections();
    }

    int consumers() {
        return consumers.size();
    }

    boolean hasConsumers() {
        return !consumers.isEmpty();
    }

    /** Whether any takes whatever there is. */
    boolean hasPlainConsumers() {
        return plain > 0;
    }

    /** A consumer comes; it takes part as soon as it is activated. */
    ConsumerAttachment attach(QueueConsumer consumer) {
        plain++;
        return attach(new ConsumerAttachment(this, consumer, null));
    }

    /** The same for one with a selector. */
    ConsumerAttachment attach(QueueConsumer consumer, String selector, MessageFilter filter) {
        return attach(new ConsumerAttachment(this, consumer, selections.join(selector, filter)));
    }

    private ConsumerAttachment attach(ConsumerAttachment attachment) {
        consumers.add(attachment);
        return attachment;
    }

    void wake(ConsumerAttachment attachment) {
        Selection selection = attachment.selection();
        if (attachment.isActive() && !attachment.inRing) {
            attachment.inRing = true;
            attachment.awaitsMark = false;
            ringOf(selection).add(attachment);
        }
        if (selection != null) {
            selections.isDue(selection);
        }
        queue.dispatch();
    }

    private Deque<ConsumerAttachment> ringOf(@Nullable Selection selection) {
        return selection == null ? ring : selection.ring;
    }

    /** The consumer that is next in turn, if it is ready, is marked with the unit that stores what it will be sent (R9). */
    void markNext(Unit unit, int size) {
        ConsumerAttachment next = ring.peek();
        if (next != null && next.consumer().ready(size)) {
            next.consumer().mark(unit, queue.number());
        }
    }

    void drain(ConsumerAttachment attachment) {
        draining.add(attachment);
        wake(attachment);
    }

    void detach(ConsumerAttachment attachment) {
        if (consumers.remove(attachment)) {
            Selection selection = attachment.selection();
            ringOf(selection).remove(attachment);
            attachment.inRing = false;
            groups.detached(attachment);
            draining.remove(attachment);
            if (selection == null) {
                plain--;
            } else {
                selections.leave(selection);
            }
            attachment.finishDrains();
            if (consumers.isEmpty()) {
                queue.idle();
            }
        }
    }

    void queueRemoved(String why) {
        List<ConsumerAttachment> all = new ArrayList<>(consumers);
        consumers.clear();
        plain = 0;
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
        long now = around.time().millis();
        if (!ring.isEmpty()) {
            offerInOrder(now);
        }
        for (Selection selection : selections.takeDue()) {
            offerMatches(selection, now);
        }
        Unit unit = going;
        if (unit != null) {
            going = null;
            around.writer().submit(unit);
        }
    }

    /** What is there, one after the other, to those that take anything, and in turn with them to those that select it. */
    private void offerInOrder(long now) {
        QueuedEntry entry = window.next(null);
        while (entry != null && !ring.isEmpty() && !queue.isRemoved()) {
            if (!goes(entry, now)) {
                ConsumerAttachment taker = takerInOrder(entry);
                if (taker != null) {
                    if (entry.stored && !queue.mark().covers(entry.position)) {
                        if (!queue.mark().requestedFor(entry.position)) {
                            queue.mark().raise(window.farthest(entry, HandedOutMark.AHEAD));
                        }
                        break;
                    }
                    selectorsTurn = taker.selection() == null;
                    noteGroup(entry, taker);
                    queue.deliveries().handOver(entry);
                    taker.consumer().deliver(entry);
                }
            }
            entry = window.next(entry);
        }
    }

    private @Nullable ConsumerAttachment takerInOrder(QueuedEntry entry) {
        ConsumerAttachment owner = owner(entry);
        if (owner != null) {
            return owner.inRing && isReady(owner, entry) ? owner : null;
        }
        ConsumerAttachment selecting = selectorsTurn ? selecting(entry) : null;
        if (selecting != null) {
            return selecting;
        }
        ConsumerAttachment taker = takerOf(ring, entry);
        return taker == null && !selectorsTurn ? selecting(entry) : taker;
    }

    private @Nullable ConsumerAttachment selecting(QueuedEntry entry) {
        for (Selection selection : entry.selections) {
            if (selection.next(null) == entry) {
                ConsumerAttachment taker = takerOf(selection.ring, entry);
                if (taker != null) {
                    return taker;
                }
            }
        }
        return null;
    }

    /** What is known to be next for a selection, wherever it stands; if that is not known, it is looked for. */
    private void offerMatches(Selection selection, long now) {
        if (selections.isUnread(selection)) {
            return; // what was given back comes first, and is being read
        }
        selections.keepUp(selection);
        QueuedEntry entry = selection.next(null);
        while (entry != null && !selection.ring.isEmpty() && !queue.isRemoved()) {
            if (!goes(entry, now)) {
                ConsumerAttachment owner = owner(entry);
                boolean ready = owner == null || owner.inRing && isReady(owner, entry);
                ConsumerAttachment taker = owner == null ? takerOf(selection.ring, entry) : ready ? owner : null;
                if (taker != null) {
                    if (entry.stored && !queue.mark().covers(entry.position)) {
                        if (!queue.mark().requestedFor(entry.position)) {
                            queue.mark().raise(selection.farthest(entry, HandedOutMark.AHEAD));
                        }
                        selections.isDue(selection);
                        return;
                    }
                    noteGroup(entry, taker);
                    queue.deliveries().handOver(entry);
                    taker.consumer().deliver(entry);
                }
            }
            entry = selection.next(entry);
        }
        if (!selection.ring.isEmpty() && selections.wantsMore(selection)) {
            selections.seek(selection);
        }
    }

    /** Whether it goes instead of being dispatched: it expired, or its deliveries are used up. */
    private boolean goes(QueuedEntry entry, long now) {
        if (entry.isExpired(now)) {
            Unit unit = going == null ? new Unit() : going;
            going = unit;
            queue.expiry().expire(unit, entry);
            return true;
        }
        if (queue.deliveries().isExhausted(entry)) {
            around.deadLetters().moveUndelivered(entry);
            return true;
        }
        return false;
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

    /** Whose the message's group is, if it may have the message: what its selector doesn't take is for others. */
    private @Nullable ConsumerAttachment owner(QueuedEntry entry) {
        ConsumerAttachment owner = entry.group() == MessageGroups.NONE ? null : groups.owner(entry.group());
        if (owner == null) {
            return null;
        }
        Selection selection = owner.selection();
        return selection == null || entry.selections.contains(selection) ? owner : null;
    }

    /** The next consumer in turn that is ready for the message; those that aren't are left out. */
    private @Nullable ConsumerAttachment takerOf(Deque<ConsumerAttachment> from, QueuedEntry entry) {
        for (int left = from.size(); left > 0; left--) {
            ConsumerAttachment attachment = from.remove();
            from.add(attachment);
            if (isReady(attachment, entry)) {
                return attachment;
            }
        }
        return null;
    }

    /** Whether one that is in turn is ready for the message; if not, it is left out. */
    private boolean isReady(ConsumerAttachment attachment, QueuedEntry entry) {
        boolean ready = attachment.consumer().ready(entry.size);
        boolean marked = !ready
                || !entry.stored
                || queue.isOfOneSession()
                || attachment.consumer().marked(queue.number());
        if (!ready || !marked) {
            ringOf(attachment.selection()).removeLastOccurrence(attachment);
            attachment.inRing = false;
            attachment.awaitsMark = !marked;
        }
        return ready && marked;
    }

    private void settleDrains() {
        if (draining.isEmpty()) {
            return;
        }
        for (ConsumerAttachment attachment : List.copyOf(draining)) {
            boolean waits = attachment.inRing && (queue.mark().pending() || isLookedFor(attachment.selection()));
            if (attachment.isActive() && !attachment.awaitsMark && !waits) {
                draining.remove(attachment);
                attachment.finishDrains();
            }
        }
    }

    private boolean isLookedFor(@Nullable Selection selection) {
        return selection == null ? window.awaitsStore() : selections.isLookedFor(selection);
    }
}
