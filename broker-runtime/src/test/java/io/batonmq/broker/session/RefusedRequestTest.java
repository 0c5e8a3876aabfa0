package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients ask for and can't have is refused to them, whoever finds out; the node goes on (S7). */
class RefusedRequestTest {
    private static final WireDestination TOPIC = new WireDestination(WireDestination.Kind.TOPIC, "t");

    private final Holder holder = Holder.first();
    private final TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);

    private static ConsumerSpec durable(String selector) {
        return new ConsumerSpec(TOPIC, "s", true, true, selector, false, false);
    }

    private Reply open(int consumer, ConsumerSpec spec) {
        client.write(new Request.OpenConsumer(1, consumer, consumer, spec));
        return client.link.one(Reply.class);
    }

    @Test
    void aConsumerWhoseDataTheDatabaseRefusesIsRefusedAndItsNumberIsFree() {
        holder.store.refuse(batch -> !batch.putQueues().isEmpty());
        assertThat(open(1, TestClient.queueSpec("q")).code()).isEqualTo(ErrorCode.COMMAND_POISON);

        holder.store.refuse(batch -> false);
        assertThat(open(1, TestClient.queueSpec("q")).code()).isNull();
        client.write(new Request.Credit(1, 1, 10, 1 << 20), new Request.Started(true), client.send(1, "a"));
        assertThat(client.texts()).containsExactly("a");
    }

    @Test
    void aTemporaryDestinationAndAClientIdThatTheDatabaseRefusesAreRefused() {
        holder.store.refuse(batch -> !batch.putQueues().isEmpty()
                || batch.putConnections().stream().anyMatch(row -> row.clientId() != null));
        client.write(new Request.CreateTemporary(
                1, new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp." + client.id() + ".1")));
        assertThat(client.link.one(Reply.class).code()).isEqualTo(ErrorCode.COMMAND_POISON);
        client.write(new Request.SetClientId(2, "me"));
        assertThat(client.link.one(Reply.class).code()).isEqualTo(ErrorCode.COMMAND_POISON);

        holder.store.refuse(batch -> false);
        TestClient other = TestClient.connect(holder);
        other.write(new Request.SetClientId(1, "me"));
        assertThat(other.link.one(Reply.class).code()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a = 'x\u0000'", "a = '\ud800'"})
    void aSelectorThatNotEveryDatabaseCanStoreIsInvalid(String selector) {
        assertThat(open(1, durable(selector)).code()).isEqualTo(ErrorCode.SELECTOR_INVALID);
        client.write(new Command.Subscribe(
                1, client.next(1), 0, new Command.SubscriptionSpec("s", "t", selector, false, true, true)));
        assertThat(client.confirmed(1).refusals().get(0).code()).isEqualTo(ErrorCode.SELECTOR_INVALID);
        assertThat(open(1, durable("")).code()).isNull();
    }

    @Test
    void aNameWithHalfOfASurrogatePairIsNoName() {
        assertThat(open(1, TestClient.queueSpec("q\ud800")).code()).isEqualTo(ErrorCode.DESTINATION_NAME);
        client.write(new Request.SetClientId(2, "me\udc00"));
        assertThat(client.link.one(Reply.class).code()).isEqualTo(ErrorCode.CLIENT_ID_INVALID);
    }

    /** It would be with the first request that stores something. */
    @Test
    void aConnectionOfWhichARequestWasRefusedIsStoredBeforeItsSessions() {
        holder.store.refuse(batch -> !batch.putQueues().isEmpty());
        ConsumerSpec plain = new ConsumerSpec(TOPIC, null, false, false, null, false, false);
        assertThat(open(1, plain).code()).isEqualTo(ErrorCode.COMMAND_POISON);

        holder.store.refuse(batch -> false);
        client.write(client.send(1, "a"));

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.session(client.id(), 1)).isNotNull();
        assertThat(holder.store.connection(client.id())).isNotNull();
    }
}
