package io.batonmq.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.ContentRow;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore.Orphan;
import io.batonmq.store.MessageStore.OrphanPage;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.Kind;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a batch does: every effect, all or nothing, once (S1–S5, S7). */
public abstract class BatchContract extends StoreContract {

    private static final byte[] HASH = {1, 2, 0, -1};

    private NodeStores node;
    private LeaseTerm term;

    @BeforeEach
    void takeLease() {
        node = node();
        term = take(node);
    }

    private Position at(long counter) {
        return new Position(term.epoch(), counter);
    }

    private Batch batch(long number) {
        return Batch.of(term, number);
    }

    private static QueueRow queue(long number) {
        return new QueueRow(
                number, Kind.QUEUE, "queue " + number, null, null, null, false, false, null, QueueState.EMPTY);
    }

    @Test
    void aMessageComesBackAsItWas() {
        byte[] allBytes = new byte[256];
        for (int i = 0; i < allBytes.length; i++) {
            allBytes[i] = (byte) i;
        }
        MessageRow row = new MessageRow(
                7, at(1), 5, 300, 3, 111_222_333_444L, 555_666_777_888L, allBytes, new Position(8, 9), 44);
        MessageRow bare = new MessageRow(7, at(2), 5, 0, 0, 0, 0, null, null, 0);
        MessageRow empty = new MessageRow(7, at(3), 5, 0, 0, 0, 0, new byte[0], null, 0);

        store(node, batch(1).insert(row, bare, empty));

        List<MessageRow> read = messages(node, 7);
        assertThat(read).usingRecursiveFieldByFieldElementComparator().containsExactly(row, bare, empty);
    }

    @Test
    void deletedMessagesAreGoneAndOthersStay() {
        MessageRow one = message(1, at(1));
        MessageRow two = message(1, at(2));
        MessageRow otherQueue = message(2, at(1));
        store(node, batch(1).insert(one, two, otherQueue));

        store(node, batch(2).delete(one));

        assertThat(positions(messages(node, 1))).containsExactly(at(2));
        assertThat(positions(messages(node, 2))).containsExactly(at(1));
    }

    @Test
    void aDeliveryChangesCountAndTimeOnly() {
        MessageRow one = message(1, at(1));
        MessageRow two = message(1, at(2));
        store(node, batch(1).insert(one, two));

        store(node, batch(2).deliver(one, 4, 99));

        MessageRow read = messages(node, 1).get(0);
        assertThat(read.deliveryCount()).isEqualTo(4);
        assertThat(read.availableAtMillis()).isEqualTo(99);
        assertThat(read.bytes()).isEqualTo(one.bytes());
        assertThat(messages(node, 1).get(1).deliveryCount()).isZero();
    }

    @Test
    void contentComesBackByChunkAndGoesWhole() {
        ContentRow[] chunks = Stream.of(0, 1, 2, 3)
                .map(chunk -> new ContentRow(at(1), chunk, new byte[] {(byte) (int) chunk}))
                .toArray(ContentRow[]::new);
        store(node, batch(1).insert(chunks).insert(new ContentRow(at(2), 0, new byte[0])));

        assertThat(get(node.messages().content(lease, at(1), 1, 2)))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(chunks[1], chunks[2]);

        store(node, batch(2).deleteContent(at(1)));
        assertThat(get(node.messages().content(lease, at(1), 0, 10))).isEmpty();
        assertThat(get(node.messages().content(lease, at(2), 0, 10))).hasSize(1);
    }

    @Test
    void queuesArePutReplacedChangedAndDeleted() {
        Identity owner = identity();
        QueueRow full = new QueueRow(
                1,
                Kind.SUBSCRIPTION,
                "näme ✓",
                "topic",
                "client",
                "colour = 'red'",
                true,
                true,
                owner,
                new QueueState(1, 2, new Position(3, 4), new Position(5, 6), new Position(4, 8), true));
        QueueRow bare = queue(2);
        store(node, batch(1).put(full, bare, queue(3)));
        assertThat(recover(node).queues()).containsExactly(full, bare, queue(3));

        QueueState changed = new QueueState(9, 8, new Position(7, 6), new Position(5, 4), new Position(3, 2), true);
        QueueRow replaced =
                new QueueRow(1, Kind.TEMPORARY_TOPIC, "other", null, null, null, false, false, null, QueueState.EMPTY);
        store(node, batch(2).put(replaced).change(2, changed).deleteQueue(3));

        assertThat(recover(node).queues())
                .containsExactly(
                        replaced,
                        new QueueRow(2, Kind.QUEUE, "queue 2", null, null, null, false, false, null, changed));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKindOfQueueComesBack(Kind kind) {
        QueueRow row = new QueueRow(1, kind, "q", null, null, null, false, false, null, QueueState.EMPTY);
        store(node, batch(1).put(row));
        assertThat(recover(node).queues()).containsExactly(row);
    }

    @Test
    void connectionsSessionsAndRefusalsArePutReplacedAndDeleted() {
        Identity one = new Identity(-1, Long.MIN_VALUE);
        Identity two = new Identity(0, 2);
        ConnectionRow full = new ConnectionRow(one, HASH, "user", "client", identity(), 500, 77);
        ConnectionRow bare = new ConnectionRow(two, HASH, null, null, identity(), 0, 0);
        SessionRow first = new SessionRow(one, 0, 5, SentQueues.of(Set.of(7L, Long.MAX_VALUE)), true, 99);
        SessionRow second = new SessionRow(two, 1, 6, SentQueues.NONE, false, 0);
        RefusalRow refusal = new RefusalRow(first.key(), 4, 17, "näin ei käy");
        RefusalRow later = new RefusalRow(first.key(), 5, 18, "");
        RefusalRow others = new RefusalRow(second.key(), 4, 19, "no");
        store(node, batch(1).put(full, bare).put(first, second).insert(refusal, later, others));

        assertThat(recover(node).connections())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactlyInAnyOrder(full, bare);
        assertThat(recover(node).sessions()).containsExactlyInAnyOrder(first, second);
        assertThat(recover(node).refusals()).containsExactlyInAnyOrder(refusal, later, others);

        SessionRow moved = new SessionRow(one, 0, 6, SentQueues.ALL, false, 0);
        ConnectionRow attached = new ConnectionRow(one, HASH, "user", "client", identity(), 1, 0);
        store(node, batch(2).put(moved).put(attached).prune(first.key(), 4));

        assertThat(recover(node).sessions()).containsExactlyInAnyOrder(moved, second);
        assertThat(recover(node).connections())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactlyInAnyOrder(attached, bare);
        assertThat(recover(node).refusals()).containsExactlyInAnyOrder(later, others);
    }

    @Test
    void aSessionGoesWithItsRefusalsAndAConnectionWithItsSessions() {
        Identity one = identity();
        Identity two = identity();
        SessionKey ended = new SessionKey(one, 2);
        store(
                node,
                batch(1).put(new ConnectionRow(one, HASH, null, null, identity(), 0, 0))
                        .put(new ConnectionRow(two, HASH, null, null, identity(), 0, 0))
                        .put(
                                new SessionRow(one, 1, 1, SentQueues.NONE, false, 0),
                                new SessionRow(one, 2, 1, SentQueues.NONE, false, 0))
                        .put(new SessionRow(two, 1, 1, SentQueues.NONE, false, 0))
                        .insert(new RefusalRow(new SessionKey(one, 1), 1, 1, "a"), new RefusalRow(ended, 1, 1, "b"))
                        .insert(new RefusalRow(new SessionKey(two, 1), 1, 1, "c")));

        store(node, batch(2).deleteSession(ended).deleteSession(new SessionKey(one, 99)));
        assertThat(recover(node).sessions())
                .extracting(SessionRow::key)
                .containsExactlyInAnyOrder(new SessionKey(one, 1), new SessionKey(two, 1));
        assertThat(recover(node).refusals()).extracting(RefusalRow::text).containsExactlyInAnyOrder("a", "c");

        store(node, batch(3).deleteConnection(one).deleteConnection(identity()));
        assertThat(recover(node).connections()).extracting(ConnectionRow::id).containsExactly(two);
        assertThat(recover(node).sessions()).extracting(SessionRow::connection).containsExactly(two);
        assertThat(recover(node).refusals()).extracting(RefusalRow::text).containsExactly("c");
    }

    @Test
    void stagesAndWhatIsStagedComeBackInOrderAndGo() {
        SessionKey owner = new SessionKey(identity(), 3);
        StageRow stage = new StageRow(at(1), owner, 12, 2, null);
        StagedItem[] items = Stream.of(0, 1, 2, 3)
                .map(i -> i % 2 == 0
                        ? new StagedItem(at(1), i, message(5, at(i + 10)), null)
                        : new StagedItem(at(1), i, null, new MessageKey(6, at(i))))
                .toArray(StagedItem[]::new);
        store(node, batch(1).put(stage).insert(items));

        assertThat(recover(node).stages()).containsExactly(stage);
        assertThat(staged(at(1), 0, 10))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(items);
        assertThat(staged(at(1), 1, 2))
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(items[1], items[2]);

        StageRow committed = new StageRow(at(1), owner, 12, 4, at(100));
        store(node, batch(2).put(committed).deleteStaged(at(1), 0, 2));
        assertThat(recover(node).stages()).containsExactly(committed);
        assertThat(staged(at(1), 0, 10)).extracting(StagedItem::index).containsExactly(2L, 3L);

        store(node, batch(3).deleteStaged(at(1), 0, 100).deleteStage(at(1)));
        assertThat(recover(node).stages()).isEmpty();
        assertThat(staged(at(1), 0, 10)).isEmpty();
    }

    private List<StagedItem> staged(Position stage, long from, int rows) {
        return get(node.messages().staged(lease, stage, from, rows));
    }

    @Test
    void contentThatNothingNamesIsAnOrphan() {
        MessageRow naming = message(1, at(50), 5, "head", at(1), 1);
        store(
                node,
                batch(1).insert(Stream.of(1, 2, 3, 4, 5, 6)
                                .map(i -> new ContentRow(at(i), 0, new byte[1]))
                                .toArray(ContentRow[]::new))
                        .insert(new ContentRow(at(5), 1, new byte[1]))
                        .insert(naming)
                        .put(new StageRow(at(2), new SessionKey(identity(), 1), 0, 0, null))
                        .insert(new StagedItem(at(60), 0, message(1, at(3), 5, "head", at(3), 1), null)));

        assertThat(orphans(Position.FIRST, at(6))).containsExactly(new Orphan(at(4), 1), new Orphan(at(5), 2));
        assertThat(orphans(at(4), at(7))).containsExactly(new Orphan(at(5), 2), new Orphan(at(6), 1));

        store(node, batch(2).delete(naming).deleteContent(at(4), at(5)));
        assertThat(orphans(Position.FIRST, at(7))).containsExactly(new Orphan(at(1), 1), new Orphan(at(6), 1));
    }

    private List<Orphan> orphans(Position after, Position before) {
        OrphanPage page = get(node.messages().orphanContents(lease, after, before, 10));
        assertThat(page.lookedTo()).isNull();
        return page.orphans();
    }

    /** S1: a content may have more chunks than a batch deletes; what is left of it is found again. */
    @Test
    void aContentGoesInSteps() {
        store(
                node,
                batch(1).insert(Stream.of(0, 1, 2, 3, 4)
                        .map(chunk -> new ContentRow(at(1), chunk, new byte[1]))
                        .toArray(ContentRow[]::new)));

        store(node, batch(2).deleteChunks(at(1), 3, 5));
        assertThat(get(node.messages().content(lease, at(1), 0, 10)))
                .extracting(ContentRow::chunk)
                .containsExactly(0, 1, 2);
        assertThat(orphans(Position.FIRST, at(2))).containsExactly(new Orphan(at(1), 3));
        store(node, batch(3).deleteChunks(at(1), 0, 3));
        assertThat(orphans(Position.FIRST, at(2))).isEmpty();
        store(node, batch(4).deleteChunks(at(1), 0, 5));
    }

    @Test
    void anEmptyBatchIsABatch() {
        store(node, batch(1));
        assertThat(write(node, batch(1))).isEqualTo(new BatchResult.AlreadyThere());
    }

    @Test
    void aSecondCopyOfABatchDoesNothing() {
        MessageRow one = message(1, at(1));
        Batch first = batch(1).insert(one).put(queue(1));
        store(node, first);
        store(node, batch(2).delete(one).deleteQueue(1));

        assertThat(write(node, first)).isEqualTo(new BatchResult.AlreadyThere());

        assertThat(messages(node, 1)).isEmpty();
        assertThat(recover(node).queues()).isEmpty();
    }

    @Test
    void aLateCopyOfABatchWhoseRowWasPrunedDoesNothing() {
        MessageRow one = message(1, at(1));
        Batch first = batch(1).insert(one);
        store(node, first);
        store(node, batch(2).delete(one));
        store(node, batch(3).pruneBatchesBelow(3));
        assertThat(get(node.lease().renew(term, ACTIVATION, 1L)).result())
                .as("the row is pruned")
                .isEqualTo(io.batonmq.store.LeaseStore.RenewResult.BATCH_MISSING);

        assertThat(write(node, first)).isEqualTo(new BatchResult.AlreadyThere());

        assertThat(messages(node, 1)).isEmpty();
        store(node, batch(4).insert(one));
    }

    @Test
    void aBatchOfAnEpochThatIsOverIsFencedAndDoesNothing() {
        store(node, batch(1).insert(message(1, at(1))));
        NodeStores other = node();
        LeaseTerm successor = take(other);

        assertThat(write(node, batch(2).insert(message(1, at(2))))).isEqualTo(new BatchResult.Fenced());
        assertThat(write(node, batch(1).insert(message(1, at(1))))).isEqualTo(new BatchResult.Fenced());

        assertThat(positions(messages(other, 1))).containsExactly(at(1));
        store(other, Batch.of(successor, 1).insert(message(1, new Position(successor.epoch(), 1))));
    }

    @Test
    void theFenceNamesHolderAndIncarnationToo() {
        LeaseTerm cloned = new LeaseTerm(lease, term.nodeId(), identity(), term.epoch());
        LeaseTerm renamed = new LeaseTerm(lease, "other", term.incarnation(), term.epoch());

        assertThat(write(node, Batch.of(cloned, 1).insert(message(1, at(1))))).isEqualTo(new BatchResult.Fenced());
        assertThat(write(node, Batch.of(renamed, 1).insert(message(1, at(1))))).isEqualTo(new BatchResult.Fenced());

        assertThat(messages(node, 1)).isEmpty();
    }

    @Test
    void leasesDoNotSeeEachOther() {
        store(node, batch(1).insert(message(1, at(1))).put(queue(1)));

        assertThat(get(node.messages().recover(lease + "x")).queues()).isEmpty();
        assertThat(get(node.messages().page(lease + "x", 1, 5, Position.FIRST, 10, 1_000))
                        .rows())
                .isEmpty();
    }

    /** S4: what the writer counted on, and what is there, differ; nothing of the batch may stay. */
    @Test
    void aRowThatIsNotThereUndoesTheWholeBatch() {
        MessageRow stored = message(1, at(1));
        store(node, batch(1).insert(stored).put(queue(1)));
        List<Batch> faults = List.of(
                batch(2).delete(message(1, at(9))),
                batch(2).delete(stored).delete(message(1, at(9))),
                batch(2).deliver(message(1, at(9)), 1, 0),
                batch(2).change(9, QueueState.EMPTY),
                batch(2).deleteQueue(9),
                batch(2).deleteStage(at(9)));
        for (Batch fault : faults) {
            fault.insert(message(1, at(2))).put(queue(2));

            assertThat(write(node, fault)).isInstanceOf(BatchResult.Mismatch.class);

            assertThat(positions(messages(node, 1))).containsExactly(at(1));
            assertThat(recover(node).queues()).containsExactly(queue(1));
        }
        store(node, batch(2));
    }

    /** R15: on a database that went back, what a batch deletes may be named by rows that came back. */
    @Test
    void aBatchThatDoesNotFindTheOneBeforeItDoesNothing() {
        store(node, batch(1).insert(new ContentRow(at(1), 0, new byte[1])));

        assertThat(write(node, batch(3).after(2).deleteContent(at(1)))).isInstanceOf(BatchResult.Mismatch.class);

        assertThat(get(node.messages().content(lease, at(1), 0, 10))).hasSize(1);
        store(node, batch(3).after(1).deleteContent(at(1)));
        assertThat(write(node, batch(3).after(1))).isEqualTo(new BatchResult.AlreadyThere());
    }

    /** S5: a late copy is told that it is one, whatever became of the rows of those before it. */
    @Test
    void aLateCopyWhosePredecessorWasPrunedIsAlreadyThere() {
        store(node, batch(1));
        store(node, batch(2).after(1));
        store(node, batch(3).after(2).pruneBatchesBelow(2));

        assertThat(write(node, batch(2).after(1))).isEqualTo(new BatchResult.AlreadyThere());
        store(node, batch(4).after(3).pruneBatchesBelow(4));
        assertThat(write(node, batch(2).after(1))).isEqualTo(new BatchResult.AlreadyThere());
        store(node, batch(5).after(4));
    }

    /** S4: in one statement one of two effects on a row would be lost, silently. */
    @Test
    void twoEffectsOnOneRowAreRefused() {
        MessageRow one = message(1, at(1));
        SessionRow session = new SessionRow(identity(), 1, 1, SentQueues.NONE, false, 0);
        StageRow stage = new StageRow(at(1), session.key(), 1, 0, null);
        ContentRow chunk = new ContentRow(at(1), 0, new byte[1]);
        ConnectionRow connection = new ConnectionRow(session.connection(), HASH, null, null, identity(), 0, 0);
        List<Batch> unfolded = List.of(
                batch(1).insert(one).delete(one),
                batch(1).insert(one, one),
                batch(1).deliver(one, 1, 0).delete(one),
                batch(1).deliver(one, 1, 0).deliver(one, 2, 0),
                batch(1).insert(chunk, chunk),
                batch(1).insert(chunk).deleteContent(at(1)),
                batch(1).put(queue(1), queue(1)),
                batch(1).put(queue(1)).change(1, QueueState.EMPTY),
                batch(1).change(1, QueueState.EMPTY).deleteQueue(1),
                batch(1).put(session, session),
                batch(1).put(session).deleteSession(session.key()),
                batch(1).put(session).deleteConnection(session.connection()),
                batch(1).put(connection).deleteConnection(session.connection()),
                batch(1).insert(new RefusalRow(session.key(), 1, 1, "")).prune(session.key(), 1),
                batch(1).insert(new RefusalRow(session.key(), 1, 1, "")).deleteSession(session.key()),
                batch(1).put(stage).deleteStage(at(1)),
                batch(1).insert(new StagedItem(at(1), 0, one, null)).deleteStaged(at(1), 0, 1),
                batch(1).pruneBatchesBelow(2));
        for (Batch batch : unfolded) {
            assertThat(write(node, batch)).isInstanceOf(BatchResult.Mismatch.class);
        }
        store(node, batch(1));
    }

    /** S7. */
    @Test
    void dataThatTheDatabaseRefusesIsToldApartAndUndoesTheWholeBatch() {
        store(node, batch(1).insert(message(1, at(1))));
        List<Batch> poison = List.of(
                batch(2).put(named("x".repeat(256))), // longer than its column
                batch(2).insert(message(1, at(1)))); // there already
        for (Batch batch : poison) {
            BatchResult result = write(node, batch.insert(message(1, at(2))));

            assertThat(result).isInstanceOf(BatchResult.Refused.class);
            assertThat(((BatchResult.Refused) result).cause()).isInstanceOf(StoreException.RefusedData.class);
            assertThat(positions(messages(node, 1))).containsExactly(at(1));
        }
        store(node, batch(2).put(named("x".repeat(255))));
    }

    private static QueueRow named(String name) {
        return new QueueRow(8, Kind.QUEUE, name, null, null, null, false, false, null, QueueState.EMPTY);
    }

    /** L8: the last batch gives the lease up, all or nothing. */
    @Test
    void aReleaseRaisesTheEpochAndNamesTheSuccessor() {
        release("successor");
        release(null);
    }

    private void release(@Nullable String successor) {
        store(node, batch(1).insert(message(1, at(1))).release(successor));

        var row = look(node, self("onlooker")).lease();
        assertThat(row.holder()).isNull();
        assertThat(row.incarnation()).isNull();
        assertThat(row.successor()).isEqualTo(successor);
        assertThat(row.epoch()).isGreaterThan(term.epoch());
        assertThat(positions(messages(node, 1))).contains(at(1));
        assertThat(write(node, batch(2))).isEqualTo(new BatchResult.Fenced());
        assertThat(get(node.lease().renew(term, ACTIVATION, null)).result())
                .isEqualTo(io.batonmq.store.LeaseStore.RenewResult.LOST);
        term = take(node);
        assertThat(term.epoch()).isGreaterThan(row.epoch());
        assertThat(look(node, self("onlooker")).lease().successor()).isNull();
    }

    @Test
    void aReleaseThatFailsKeepsTheLease() {
        assertThat(write(node, batch(1).deleteQueue(9).release(null))).isInstanceOf(BatchResult.Mismatch.class);
        store(node, batch(1).release(null).pruneBatchesBelow(1));
    }

    @Test
    void aBatchOfTheLargestSizeIsStored() {
        byte[] body = new byte[4_000];
        Arrays.fill(body, (byte) 0x55);
        MessageRow[] rows = new MessageRow[1_000];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new MessageRow(1, at(i + 1), 5, body.length, 0, 0, 0, body, null, 0);
        }
        store(node, batch(1).insert(rows));
        assertThat(messages(node, 1)).hasSize(1_000);

        store(node, batch(2).delete(rows));
        assertThat(messages(node, 1)).isEmpty();
    }
}
