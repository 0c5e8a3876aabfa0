package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.Position;
import io.batonmq.store.contract.Batch;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.contract.StoreContract;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A batch whose answer is lost, or that arrives late: sent again, exactly one copy counts (S5, C06). */
class PostgresDoubtTest extends StoreContract {

    private static final TestDatabase DATABASE = PostgresFixture.freshDatabase();

    private HoldingProxy proxy;
    private NodeStores node;
    private NodeStores direct;
    private LeaseTerm term;

    @AfterAll
    static void dropDatabase() {
        DATABASE.close();
    }

    /** Only the writer goes through the proxy with a short patience; it is the same for all. */
    @Override
    protected NodeStores openNode() {
        return JdbcNode.on(DATABASE);
    }

    @BeforeEach
    void warmUp() {
        URI address = URI.create(DATABASE.url().substring("jdbc:".length()));
        proxy = new HoldingProxy(address.getPort());
        String url = DATABASE.url().replace(":" + address.getPort() + "/", ":" + proxy.port() + "/");
        node = new JdbcNode(JdbcStores.open(
                StoreSettings.of(url, DATABASE.user(), DATABASE.password()).withSocketTimeout(Duration.ofSeconds(1))));
        direct = node();
        term = take(direct);
        store(node, Batch.of(term, 1));
    }

    @AfterEach
    void closeProxy() {
        node.close();
        proxy.close();
    }

    private Position at(long counter) {
        return new Position(term.epoch(), counter);
    }

    private Batch second() {
        return Batch.of(term, 2).after(1).insert(message(1, at(1)));
    }

    private void awaitLateCopy() {
        proxy.release();
        Awaitility.await().until(proxy::answered);
    }

    private void assertUnknown(BatchResult result) {
        assertThat(result).isInstanceOf(BatchResult.Unknown.class);
    }

    @Test
    void theSecondCopyArrivesFirst() {
        proxy.holdRequests();
        assertUnknown(write(node, second()));
        assertThat(proxy.held()).isPositive();

        store(node, second());
        awaitLateCopy();

        assertThat(positions(messages(direct, 1))).containsExactly(at(1));
    }

    @Test
    void theFirstCopyArrivesAfterItsEffectIsUndone() {
        proxy.holdRequests();
        assertUnknown(write(node, second()));
        store(node, second());
        store(node, Batch.of(term, 3).after(2).delete(message(1, at(1))));
        store(node, Batch.of(term, 4).after(3).pruneBatchesBelow(4));

        awaitLateCopy();

        assertThat(messages(direct, 1)).isEmpty();
    }

    @Test
    void theFirstCopyArrivesFirst() {
        proxy.holdRequests();
        assertUnknown(write(node, second()));
        awaitLateCopy();

        assertThat(write(node, second())).isEqualTo(new BatchResult.AlreadyThere());

        assertThat(get(direct.lease().renew(term, ACTIVATION, 2L)).result()).isEqualTo(RenewResult.RENEWED);
        assertThat(positions(messages(direct, 1))).containsExactly(at(1));
    }

    @Test
    void theAnswerIsLost() {
        proxy.loseReplies();
        assertUnknown(write(node, second()));

        assertThat(write(node, second())).isEqualTo(new BatchResult.AlreadyThere());

        assertThat(get(direct.lease().renew(term, ACTIVATION, 2L)).result()).isEqualTo(RenewResult.RENEWED);
        assertThat(positions(messages(direct, 1))).containsExactly(at(1));
    }

    @Test
    void theFirstCopyArrivesAfterATakeover() {
        proxy.holdRequests();
        assertUnknown(write(node, second()));
        LeaseTerm next = take(direct);

        awaitLateCopy();

        assertThat(messages(direct, 1)).isEmpty();
        assertThat(write(node, second())).isEqualTo(new BatchResult.Fenced());
        assertThat(Objects.requireNonNull(next).epoch()).isGreaterThan(term.epoch());
    }
}
