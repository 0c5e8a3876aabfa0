package io.batonmq.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.ContentRow;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.MessageStore.Orphan;
import io.batonmq.store.MessageStore.OrphanPage;
import io.batonmq.store.MessageStore.Page;
import io.batonmq.store.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is read: order, pages, heads (S9, L12). */
public abstract class ReadContract extends StoreContract {

    private NodeStores node;
    private LeaseTerm term;

    @BeforeEach
    void takeLease() {
        node = node();
        term = take(node);
    }

    private Page page(Position from, int rows, long bytes) {
        return get(node.messages().page(lease, 1, 5, from, rows, bytes));
    }

    @Test
    void pagesGoInOrderOfEpochThenCounterWhateverTheOrderOfInsertion() {
        List<Position> order = List.of(
                new Position(3, 1),
                new Position(3, 2),
                new Position(3, 10),
                new Position(4, 1),
                new Position(20, 1),
                new Position(20, 9));
        List<Position> shuffled = new ArrayList<>(order);
        java.util.Collections.reverse(shuffled);
        Batch batch = Batch.of(term, 1);
        shuffled.forEach(position -> batch.insert(message(1, position)));
        batch.insert(message(1, new Position(1, 1), 4, "other level", null, 0));
        batch.insert(message(2, new Position(1, 1)));
        store(node, batch);

        assertThat(positions(page(Position.FIRST, 100, 100_000).rows())).containsExactlyElementsOf(order);
        assertThat(page(Position.FIRST, 100, 100_000).more()).isFalse();
        for (int size = 1; size <= 7; size++) {
            assertThat(inPagesOf(size)).containsExactlyElementsOf(order);
        }
    }

    private List<Position> inPagesOf(int size) {
        List<Position> read = new ArrayList<>();
        Position from = Position.FIRST;
        Page page;
        do {
            page = page(from, size, 100_000);
            assertThat(page.rows().size()).isBetween(1, size);
            read.addAll(positions(page.rows()));
            Position last = read.get(read.size() - 1);
            from = new Position(last.epoch(), last.counter() + 1);
        } while (page.more());
        return read;
    }

    /** Each page by its own parameters, whatever was asked before: a database may reuse what it found then. */
    @Test
    void noPageDependsOnThePagesBefore() {
        List<Position> all = new ArrayList<>();
        Batch batch = Batch.of(term, 1);
        for (long epoch = 1; epoch <= 4; epoch++) {
            for (long counter = 1; counter <= 5; counter++) {
                Position position = new Position(epoch, counter);
                all.add(position);
                batch.insert(message(1, position));
            }
        }
        store(node, batch);
        Random random = new Random(1);
        for (int i = 0; i < 400; i++) {
            Position from = new Position(random.nextInt(6), random.nextInt(7));
            int size = i % 7 == 0 ? 100 : 1 + random.nextInt(8);
            List<Position> after =
                    all.stream().filter(one -> one.compareTo(from) >= 0).toList();

            Page page = page(from, size, 100_000);

            assertThat(positions(page.rows()))
                    .as("try %s: %s from %s", i, size, from)
                    .isEqualTo(after.stream().limit(size).toList());
            assertThat(page.more()).isEqualTo(after.size() > size);
        }
    }

    @Test
    void aPageBeginsAtThePositionItself() {
        store(node, Batch.of(term, 1).insert(message(1, new Position(3, 1)), message(1, new Position(3, 2))));

        assertThat(positions(page(new Position(3, 2), 10, 1_000).rows())).containsExactly(new Position(3, 2));
        assertThat(page(new Position(3, 3), 10, 1_000)).isEqualTo(new Page(List.of(), false));
        assertThat(page(new Position(4, 0), 10, 1_000)).isEqualTo(new Page(List.of(), false));
    }

    @Test
    void aPageIsBoundedInBytesButGivesAtLeastOneRow() {
        Batch batch = Batch.of(term, 1);
        for (int i = 1; i <= 4; i++) {
            batch.insert(new MessageRow(1, new Position(1, i), 5, 100, 0, 0, 0, new byte[100], null, 0));
        }
        batch.insert(new MessageRow(1, new Position(2, 1), 5, 5_000, 0, 0, 0, new byte[10], new Position(9, 9), 4_990));
        store(node, batch);

        assertThat(page(Position.FIRST, 10, 250).rows()).hasSize(2);
        assertThat(page(Position.FIRST, 10, 250).more()).isTrue();
        assertThat(page(Position.FIRST, 10, 300).rows()).hasSize(3);
        assertThat(page(Position.FIRST, 10, 1).rows()).hasSize(1);
        assertThat(page(new Position(2, 1), 10, 1).rows()).hasSize(1);
        assertThat(page(new Position(2, 1), 10, 1).more()).isFalse();
        assertThat(page(Position.FIRST, 4, 100_000).more()).isTrue();
        assertThat(page(Position.FIRST, 5, 100_000).more()).isFalse();
    }

    @Test
    void levelsGiveTheFirstPositionOfEachAtOrAfterTheHead() {
        Batch batch = Batch.of(term, 1);
        long[][] rows = {{0, 7, 1}, {0, 6, 2}, {5, 5, 5}, {5, 5, 6}, {9, 2, 1}, {9, 8, 1}};
        for (long[] row : rows) {
            batch.insert(message(1, new Position(row[1], row[2]), (int) row[0], "x", null, 0));
        }
        store(node, batch);

        assertThat(get(node.messages().levels(lease, 1, Position.FIRST)))
                .containsExactly(
                        new LevelHead(0, new Position(6, 2)),
                        new LevelHead(5, new Position(5, 5)),
                        new LevelHead(9, new Position(2, 1)));
        assertThat(get(node.messages().levels(lease, 1, new Position(5, 6))))
                .containsExactly(
                        new LevelHead(0, new Position(6, 2)),
                        new LevelHead(5, new Position(5, 6)),
                        new LevelHead(9, new Position(8, 1)));
        assertThat(get(node.messages().levels(lease, 2, Position.FIRST))).isEmpty();
    }

    @Test
    void findGivesThoseThatExist() {
        MessageRow one = message(1, new Position(1, 1));
        MessageRow two = message(2, new Position(1, 2), 0, "two", null, 0);
        store(node, Batch.of(term, 1).insert(one, two));

        assertThat(get(node.messages()
                        .find(
                                lease,
                                List.of(
                                        new MessageKey(1, one.position()),
                                        new MessageKey(2, one.position()),
                                        new MessageKey(2, two.position())))))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactlyInAnyOrder(one, two);
        assertThat(get(node.messages().find(lease, List.of()))).isEmpty();
    }

    @Test
    void anEmptyStoreRecoversToNothing() {
        var state = recover(node);

        assertThat(state.queues()).isEmpty();
        assertThat(state.connections()).isEmpty();
        assertThat(state.sessions()).isEmpty();
        assertThat(state.refusals()).isEmpty();
        assertThat(state.stages()).isEmpty();
        assertThat(state.databaseMillis()).isPositive();
    }

    /** S8: what a call looks at is bounded, not only what it finds. */
    @Test
    void anOrphanBehindManyNamedContentsIsFoundAPageAtATime() {
        List<Position> named = new ArrayList<>();
        for (long counter = 1; counter <= 25; counter++) {
            named.add(new Position(3, counter));
            named.add(new Position(5, counter));
            named.add(new Position(7, counter));
        }
        Batch batch = Batch.of(term, 1);
        for (int i = 0; i < named.size(); i++) {
            batch.insert(new ContentRow(named.get(i), 0, new byte[1]), new ContentRow(named.get(i), 1, new byte[1]))
                    .insert(message(1, new Position(9, i + 1), 5, "head", named.get(i), 2));
        }
        Position orphan = new Position(7, 100);
        store(node, batch.insert(new ContentRow(orphan, 0, new byte[1])));

        List<Orphan> found = new ArrayList<>();
        Position after = Position.FIRST;
        int pages = 0;
        while (after != null) {
            OrphanPage page = get(node.messages().orphanContents(lease, after, new Position(7, 101), 10));
            Position from = after;
            Position to = page.lookedTo();
            assertThat(named.stream()
                            .filter(p -> p.compareTo(from) > 0 && to != null && p.compareTo(to) <= 0)
                            .count())
                    .isLessThanOrEqualTo(10);
            found.addAll(page.orphans());
            after = to;
            pages++;
        }

        assertThat(found).containsExactly(new Orphan(orphan, 1));
        assertThat(pages).isEqualTo(8);
        assertThat(get(node.messages().orphanContents(lease, new Position(3, 20), new Position(7, 3), 100)))
                .isEqualTo(new OrphanPage(List.of(), null));
    }
}
