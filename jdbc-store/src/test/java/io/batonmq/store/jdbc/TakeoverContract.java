package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.Condition;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.Take;
import io.batonmq.store.LeaseStore.TakeResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.Position;
import io.batonmq.store.contract.Batch;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.contract.StoreContract;
import io.batonmq.store.testing.ProcessSignal;
import io.batonmq.store.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Takeovers while the holder's transaction is in flight, stuck, or without a client (L4, L6, S2). */
abstract class TakeoverContract extends StoreContract {

    private static final long LONG_PATIENCE = 20_000;

    private NodeStores node;
    private NodeSelf self;
    private LeaseTerm term;
    private Connection other;

    abstract TestDatabase database();

    /** Counts the sessions that wait for a lock. */
    abstract String waiting();

    /** Counts all sessions, the asking one included. */
    abstract String countingSessions();

    @Override
    protected NodeStores openNode() {
        return JdbcNode.on(database());
    }

    @BeforeEach
    void storeOneMessage() throws SQLException {
        node = node();
        self = self("holder");
        term = take(node, self);
        store(node, Batch.of(term, 1).insert(BlockedWriter.row(at(1))));
        other = database().connect();
        other.setAutoCommit(false);
    }

    @AfterEach
    void closeOther() throws SQLException {
        other.close();
    }

    private Position at(long counter) {
        return new Position(term.epoch(), counter);
    }

    private Batch moving() {
        return Batch.of(term, 2).after(1).insert(BlockedWriter.row(at(2))).delete(BlockedWriter.row(at(1)));
    }

    private List<Position> stored(NodeStores reader) {
        return positions(messages(reader, 1));
    }

    private CompletionStage<TakeResult> takeFrom(NodeStores taker, long patience) {
        return taker.lease()
                .take(new Take(
                        self("taker"),
                        ACTIVATION,
                        patience,
                        0,
                        term.epoch(),
                        new Condition.HolderGone(term.incarnation())));
    }

    private NodeStores connectedNode() {
        NodeStores connected = node();
        look(connected, self("onlooker"));
        recover(connected);
        return connected;
    }

    private void lockMessage() throws SQLException {
        try (Statement statement = other.createStatement();
                ResultSet row = statement.executeQuery(
                        "select 1 from baton_message where lease = '" + lease + "' for update")) {
            assertThat(row.next()).isTrue();
        }
    }

    private void awaitWaiting(int sessions) {
        Awaitility.await().until(() -> {
            try (Connection looking = database().connect();
                    Statement statement = looking.createStatement();
                    ResultSet row = statement.executeQuery(waiting())) {
                row.next();
                return row.getInt(1) == sessions;
            }
        });
    }

    @Test
    void aTakeoverWaitsForTheBatchInFlightWhichThenCounts() throws SQLException {
        NodeStores taker = connectedNode();
        lockMessage();
        CompletionStage<BatchResult> batch = node.messages().write(moving().build());
        awaitWaiting(1);
        CompletionStage<TakeResult> take = takeFrom(taker, LONG_PATIENCE);
        awaitWaiting(2);
        assertThat(take.toCompletableFuture()).isNotDone();

        other.rollback();

        assertThat(get(batch)).isEqualTo(new BatchResult.Stored());
        assertThat(get(take).term()).isNotNull();
        assertThat(stored(taker)).containsExactly(at(2));
        assertThat(write(node, Batch.of(term, 3))).isEqualTo(new BatchResult.Fenced());
    }

    @Test
    void aBatchThatWaitedForATakeoverDoesNothing() throws SQLException {
        lockLease("update baton_lease set epoch = epoch + 1, holder = 'x' where lease = ?");
        CompletionStage<BatchResult> batch = node.messages().write(moving().build());
        awaitWaiting(1);

        other.commit();

        assertThat(get(batch)).isEqualTo(new BatchResult.Fenced());
        assertThat(stored(node)).containsExactly(at(1));
    }

    /** The statement began before the renewal was committed, and changes the row all the same. */
    @Test
    void aReleaseAndAFloorFollowARenewalThatTheyWaitedFor() throws SQLException {
        for (Batch batch : List.of(
                moving().pruneBatchesBelow(2), Batch.of(term, 3).after(2).release("next"))) {
            lockLease("update baton_lease set renewals = renewals + 1 where lease = ?");
            CompletionStage<BatchResult> written = node.messages().write(batch.build());
            awaitWaiting(1);

            other.commit();

            assertThat(get(written)).isEqualTo(new BatchResult.Stored());
        }
        assertThat(look(node, self).lease().successor()).isEqualTo("next");
    }

    /** S5, R15: the copy began when the batch before it was there, and goes on when the first has removed that one's row. */
    @Test
    void aCopyThatWaitedForTheFirstIsAlreadyThere() throws SQLException {
        NodeStores copier = connectedNode();
        lockMessage();
        Batch batch = moving().pruneBatchesBelow(2);
        CompletionStage<BatchResult> first = node.messages().write(batch.build());
        awaitWaiting(1);
        CompletionStage<BatchResult> copy = copier.messages().write(batch.build());
        awaitWaiting(2);

        other.rollback();

        assertThat(get(first)).isEqualTo(new BatchResult.Stored());
        assertThat(get(copy)).isEqualTo(new BatchResult.AlreadyThere());
        assertThat(hasBatch(1)).isFalse();
        assertThat(stored(node)).containsExactly(at(2));
    }

    private void lockLease(String update) throws SQLException {
        try (PreparedStatement statement = other.prepareStatement(update)) {
            statement.setString(1, lease);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void aBatchThatDoesNotEndIsEnded() throws SQLException {
        NodeStores taker = connectedNode();
        lockMessage();
        CompletionStage<BatchResult> batch = node.messages().write(moving().build());
        awaitWaiting(1);

        assertThat(get(takeFrom(taker, 200)).term()).isNotNull();

        assertThat(get(batch)).isInstanceOfAny(BatchResult.Unknown.class, BatchResult.NotStored.class);
        other.rollback();
        assertThat(stored(taker)).containsExactly(at(1));
        assertThat(write(node, moving())).isEqualTo(new BatchResult.Fenced());
        assertThat(stored(taker)).containsExactly(at(1));
    }

    @Test
    void aWriterThatIsFrozenInsideItsTransactionIsEnded() {
        NodeStores taker = connectedNode();
        try (ForkedJvm writer = ForkedJvm.run(
                StuckWriter.class,
                List.of(
                        database().url(),
                        database().user(),
                        database().password(),
                        lease,
                        Long.toString(term.epoch() + 1)))) {
            writer.awaitLine("inside");
            writer.signal(ProcessSignal.STOP);

            LeaseTerm taken = term(get(takeFrom(taker, 300)));

            writer.signal(ProcessSignal.CONT);
            store(taker, Batch.of(taken, 1).insert(BlockedWriter.row(new Position(taken.epoch(), 1))));
            assertThat(stored(taker)).containsExactly(at(1), new Position(taken.epoch(), 1));
        }
    }

    /** Two takers: the one behind does not end the one in front, which only waits as it does. */
    @Test
    void takersDoNotEndEachOther() throws SQLException {
        NodeStores first = connectedNode();
        NodeStores second = connectedNode();
        lockLease("update baton_lease set renewals = renewals + 1 where lease = ?");
        CompletionStage<TakeResult> one = takeFrom(first, LONG_PATIENCE);
        awaitWaiting(1);

        TakeResult two = get(takeFrom(second, 200));

        TakeResult its = get(one);
        assertThat((two.term() == null) != (its.term() == null))
                .as("one of them has it: %s, %s", its, two)
                .isTrue();
    }

    /** I6: of two who block it one has been ended when the taker closes. */
    @Test
    void aTakerThatClosesWhileItWaitsLeavesNoSession() throws SQLException {
        NodeStores taker = JdbcNode.on(database());
        try (Connection next = database().connect()) {
            next.setAutoCommit(false);
            int before = sessions();
            look(taker, self("onlooker"));
            lockLease("update baton_lease set renewals = renewals + 1 where lease = ?");
            CompletableFuture<Void> blocksNext = CompletableFuture.runAsync(() -> {
                try {
                    lockLease(next);
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            awaitWaiting(1);
            CompletableFuture<TakeResult> take = takeFrom(taker, 2_000).toCompletableFuture();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> blocksNext.isDone() || take.isDone());

            taker.close();

            ended(take);
            other.close();
            ended(blocksNext);
            next.close();
            Awaitility.await().until(() -> sessions() == before - 2);
        } finally {
            taker.close();
        }
    }

    private void lockLease(Connection connection) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("select 1 from baton_lease where lease = ? for update")) {
            lock.setString(1, lease);
            lock.executeQuery();
        }
    }

    private static void ended(CompletableFuture<?> call) {
        call.handle((result, failure) -> true).orTimeout(30, TimeUnit.SECONDS).join();
    }

    private int sessions() throws SQLException {
        try (Connection looking = database().connect();
                Statement statement = looking.createStatement();
                ResultSet row = statement.executeQuery(countingSessions())) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void aBatchWhoseClientWasKilledIsThereWholeOrNotAtAll() throws SQLException {
        NodeStores taker = connectedNode();
        lockMessage();
        Identity incarnation = term.incarnation();
        try (ForkedJvm writer = ForkedJvm.run(
                BlockedWriter.class,
                List.of(
                        database().url(),
                        database().user(),
                        database().password(),
                        lease,
                        term.nodeId(),
                        incarnation.toString(),
                        Long.toString(term.epoch())))) {
            writer.awaitLine("sending");
            awaitWaiting(1);
            writer.kill();
        }
        CompletionStage<TakeResult> take = takeFrom(taker, LONG_PATIENCE);
        other.rollback();

        assertThat(get(take).term()).isNotNull();

        boolean counted = hasBatch(2);
        List<Position> expected = counted ? List.of(at(2)) : List.of(at(1));
        assertThat(stored(taker)).isEqualTo(expected);
        assertThat(write(node, moving())).isEqualTo(new BatchResult.Fenced());
        assertThat(stored(taker)).isEqualTo(expected);
    }

    private boolean hasBatch(long number) throws SQLException {
        try (PreparedStatement statement =
                other.prepareStatement("select 1 from baton_batch where lease = ? and epoch = ? and number = ?")) {
            statement.setString(1, lease);
            statement.setLong(2, term.epoch());
            statement.setLong(3, number);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }
}
