package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R14, R16, R17 (C27, C49): how sessions, connections and their identifiers end. */
class EndingTest {
    private static final Duration DAY = Duration.ofHours(24);

    private final Holder holder = Holder.first();

    /** S1: a client that holds much in many sessions, and goes, makes no batch larger than its bound. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatManySessionsHeldGoesBackInBoundedBatches(boolean closes) {
        int sessions = 4;
        int each = 400;
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        for (int i = 0; i < sessions * each; i++) {
            producer.write(producer.send(1, "m" + i));
        }
        holder.run();
        TestClient client = TestClient.connect(holder);
        client.credit = each;
        for (int session = 1; session <= sessions; session++) {
            client.session(session, AckMode.CLIENT).consumer(session, session);
            List<Deliver> delivered = client.delivered();
            assertThat(delivered).hasSize(each);
            client.write(client.handOut(delivered.toArray(Deliver[]::new)));
        }
        holder.store.forgetLargest();
        if (closes) {
            client.write(new Command.CloseConnection(client.next(0), 0));
            holder.run();
        } else {
            client.link.reset();
            holder.advance(Holder.GRACE);
        }

        assertThat(holder.store.mostRows()).isLessThanOrEqualTo(1_000);
        client = TestClient.connect(holder).session(1, AckMode.CLIENT);
        client.credit = sessions * each;
        assertThat(client.consumer(1, 1).delivered())
                .hasSize(sessions * each)
                .allMatch(delivery -> delivery.deliveryCount() == 2);
    }

    @Test
    void atTheResumeTimeoutASessionBecomesATombstoneThatTellsTheTruth() {
        TestClient client = TestClient.sender(holder);
        client.write(new Command.Skip(1, client.next(1), 0));
        client.link.reset();
        holder.advance(Holder.RESUME_TIMEOUT);
        assertThat(client.storedRow(1).closedAtMillis()).isPositive();

        SessionState live = TestClient.state(client.goTo(holder).attach(), 1);
        Holder next = holder.takenOver();
        SessionState later = TestClient.state(client.goTo(next).attach(), 1);

        assertThat(live.closed()).isTrue();
        assertThat(live.durable()).isEqualTo(2);
        assertThat(later).isEqualTo(live);
        assertThat(later.refusals()).hasSize(1);
    }

    @Test
    void noCommandOfATombstoneIsAppliedButNewSessionsAreOpened() {
        TestClient client = TestClient.sender(holder);
        client.link.reset();
        holder.advance(Holder.RESUME_TIMEOUT);
        client.goTo(holder).attach();
        client.declareAndClaim(Set.of(), Map.of());
        client.link.one(Resumed.class);
        client.write(client.send(1, "never"));
        client.session(2, AckMode.AUTO).write(client.send(2, "new"));

        assertThat(client.confirmed(2).durable()).isEqualTo(1);
        assertThat(holder.store.messages("q")).hasSize(2);
        assertThat(client.link.take(Confirm.class)).isEmpty();
    }

    @Test
    void tombstonesGoAfterTheRetention() {
        TestClient client = TestClient.sender(holder);
        client.link.reset();
        holder.advance(Holder.RESUME_TIMEOUT.plus(DAY).minusSeconds(1));
        assertThat(holder.store.connectionRows()).isEqualTo(1);
        holder.advance(Duration.ofSeconds(1));
        assertThat(holder.store.connectionRows()).isZero();
    }

    @Test
    void aNewHolderCountsReapingFromTheStoredLossAndRetentionFromTheStoredEnd() {
        TestClient client = TestClient.sender(holder);
        client.link.reset();
        holder.advance(Duration.ofSeconds(50));
        Holder next = holder.takenOver();
        next.advance(Duration.ofSeconds(9));
        assertThat(Objects.requireNonNull(next.store.session(client.id(), 1)).closedAtMillis())
                .isZero();
        next.advance(Duration.ofSeconds(1));
        assertThat(Objects.requireNonNull(next.store.session(client.id(), 1)).closedAtMillis())
                .isPositive();

        Holder third = next.takenOver();
        third.advance(DAY);
        assertThat(third.store.connectionRows()).isZero();
    }

    @Test
    void aGraceThatTheResumeTimeoutCutShortEndsNothingLater() {
        TestClient client = TestClient.sender(holder);
        client.link.reset();
        holder.advance(Duration.ofSeconds(58));
        Holder next = holder.takenOver();
        next.advance(Duration.ofSeconds(2));
        client.goTo(next).resume();
        client.session(2, AckMode.CLIENT).consumer(2, 1);
        assertThat(client.texts()).containsExactly("a");
        client.link.reset();

        next.advance(Holder.GRACE.minusMillis(100)); // more than is left of the takeover's grace

        assertThat(Objects.requireNonNull(next.store.session(client.id(), 2)).claimsVoid())
                .isFalse();
        next.advance(Duration.ofMillis(100));
        assertThat(Objects.requireNonNull(next.store.session(client.id(), 2)).claimsVoid())
                .isTrue();
    }

    @Test
    void aReapedSessionsDeliveriesAreReleased() {
        TestClient.sender(holder);
        TestClient gone = TestClient.connect(holder).session(1, AckMode.CLIENT).consumer(1, 1);
        assertThat(gone.texts()).containsExactly("a");
        gone.link.reset();
        holder.advance(Holder.RESUME_TIMEOUT);

        assertThat(TestClient.connect(holder)
                        .session(1, AckMode.AUTO)
                        .consumer(1, 1)
                        .texts())
                .containsExactly("a");
    }

    @Test
    void aTemporaryQueueOutlivesItsOwnersFailoverAndGoesWithTheOwner() {
        TestClient owner = TestClient.connect(holder).session(1, AckMode.AUTO);
        WireDestination temporary =
                new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp." + owner.id() + ".1");
        owner.write(new Request.CreateTemporary(1, temporary));
        owner.link.one(Reply.class);
        Holder next = holder.takenOver();
        TestClient responder = TestClient.connect(next).session(1, AckMode.AUTO);
        responder.write(new Command.Send(1, responder.next(1), 0, TestClient.message(temporary, "reply", true), null));
        assertThat(responder.confirmed(1).refusals()).isEmpty();
        owner.spec = new Request.ConsumerSpec(temporary, null, false, false, null, false, false);
        owner.goTo(next).resume();
        owner.write(new Request.CreateTemporary(1, temporary));
        assertThat(owner.link.one(Reply.class).code()).isNull();
        owner.consumer(1, 1);
        assertThat(owner.texts()).containsExactly("reply");

        owner.write(new Command.CloseConnection(1, 0));
        next.run();

        responder.write(new Command.Send(1, responder.next(1), 0, TestClient.message(temporary, "late", true), null));
        assertThat(responder.confirmed(1).refusals()).hasSize(1);
        responder.write(responder.send(1, "fine"));
        assertThat(responder.confirmed(1).refusals()).isEmpty();
    }

    // ---- client identifiers

    private TestClient withClientId(Holder at, String clientId) {
        TestClient client = TestClient.connect(at);
        client.clientId = clientId;
        client.write(new Request.SetClientId(1, clientId));
        return client;
    }

    @Test
    void aClientIdIsStoredBeforeTheReplyAndRefusedToASecondOwner() {
        TestClient first = TestClient.connect(holder);
        holder.store.hold();
        first.write(new Request.SetClientId(1, "id"));
        assertThat(first.link.take(Reply.class)).isEmpty();
        holder.store.release();
        assertThat(first.link.one(Reply.class).code()).isNull();
        assertThat(first.storedConnection().clientId()).isEqualTo("id");

        TestClient second = withClientId(holder, "id");
        assertThat(second.link.one(Reply.class).code()).isEqualTo(ErrorCode.CLIENT_ID_IN_USE);
        TestClient third = new TestClient(holder);
        third.clientId = "id";
        third.writeResume();
        assertThat(third.link.fault().code()).isEqualTo(ErrorCode.CLIENT_ID_IN_USE);

        first.write(new Command.CloseConnection(1, 0));
        holder.run();
        assertThat(withClientId(holder, "id").link.one(Reply.class).code()).isNull();
    }

    @Test
    void anEmptyClientIdIsInvalid() {
        assertThat(withClientId(holder, "").link.one(Reply.class).code()).isEqualTo(ErrorCode.CLIENT_ID_INVALID);
    }

    @Test
    void aNewcomerEvictsADetachedOwnerOfTheSameUserAtOnce() {
        TestClient first = withClientId(holder, "id");
        first.session(1, AckMode.AUTO).write(first.send(1, "a"));
        first.link.reset();

        TestClient second = withClientId(holder, "id");

        assertThat(second.link.one(Reply.class).code()).isNull();
        assertThat(Objects.requireNonNull(holder.store.session(first.id(), 1)).closedAtMillis())
                .isPositive();
        first.goTo(holder).writeResume();
        assertThat(first.link.fault().code()).isEqualTo(ErrorCode.CLIENT_ID_IN_USE);
    }

    @Test
    void anEvictedOwnerCanClaimNothingLaterNotEvenWhatWasNeverStored() {
        TestClient owner = withClientId(holder, "id");
        owner.link.one(Reply.class);
        owner.session(1, AckMode.CLIENT).consumer(1, 1);
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.sendUnstored(1, "np"));
        owner.deliveredOne();
        owner.link.reset();

        withClientId(holder, "id");
        holder.run();

        assertThat(Objects.requireNonNull(holder.store.session(owner.id(), 1)).closedAtMillis())
                .as("R6: the next holder would grant it")
                .isPositive();
    }

    @Test
    void aNewcomerOfAnotherUserDoesNot() {
        TestClient first = withClientId(holder, "id");
        first.link.reset();
        TestClient other = new TestClient(holder);
        other.link = holder.link("somebody");
        other.clientId = "id";
        other.writeResume();

        assertThat(other.link.fault().code()).isEqualTo(ErrorCode.CLIENT_ID_IN_USE);
    }

    @Test
    void afterATakeoverANewcomerWaitsUntilTheOwnerIsBack() {
        TestClient owner = withClientId(holder, "id");
        holder.run();
        Holder next = holder.takenOver();
        TestClient newcomer = withClientId(next, "id");
        assertThat(newcomer.link.take(Reply.class)).isEmpty();

        owner.goTo(next).resume();

        assertThat(newcomer.link.one(Reply.class).code()).isEqualTo(ErrorCode.CLIENT_ID_IN_USE);
    }

    @Test
    void afterATakeoverANewcomerWaitsForTheEndOfTheOwnersGrace() {
        withClientId(holder, "id");
        holder.run();
        Holder next = holder.takenOver();
        TestClient newcomer = new TestClient(next);
        newcomer.clientId = "id";
        newcomer.writeResume();
        TestClient second = new TestClient(next);
        second.clientId = "id";
        second.writeResume();
        for (int i = 0; i < 6; i++) {
            next.run();
            assertThat(newcomer.link.take(ResumeAnswer.class)).isEmpty();
            newcomer.write(new Request.Ping(i));
            second.write(new Request.Ping(i));
            next.advance(Duration.ofSeconds(1));
        }

        newcomer.link.one(ResumeAnswer.class);
        assertThat(second.link.fault().code()).isEqualTo(ErrorCode.CLIENT_ID_IN_USE);
    }
}
