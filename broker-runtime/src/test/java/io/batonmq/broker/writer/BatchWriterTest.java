package io.batonmq.broker.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.testing.ManualLoop;
import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The writer's queueing and folding (S1 to S7, L8), with the store's answers given by the test. */
class BatchWriterTest {
    private static final long QUEUE = 7;
    private static final Identity CLIENT = new Identity(1, 2);

    private final StoreException lost =
            new StoreException.OutcomeUnknown("the answer was lost", new IllegalStateException());
    private final ManualLoop loop = new ManualLoop();
    private final ScriptedStore store = new ScriptedStore();
    private final List<Long> proofsAsked = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private final List<String> durable = new ArrayList<>();
    private CompletableFuture<RenewResult> proof = new CompletableFuture<>();
    private final BatchWriter writer = new BatchWriter(
            loop,
            store,
            new LeaseTerm("default", "a", new Identity(3, 4), 100),
            List.of(new QueueRow(
                    QUEUE, QueueRow.Kind.QUEUE, "q", null, null, null, false, false, null, QueueRow.QueueState.EMPTY)),
            new BatchWriter.Bounds(10, 10_000, Duration.ofMillis(100), 1_000),
            number -> {
                proofsAsked.add(number);
                proof = new CompletableFuture<>();
                return proof;
            },
            ended::add);

    @Test
    void aUnitThatIsToBeAloneSharesItsBatchWithNone() {
        for (int i = 0; i < 5; i++) {
            Unit unit = new Unit();
            unit.insert(row(writer.nextPosition()));
            if (i == 2) {
                unit.alone();
            }
            writer.submit(unit);
        }
        loop.run();
        answer(new BatchResult.Stored());
        answer(new BatchResult.Stored());
        answer(new BatchResult.Stored());

        assertThat(store.sent)
                .extracting(batch -> batch.insertMessages().size())
                .containsExactly(2, 1, 2);
    }

    /** A content of many chunks is many rows, though one effect takes it away. */
    @Test
    void aLargeContentThatGoesFillsABatch() {
        Unit unit = new Unit();
        unit.deleteChunks(new Position(1, 1), 100, 164);
        unit.deleteChunks(new Position(1, 2), 0, 1);

        assertThat(unit.rows()).isEqualTo(65);
    }

    @Test
    void whileOneBatchIsInFlightTheNextCollects() {
        send("a");
        loop.run();
        send("b");
        send("c");
        loop.run();

        assertThat(store.sent).as("S1: one in flight").hasSize(1);
        answer(new BatchResult.Stored());
        assertThat(durable).containsExactly("a@1");
        assertThat(store.last().insertMessages()).hasSize(2);
        answer(new BatchResult.Stored());
        assertThat(durable).containsExactly("a@1", "b@2", "c@2");
    }

    /** R15: on a database that went back the next batch doesn't find its predecessor. A refused one is none. */
    @Test
    void aBatchNamesTheOneThatWasStoredLastBeforeIt() {
        send("a");
        loop.run();
        send("b");
        send("c");
        answer(new BatchResult.Stored());
        answer(new BatchResult.Refused(new StoreException.RefusedData("no", new IllegalStateException())));
        answer(new BatchResult.Stored());
        answer(new BatchResult.Stored());

        assertThat(store.sent).extracting(WriteBatch::number).containsExactly(1L, 2L, 3L, 4L);
        assertThat(store.sent).extracting(WriteBatch::after).containsExactly(0L, 1L, 1L, 3L);
    }

    @Test
    void nothingIsDurableBeforeTheStoreSaysSo() {
        send("a");
        loop.run();
        loop.advance(Duration.ofMinutes(1));

        assertThat(durable).isEmpty();
    }

    @Test
    void aBatchIsBoundedInRows() {
        for (int i = 0; i < 25; i++) {
            send("m" + i);
        }
        loop.run();
        answer(new BatchResult.Stored());
        answer(new BatchResult.Stored());
        answer(new BatchResult.Stored());

        assertThat(store.sent).extracting(b -> b.insertMessages().size()).containsExactly(10, 10, 5);
    }

    @Test
    void whatIsPlacedAndRemovedInOneBatchIsNotWritten() {
        Unit unit = new Unit();
        Position position = writer.nextPosition();
        unit.insert(row(position));
        unit.delete(new MessageKey(QUEUE, position), 10);
        writer.submit(unit);
        send("b");
        loop.run();

        assertThat(store.last().insertMessages()).as("S4").hasSize(1);
        assertThat(store.last().deleteMessages()).isEmpty();
        assertThat(store.last().queueStates().get(0).state().depth()).isEqualTo(1);
    }

    @Test
    void theDepthOfAQueueIsWhatIsTrueAfterTheBatch() {
        send("a");
        loop.run();
        send("b");
        send("c");
        answer(new BatchResult.Stored());

        assertThat(store.sent)
                .extracting(b -> b.queueStates().get(0).state().depth())
                .containsExactly(1L, 3L);
    }

    @Test
    void anUnknownOutcomeSendsTheSameBatchAgainAndNothingElseMeanwhile() {
        send("a");
        loop.run();
        send("b");
        answer(new BatchResult.Unknown(lost));
        loop.advance(Duration.ofMillis(100));

        assertThat(store.sent).as("S5").hasSize(2);
        assertThat(store.sent.get(1)).isSameAs(store.sent.get(0));
        assertThat(durable).isEmpty();
    }

    @Test
    void alreadyThereCountsOnlyAfterARenewalThatRequiresTheBatch() {
        send("a");
        loop.run();
        answer(new BatchResult.Unknown(lost));
        loop.advance(Duration.ofMillis(100));
        answer(new BatchResult.AlreadyThere());

        assertThat(proofsAsked).containsExactly(1L);
        assertThat(durable).as("S5").isEmpty();
        prove(RenewResult.RENEWED);
        assertThat(durable).containsExactly("a@1");
    }

    @Test
    void aBatchThatIsMissingAfterAllIsSentAgain() {
        send("a");
        loop.run();
        answer(new BatchResult.AlreadyThere());
        prove(RenewResult.BATCH_MISSING);

        assertThat(store.sent).hasSize(2);
        assertThat(store.last().number()).isEqualTo(1);
        answer(new BatchResult.Stored());
        assertThat(durable).containsExactly("a@1");
    }

    @Test
    void aProofThatFailsIsAskedForAgain() {
        send("a");
        loop.run();
        answer(new BatchResult.AlreadyThere());
        proof.completeExceptionally(lost);
        loop.run();
        loop.advance(Duration.ofMillis(100));

        assertThat(proofsAsked).containsExactly(1L, 1L);
        assertThat(durable).isEmpty();
    }

    @Test
    void aFencedWriterEndsAndConfirmsNothing() {
        send("a");
        loop.run();
        send("b");
        answer(new BatchResult.Fenced());

        assertThat(ended).singleElement().asString().contains("fenced");
        assertThat(durable).isEmpty();
        send("c");
        loop.run();
        assertThat(store.waiting()).as("nothing is written after the end").isFalse();
    }

    @Test
    void refusedDataIsSplitUntilTheCulpritStandsAloneAndItsNeighboursProceedInOrder() {
        send("a");
        send("b");
        send("bad");
        send("d");
        loop.run();
        while (store.waiting()) {
            boolean bad = store.last().insertMessages().stream().anyMatch(row -> row.size() == 666);
            answer(
                    bad
                            ? new BatchResult.Refused(new StoreException.RefusedData("no", lost))
                            : new BatchResult.Stored());
        }

        assertThat(durable)
                .extracting(s -> s.substring(0, s.indexOf('@')))
                .as("S7: the refusal takes the culprit's place")
                .containsExactly("a", "b", "bad refused", "d");
        assertThat(store.last().queueStates().get(0).state().depth()).isEqualTo(3);
        assertThat(ended).isEmpty();
    }

    @Test
    void aUnitThatDependsOnARefusedOneIsReplacedWhereItStands() {
        AtomicBoolean refused = new AtomicBoolean();
        Unit first = new Unit();
        first.insert(new MessageRow(QUEUE, writer.nextPosition(), 5, 666, 0, 0, 0, new byte[10], null, 0));
        first.ifRefused(cause -> {
            refused.set(true);
            return new Unit();
        });
        Unit second = new Unit();
        second.insert(row(writer.nextPosition()));
        second.whenDurable((epoch, batch) -> durable.add("must not be"));
        second.onlyIf(() -> !refused.get(), () -> {
            Unit instead = new Unit();
            instead.putSession(new SessionRow(CLIENT, 1, 1, SentQueues.NONE, false, 0));
            instead.whenDurable((epoch, batch) -> durable.add("instead@" + batch));
            return instead;
        });
        writer.submit(first);
        writer.submit(second);
        loop.run();
        while (store.waiting()) {
            boolean bad = store.last().insertMessages().stream().anyMatch(row -> row.size() == 666);
            answer(
                    bad
                            ? new BatchResult.Refused(new StoreException.RefusedData("no", lost))
                            : new BatchResult.Stored());
        }

        assertThat(durable).as("S7").singleElement().asString().startsWith("instead@");
        assertThat(writer.pendingBytes()).isZero();
    }

    @Test
    void dataOfTheNodeItselfThatIsRefusedEndsTheWriter() {
        Unit unit = new Unit();
        unit.insert(row(writer.nextPosition()));
        writer.submit(unit);
        loop.run();
        answer(new BatchResult.Refused(new StoreException.RefusedData("no", lost)));

        assertThat(ended).hasSize(1);
    }

    @Test
    void aCountThatIsNotWhatItMustBeEndsTheWriter() {
        send("a");
        loop.run();
        answer(new BatchResult.Mismatch("a row is missing"));

        assertThat(ended).singleElement().asString().contains("a row is missing");
        assertThat(durable).isEmpty();
    }

    @Test
    void aDatabaseThatWillNeverTakeItEndsTheWriter() {
        send("a");
        loop.run();
        answer(new BatchResult.NotStored(new StoreException.Unusable("no privilege", lost)));

        assertThat(ended).singleElement().asString().contains("no privilege");
    }

    @Test
    void theReleaseComesLastAndInTheSameBatch() {
        List<String> released = new ArrayList<>();
        send("a");
        writer.release("b", () -> released.add("released"));
        send("late");
        loop.run();

        assertThat(store.last().release()).as("L8").isNotNull();
        assertThat(store.last().insertMessages()).hasSize(1);
        answer(new BatchResult.Stored());
        assertThat(durable).containsExactly("a@1");
        assertThat(released).hasSize(1);
    }

    @Test
    void aReleaseWhoseFateIsUnknownEndsTheWriter() {
        writer.release(null, () -> durable.add("released"));
        loop.run();
        answer(new BatchResult.Unknown(lost));

        assertThat(ended).hasSize(1);
        assertThat(durable).isEmpty();
    }

    @Test
    void anEmptyUnitIsDurableInItsTurnAndWritesNothing() {
        send("a");
        loop.run();
        Unit barrier = new Unit();
        barrier.whenDurable((epoch, batch) -> durable.add("barrier"));
        writer.submit(barrier);
        loop.run();
        assertThat(durable).isEmpty();

        answer(new BatchResult.Stored());

        assertThat(durable).containsExactly("a@1", "barrier");
        assertThat(store.sent).hasSize(1);
    }

    @Test
    void aRowThatIsDeletedAndPutAgainGoesIntoTwoBatches() {
        SessionRow row = new SessionRow(CLIENT, 1, 5, SentQueues.NONE, false, 0);
        Unit deleted = new Unit();
        deleted.deleteSession(row.key());
        Unit put = new Unit();
        put.putSession(row);
        writer.submit(deleted);
        writer.submit(put);
        loop.run();

        assertThat(store.last().putSessions()).as("S4: one effect on a row").isEmpty();
        answer(new BatchResult.Stored());
        assertThat(store.last().putSessions()).hasSize(1);
    }

    @Test
    void pendingBytesGoBackToNothing() {
        send("a");
        send("bad");
        loop.run();
        assertThat(writer.pendingBytes()).isPositive();
        while (store.waiting()) {
            boolean bad = store.last().insertMessages().stream().anyMatch(row -> row.size() == 666);
            answer(
                    bad
                            ? new BatchResult.Refused(new StoreException.RefusedData("no", lost))
                            : new BatchResult.Stored());
        }

        assertThat(writer.pendingBytes()).as("I6").isZero();
    }

    private void send(String name) {
        Unit unit = new Unit();
        Position position = writer.nextPosition();
        unit.insert(new MessageRow(QUEUE, position, 5, name.equals("bad") ? 666 : 10, 0, 0, 0, new byte[10], null, 0));
        unit.whenDurable((epoch, batch) -> durable.add(name + "@" + batch));
        unit.ifRefused(cause -> {
            Unit refusal = new Unit();
            refusal.putSession(new SessionRow(CLIENT, 1, position.counter(), SentQueues.NONE, false, 0));
            refusal.whenDurable((epoch, batch) -> durable.add(name + " refused@" + batch));
            return refusal;
        });
        writer.submit(unit);
    }

    private static MessageRow row(Position position) {
        return new MessageRow(QUEUE, position, 5, 10, 0, 0, 0, new byte[10], null, 0);
    }

    private void answer(BatchResult result) {
        store.answer(result);
        loop.run();
    }

    private void prove(RenewResult result) {
        proof.complete(result);
        loop.run();
    }
}
