package io.batonmq.broker.destination;

import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.broker.destination.StoreReads.LoadedPage;
import io.batonmq.store.Position;
import io.batonmq.wire.MessageView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a queue for what selections take: first through memory, then through the store, page by page. Confined to the
 * broker loop, to which it leaves room: in one turn it looks {@value #LOOKS_PER_TURN} times.
 *
 * <p>A page is read for one selection, each in its turn, and serves all that have got so far; of it only matches stay in memory.
 * So neither does the store's part of a queue crowd out what the window has, nor the reverse.
 */
final class SelectionScan {
    private static final int LOOKS_PER_TURN = 256;

    private final MessageQueue queue;
    private final Window window;
    private final Selections selections;
    private final Surroundings around;
    /** Those whose consumers wait for more, the next in turn first. */
    private final Set<Selection> seeking = new LinkedHashSet<>();
    /** A turn is to come, or a read to come back. */
    private boolean busy;

    private int generation;
    private @Nullable Pass pass;

    /** A page on its way from the store, and through the selections. */
    private static final class Pass {
        final int level;
        /** Every row at or before it was gone through. */
        Position at;
        /** A row became durable since the read began. */
        boolean arrived;
        /** A row left memory since: what was read of it may be older than what was known. */
        boolean stale;

        List<Loaded> rows = List.of();
        boolean more;
        int next;

        Pass(int level, Position at) {
            this.level = level;
            this.at = at;
        }
    }

    SelectionScan(MessageQueue queue, Window window, Selections selections, Surroundings around) {
        this.queue = queue;
        this.window = window;
        this.selections = selections;
        this.around = around;
    }

    void seek(Selection selection) {
        seeking.add(selection);
        proceed();
    }

    private void proceed() {
        if (!busy) {
            busy = true;
            int mine = generation;
            around.loop().execute(() -> {
                if (mine == generation) {
                    busy = false;
                    turn();
                }
            });
        }
    }

    /** The level has a row that a read in flight may not have seen. */
    void arrived(int level) {
        if (pass != null && pass.level == level) {
            pass.arrived = true;
        }
    }

    /** The level has a row that a read in flight may have seen as it was before. */
    void unloaded(int level) {
        if (pass != null && pass.level == level) {
            pass.stale = true;
        }
    }

    /** What is on its way is of no use any more. */
    void abandon() {
        generation++;
        busy = false;
        seeking.clear();
        if (pass != null && !pass.rows.isEmpty()) {
            queue.entries().readEnds();
        }
        pass = null;
    }

    private void turn() {
        if (queue.isRemoved()) {
            return;
        }
        if (pass != null) {
            goThrough(pass);
            return;
        }
        Selection next = nextInTurn();
        if (next == null) {
            return;
        }
        if (!next.walked) {
            walk(next);
        } else {
            read(next);
        }
    }

    private @Nullable Selection nextInTurn() {
        while (!seeking.isEmpty()) {
            Selection first = seeking.iterator().next();
            seeking.remove(first);
            selections.keepUp(first);
            if (!first.ring.isEmpty() && !first.isComplete()) {
                return first;
            }
            selections.isDue(first);
        }
        queue.dispatch();
        return null;
    }

    /** A new selection looks at what was ready before it came. */
    private void walk(Selection selection) {
        QueuedEntry entry = window.readyAfter(selection.walkedTo);
        for (int looks = 0; entry != null && looks < LOOKS_PER_TURN; looks++) {
            selections.lookAt(selection, entry);
            selection.walkedTo = entry;
            entry = window.readyAfter(entry);
        }
        if (entry != null) {
            seeking.add(selection);
            proceed();
        } else if (window.isLocated()) {
            selection.walked = true;
            selection.walkedTo = null;
            selections.keepUp(selection);
            selections.isDue(selection);
            queue.dispatch();
        } else {
            selections.isDue(selection); // the queue dispatches when that is done
            window.locate();
        }
        if (!seeking.isEmpty()) {
            proceed();
        }
    }

    private void read(Selection selection) {
        int level = selection.incompleteLevel();
        Reach reach = selection.reach(level);
        if (reach.stalled) {
            if (!seeking.isEmpty()) {
                proceed();
            }
            return;
        }
        Pass mine = new Pass(level, reach.to);
        pass = mine;
        busy = true;
        queue.entries().readBegins();
        DestinationSettings settings = around.settings();
        around.reads()
                .page(
                        queue.number(),
                        level,
                        Level.after(reach.to),
                        settings.pageRows(),
                        settings.pageBytes(),
                        page -> onPage(mine, page));
    }

    private void onPage(Pass mine, LoadedPage page) {
        if (pass != mine) {
            queue.entries().readEnds();
            return;
        }
        mine.rows = page.rows();
        mine.more = page.more();
        busy = false;
        goThrough(mine);
    }

    private void goThrough(Pass mine) {
        int looks = 0;
        boolean unpublished = false;
        while (mine.next < mine.rows.size() && looks < LOOKS_PER_TURN && !unpublished && !mine.stale) {
            Loaded loaded = mine.rows.get(mine.next);
            unpublished = !queue.entries().isPublished(loaded.row().position());
            if (!unpublished) {
                looks += goThrough(mine, loaded);
                mine.at = loaded.row().position();
                mine.next++;
            }
        }
        if (mine.next < mine.rows.size() && !unpublished && !mine.stale) {
            proceed();
            return;
        }
        pass = null;
        for (Selection selection : selections.all()) {
            Reach reach = selection.reach(mine.level);
            if (selection.walked && !reach.complete && !mine.stale && reach.to.compareTo(mine.at) >= 0) {
                reach.stalled = unpublished && !mine.arrived;
                reach.complete = !mine.more && !unpublished && !mine.arrived;
            }
            selections.isDue(selection);
        }
        queue.entries().readEnds();
        queue.dispatch();
        if (!seeking.isEmpty()) {
            proceed();
        }
    }

    /** One row for each selection that has got as far as the row before. */
    private int goThrough(Pass mine, Loaded loaded) {
        QueuedEntry entry = queue.placing().unknown(loaded);
        MessageView view = new MessageView(loaded.message());
        List<Selection> takers = new ArrayList<>();
        int looks = 0;
        for (Selection selection : selections.all()) {
            Reach reach = selection.reach(mine.level);
            boolean here = selection.walked
                    && selection.consumers > 0
                    && !reach.complete
                    && reach.to.compareTo(mine.at) >= 0
                    && reach.to.compareTo(loaded.row().position()) < 0;
            if (!here) {
                continue;
            }
            if (entry != null) {
                looks++;
                if (selections.matches(selection, view, entry)) {
                    if (!selections.hasRoom(selection, entry)) {
                        continue; // it reads on from here when there is room
                    }
                    takers.add(selection);
                }
            }
            reach.to = loaded.row().position();
        }
        if (entry != null && !takers.isEmpty()) {
            takers.forEach(selection -> selections.fetched(selection, entry));
            queue.placing().place(entry);
        }
        return looks;
    }
}
