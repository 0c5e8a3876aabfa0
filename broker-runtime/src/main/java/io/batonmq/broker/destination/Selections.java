package io.batonmq.broker.destination;

import io.batonmq.wire.MessageView;
import io.batonmq.wire.ProtocolException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The selectors of a queue's consumers, each once however many consumers have it. Confined to the broker loop.
 *
 * <p>What is ready in memory is looked at when it comes there, once; what is only in the store, when it becomes durable, or by
 * {@link SelectionScan}. So nothing is looked at again because a consumer asks again: a selection stays for a while when its last
 * consumer is gone, for clients that make a consumer for each receive.
 */
final class Selections {
    private static final Logger log = LoggerFactory.getLogger(Selections.class);
    /** Selections without consumers that are kept. */
    private static final int IDLE_KEPT = 16;
    /** Messages that such a one looks at before it goes. */
    private static final int IDLE_LOOKS = 10_000;
    /** Matches that are held in memory for one selection: a consumer's usual prefetch. */
    private static final int FETCHED = 256;

    private final MessageQueue queue;
    private final Window window;
    private final Surroundings around;
    private final SelectionScan scan;
    private final Map<String, Selection> all = new LinkedHashMap<>();
    /** Ready ones whose bytes are in the store only, in the order of dispatch: nobody has looked at them. */
    private final TreeSet<QueuedEntry> unread = new TreeSet<>(Selection.ORDER);
    /** Those for which something may have changed since they were offered what there is. */
    private final Set<Selection> due = new LinkedHashSet<>();

    Selections(MessageQueue queue, Window window, Surroundings around) {
        this.queue = queue;
        this.window = window;
        this.around = around;
        this.scan = new SelectionScan(queue, window, this, around);
    }

    Iterable<Selection> all() {
        return all.values();
    }

    /** A consumer comes. */
    Selection join(String selector, MessageFilter filter) {
        Selection there = all.remove(selector);
        Selection selection = there == null ? new Selection(selector, filter) : there;
        all.put(selector, selection); // the last used is the last to go
        selection.consumers++;
        selection.looksWhileIdle = 0;
        return selection;
    }

    /** One goes. */
    void leave(Selection selection) {
        if (--selection.consumers == 0) {
            List<Selection> idle =
                    all.values().stream().filter(one -> one.consumers == 0).toList();
            if (idle.size() > IDLE_KEPT) {
                drop(idle.get(0));
            }
        }
    }

    private void drop(Selection selection) {
        all.remove(selection.selector());
        due.remove(selection);
        for (QueuedEntry entry : selection.all()) {
            entry.selections.remove(selection);
        }
    }

    // ---- what is in memory

    /** The entry became ready. */
    void added(QueuedEntry entry) {
        if (all.isEmpty()) {
            return;
        }
        if (!entry.isLoaded()) {
            unread.add(entry);
            all.values().forEach(this::isDue);
            return;
        }
        MessageView view = new MessageView(entry.message());
        Selection stale = null;
        for (Selection selection : all.values()) {
            if (selection.consumers == 0 && ++selection.looksWhileIdle > IDLE_LOOKS) {
                stale = selection;
            } else if (matches(selection, view, entry)) {
                link(selection, entry);
            }
        }
        if (stale != null) {
            drop(stale);
        }
    }

    private void link(Selection selection, QueuedEntry entry) {
        if (!entry.selections.contains(selection)) {
            entry.selections.add(selection);
            selection.add(entry);
            isDue(selection);
        }
    }

    /** The entry is not ready any more. */
    void removed(QueuedEntry entry) {
        unread.remove(entry);
        for (Selection selection : entry.selections) {
            selection.remove(entry);
        }
        entry.selections.clear();
    }

    /** A ready entry leaves memory and stays in the store. */
    void unloading(QueuedEntry entry) {
        scan.unloaded(entry.level);
        for (Selection selection : unread.contains(entry) ? all.values() : entry.selections) {
            selection.reach(entry.level).goBackBefore(entry.position);
        }
    }

    /** The window starts anew. */
    void startAgain() {
        scan.abandon();
        for (Selection selection : all.values()) {
            selection.startAgain();
            isDue(selection);
        }
    }

    /** One has looked at an entry in memory on its first way through it. */
    void lookAt(Selection selection, QueuedEntry entry) {
        if (!entry.isLoaded()) {
            unread.add(entry);
        } else if (matches(selection, new MessageView(entry.message()), entry)) {
            link(selection, entry);
        }
    }

    boolean matches(Selection selection, MessageView view, QueuedEntry entry) {
        try {
            return selection.matches(view, entry.deliveryCount());
        } catch (ProtocolException e) {
            log.warn("{}: a selector can't read the message at {}: {}", queue, entry.position, e.getMessage());
            return false;
        }
    }

    // ---- what is stored

    /**
     * A stored message became durable.
     *
     * @param inMemory whether it is placed there anyway
     * @return whether it is to be placed there, in any case
     */
    boolean arrives(QueuedEntry entry, boolean inMemory) {
        if (all.isEmpty()) {
            return inMemory;
        }
        boolean wanted = inMemory;
        MessageView view = new MessageView(entry.message());
        for (Selection selection : all.values()) {
            Reach reach = selection.reach(entry.level);
            if (reach.stalled) {
                reach.stalled = false;
                isDue(selection);
            }
            if (!inMemory && selection.walked && reach.passed(entry.position)) {
                wanted |= takesArrival(selection, reach, view, entry);
            }
        }
        if (!inMemory) {
            scan.arrived(entry.level);
        }
        return wanted;
    }

    private boolean takesArrival(Selection selection, Reach reach, MessageView view, QueuedEntry entry) {
        if (selection.consumers > 0 && !matches(selection, view, entry)) {
            reach.advance(entry.position);
            return false;
        }
        if (selection.consumers > 0 && hasRoom(selection, entry)) {
            fetched(selection, entry);
            return true;
        }
        reach.goBackBefore(entry.position);
        isDue(selection);
        return false;
    }

    /** The entry comes into memory for it; one that is not due counts among the delayed. */
    void fetched(Selection selection, QueuedEntry entry) {
        if (entry.isDue(around.time().millis())) {
            selection.fetched(entry);
        }
    }

    boolean hasRoom(Selection selection, QueuedEntry entry) {
        boolean fits = around.memory().fits(entry.footprint());
        return selection.hasRoom(
                entry.level, fits ? FETCHED : 1, around.settings().pageBytes());
    }

    // ---- dispatch

    /** It may have something to dispatch, or to look for. */
    void isDue(Selection selection) {
        if (!selection.ring.isEmpty()) {
            due.add(selection);
        }
    }

    List<Selection> takeDue() {
        if (due.isEmpty()) {
            return List.of();
        }
        List<Selection> taken = new ArrayList<>(due);
        due.clear();
        return taken;
    }

    /** Whether it can't be told yet what is for it: of messages that were given back the bytes are in the store. */
    boolean isUnread(Selection selection) {
        if (unread.isEmpty() || window.storedWait()) {
            return false;
        }
        window.fetch(List.copyOf(unread));
        isDue(selection);
        return true;
    }

    /** Whether there is more to look for, and room for it. */
    boolean wantsMore(Selection selection) {
        if (selection.isComplete()) {
            return false;
        }
        long page = around.settings().pageBytes();
        int most = around.memory().fits(page) ? FETCHED : 1;
        return !selection.walked || selection.hasRoom(selection.incompleteLevel(), most, page);
    }

    /** Whether something for it may be found without anybody's doing. */
    boolean isLookedFor(Selection selection) {
        return !window.storedWait() && (!unread.isEmpty() || wantsMore(selection));
    }

    /** Its consumers are ready for more than what is known of. */
    void seek(Selection selection) {
        scan.seek(selection);
    }

    /** Where the window has read further than it, it need not. */
    void keepUp(Selection selection) {
        if (selection.walked && window.isLocated()) {
            for (int i = 0; i < Window.LEVELS; i++) {
                selection.reach(i).keepUpWith(window.level(i));
            }
        }
    }

    /** The queue is gone. */
    void close() {
        scan.abandon();
        due.clear();
        unread.clear();
        all.clear();
    }
}
