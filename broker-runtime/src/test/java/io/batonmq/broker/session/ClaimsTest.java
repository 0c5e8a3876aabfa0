package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Ping;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** R5 ③ and ④, R6, R7, R9, R10 (C11, C73): what a returning client may keep, and what others may have. */
class ClaimsTest {
    private static final Duration TICK = Duration.ofMillis(1);

    private final Holder holder = Holder.first();
    private final TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);

    private void sent(String... texts) {
        for (String text : texts) {
            producer.write(producer.send(1, text));
        }
        holder.run();
    }

    private static TestClient consumer(Holder at) {
        return TestClient.connect(at).session(1, AckMode.CLIENT).consumer(1, 1);
    }

    @Test
    void aResumedClientKeepsWhatItClaimsAndGetsTheRestAgain() {
        sent("a", "b", "c");
        TestClient client = consumer(holder);
        List<Deliver> all = client.delivered();

        client.goTo(holder).resume(Map.of(1, TestClient.claims(true, all.get(0), all.get(1))));

        assertThat(client.granted(1)).containsExactlyElementsOf(TestClient.refs(all.get(0), all.get(1)));
        assertThat(client.texts()).containsExactly("c");
        client.write(client.ack(1, all.get(0), all.get(1)));
        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void aNewHolderGrantsClaimsFromTheStore() {
        sent("a", "b");
        TestClient client = consumer(holder);
        List<Deliver> all = client.delivered();
        Holder next = holder.takenOver();

        client.goTo(next).resume(Map.of(1, TestClient.claims(true, all.get(0))));

        assertThat(client.granted(1)).containsExactly(all.get(0).delivery());
        Deliver again = client.deliveredOne();
        assertThat(TestClient.text(again)).isEqualTo("b");
        assertThat(again.deliveryCount()).isEqualTo(1);
        client.write(client.ack(1, all.get(0), again));
        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(next.store.messages("q")).isEmpty();
    }

    @Test
    void aNewHolderKeepsWhatMayBeClaimedForTheGraceAndLetsLaterOnesFlow() {
        sent("a", "b");
        TestClient absent = consumer(holder);
        List<Deliver> held = absent.delivered();
        Holder next = holder.takenOver();
        TestClient other = consumer(next);
        TestClient sender = TestClient.connect(next).session(1, AckMode.AUTO);
        sender.write(sender.send(1, "later"));

        keepAlive(next, Holder.ORDER_GRACE, other);
        assertThat(other.texts()).containsExactly("later");
        keepAlive(next, Holder.GRACE.minus(Holder.ORDER_GRACE).minusMillis(100), other);
        assertThat(other.delivered()).isEmpty();
        keepAlive(next, Duration.ofMillis(100), other);

        assertThat(other.delivered())
                .extracting(deliver -> TestClient.text(deliver) + deliver.deliveryCount())
                .containsExactly("a2", "b2");
        assertThat(Objects.requireNonNull(next.store.session(absent.id(), 1)).claimsVoid())
                .isTrue();
        ResumeAnswer answer = absent.goTo(next).attach();
        assertThat(TestClient.state(answer, 1).claimsVoid()).isTrue();
        absent.declareAndClaim(Set.of(1), Map.of(1, TestClient.claims(true, held.get(0))));
        assertThat(absent.granted(1)).isEmpty();
    }

    @Test
    void graceEndsEarlyWhenAllAreBack() {
        sent("a", "b");
        TestClient absent = consumer(holder);
        List<Deliver> held = absent.delivered();
        Holder next = holder.takenOver();
        TestClient other = consumer(next);
        assertThat(other.delivered()).isEmpty();

        absent.credit = 0;
        absent.goTo(next).resume(Map.of(1, TestClient.claims(true, held.get(0))));

        assertThat(other.texts()).containsExactly("b");
    }

    @Test
    void theGraceIsWhatTheClientDeclaredWithinTheMaximum() {
        sent("a");
        TestClient absent = new TestClient(holder);
        absent.reconnectDelayMillis = 20_000;
        absent.attach();
        absent.declareAndClaim(Set.of(), Map.of());
        absent.session(1, AckMode.CLIENT);
        absent.link.one(Resumed.class);
        absent.consumer(1, 1);
        assertThat(absent.texts()).containsExactly("a");
        Holder next = holder.takenOver();
        TestClient other = consumer(next);

        keepAlive(next, Duration.ofSeconds(19), other);
        assertThat(other.delivered()).isEmpty();
        keepAlive(next, Duration.ofSeconds(2), other);
        assertThat(other.texts()).containsExactly("a");
    }

    @Test
    void aSessionThatWasNeverDispatchedToHoldsNobodyUp() {
        TestClient idle = consumer(holder);
        idle.link.reset();
        TestClient again = TestClient.connect(holder).session(1, AckMode.AUTO);
        again.write(again.send(1, "x"));
        holder.run();
        Holder next = holder.takenOver();

        assertThat(consumer(next).texts()).containsExactly("x");
    }

    /** Lets time pass for clients that ping. */
    private static void keepAlive(Holder at, Duration time, TestClient... clients) {
        long left = time.toMillis();
        while (left > 0) {
            long step = Math.min(left, 1_000);
            at.advance(Duration.ofMillis(step));
            left -= step;
            for (TestClient client : clients) {
                client.write(new Ping(left));
            }
            at.run();
        }
    }

    @Test
    void aLiveHolderWaitsTheGraceBeforeItGivesAnAbsentSessionsDeliveriesAway() {
        sent("a", "b");
        TestClient absent = consumer(holder);
        List<Deliver> held = absent.delivered();
        absent.write(absent.handOut(held.get(0)));
        TestClient other = consumer(holder);
        absent.link.reset();

        keepAlive(holder, Holder.GRACE.minus(TICK), other);
        assertThat(other.delivered()).isEmpty();
        keepAlive(holder, TICK, other);

        // R10: what was announced is counted, the rest untouched
        assertThat(other.delivered())
                .extracting(deliver -> TestClient.text(deliver) + deliver.deliveryCount())
                .containsExactly("a2", "b1");
    }

    @Test
    void nothingGoesToOthersBeforeVoidIsDurable() {
        sent("a");
        TestClient absent = consumer(holder);
        absent.delivered();
        TestClient other = consumer(holder);
        absent.link.reset();
        keepAlive(holder, Holder.GRACE.minusMillis(500), other);
        holder.store.hold();
        keepAlive(holder, Duration.ofSeconds(1), other);
        assertThat(other.delivered()).isEmpty();
        assertThat(holder.store.isHolding()).isTrue();

        holder.store.release();

        assertThat(other.texts()).containsExactly("a");
    }

    @Test
    void voidIsClearedDurablyAfterTheClientSaidThatItKnows() {
        sent("a");
        TestClient client = consumer(holder);
        Deliver a = client.deliveredOne();
        client.link.reset();
        holder.advance(Holder.GRACE);
        assertThat(client.storedRow(1).claimsVoid()).isTrue();
        client.goTo(holder);
        ResumeAnswer answer = client.attach();
        assertThat(TestClient.state(answer, 1).claimsVoid()).isTrue();
        holder.store.hold();
        client.declareAndClaim(Set.of(1), Map.of(1, TestClient.claims(true, a)));
        assertThat(client.granted(1)).isEmpty();
        client.link.one(Resumed.class);
        assertThat(client.delivered()).isEmpty();

        holder.store.release();

        assertThat(client.texts()).containsExactly("a");
        assertThat(client.storedRow(1).claimsVoid()).isFalse();
    }

    @Test
    void voidClaimsOfUnstoredMessagesAreVoidAtTheNextHolderToo() {
        TestClient absent = consumer(holder);
        producer.write(producer.sendUnstored(1, "np"));
        Deliver np = absent.deliveredOne();
        absent.write(absent.handOut(np));
        TestClient other = consumer(holder);
        absent.link.reset();
        keepAlive(holder, Holder.GRACE, other);
        assertThat(other.texts()).containsExactly("np");
        Holder next = holder.takenOver();

        absent.goTo(next);

        assertThat(TestClient.state(absent.attach(), 1).claimsVoid()).isTrue();
        absent.declareAndClaim(Set.of(1), Map.of(1, TestClient.claims(true, np)));
        assertThat(absent.granted(1)).isEmpty();
    }

    @Test
    void whatNeverReachedTheClientComesBeforeWhatIsSentLater() {
        sent("a");
        TestClient client = consumer(holder);
        Deliver a = client.deliveredOne();
        sent("b");
        client.goTo(holder);
        client.attach();
        holder.store.hold();
        producer.write(producer.send(1, "other")); // a batch is on its way
        client.declareAndClaim(Set.of(), Map.of(1, TestClient.claims(true, a)));
        producer.write(producer.sendUnstored(1, "c"));
        holder.run();

        holder.store.release();
        holder.run();

        assertThat(client.texts()).startsWith("b");
    }

    @Test
    void voidedBetweenAnswerAndClaimsTheAnswerComesAgain() {
        sent("a");
        TestClient client = consumer(holder);
        Deliver a = client.deliveredOne();
        client.link.reset();
        holder.advance(Holder.GRACE.minusMillis(500));
        client.goTo(holder);
        assertThat(TestClient.state(client.attach(), 1).claimsVoid()).isFalse();
        holder.advance(Duration.ofSeconds(1));
        client.declareAndClaim(Set.of(), Map.of(1, TestClient.claims(true, a)));

        ResumeAnswer second = client.link.one(ResumeAnswer.class);

        assertThat(TestClient.state(second, 1).claimsVoid()).isTrue();
        assertThat(client.link.take(ClaimsAnswer.class)).isEmpty();
        assertThat(client.link.take(Resumed.class)).isEmpty();
        client.declareAndClaim(Set.of(1), Map.of());
        client.link.one(Resumed.class);
        assertThat(client.delivered())
                .extracting(deliver -> TestClient.text(deliver) + deliver.deliveryCount())
                .containsExactly("a1");
    }

    @Test
    void aClaimOfAnUnstoredMessageOfAnotherHolderIsGrantedAndItsAckSucceeds() {
        TestClient client = consumer(holder);
        producer.write(producer.sendUnstored(1, "np"));
        Deliver np = client.deliveredOne();
        Holder next = holder.takenOver();

        client.goTo(next).resume(Map.of(1, TestClient.claims(true, np)));

        assertThat(client.granted(1)).containsExactly(np.delivery());
        client.write(client.ack(1, np));
        assertThat(client.link.one(Received.class).code()).isNull();
    }

    @Test
    void aClaimOfWhatAnotherHasIsNotGranted() {
        sent("a");
        TestClient first = consumer(holder);
        Deliver a = first.deliveredOne();
        TestClient second = consumer(holder);
        second.goTo(holder).resume(Map.of(1, TestClient.claims(true, a)));

        assertThat(second.granted(1)).isEmpty();
        second.write(second.ack(1, a));
        assertThat(second.confirmed(1).refusals()).extracting(r -> r.code()).containsExactly(ErrorCode.CLAIM_LOST);
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void whatTwoSessionsOfAClientClaimIsOnesOnly() {
        sent("a");
        TestClient client = consumer(holder).session(2, AckMode.CLIENT);
        Deliver a = client.deliveredOne();
        Holder next = holder.takenOver();

        client.goTo(next).resume(Map.of(1, TestClient.claims(true, a), 2, TestClient.claims(true, a)));
        client.write(client.ack(1, a), client.ack(2, a));

        assertThat(client.link.take(Confirm.class))
                .flatExtracting(Confirm::refusals)
                .hasSize(1);
        assertThat(next.store.messages("q")).isEmpty();
        assertThat(Objects.requireNonNull(next.store.queue("q")).state().depth())
                .isZero();
    }

    @Test
    void aLongListOfClaimsIsAnsweredInSeveralFrames() {
        TestClient client = consumer(holder);
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            claims.add(new Claim(new DeliveryRef(1, 5, i + 1, false), 1, true, 1));
        }
        client.goTo(holder).resume(Map.of(1, claims));

        List<ClaimsAnswer> answers = client.link.take(ClaimsAnswer.class);

        assertThat(answers).hasSize(2);
        assertThat(answers.stream().mapToInt(answer -> answer.granted().size()).sum())
                .isEqualTo(10_000);
    }

    @Test
    void claimsOfASessionThatTheResumeDidNotNameBreakTheProtocol() {
        TestClient client = TestClient.connect(holder);
        client.goTo(holder).attach();
        client.write(new Claims(9, List.of()), new ClaimsEnd(List.of()));

        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void aSecondTakeoverInTheGraceLosesNoClaim() {
        sent("a", "b");
        TestClient client = consumer(holder);
        List<Deliver> held = client.delivered();
        Holder second = holder.takenOver();
        second.advance(Holder.GRACE.minusMillis(100));
        Holder third = second.takenOver();
        third.advance(Holder.GRACE.minusMillis(100));
        TestClient other = consumer(third);

        client.goTo(third).resume(Map.of(1, TestClient.claims(true, held.get(0), held.get(1))));

        assertThat(client.granted(1)).hasSize(2);
        assertThat(other.delivered()).isEmpty();
        client.write(client.ack(1, held.get(0), held.get(1)));
        assertThat(client.confirmed(1).refusals()).isEmpty();
    }

    @Test
    void comingAndGoingWithoutClaimsDoesNotProlongTheGrace() {
        sent("a");
        TestClient absent = consumer(holder);
        absent.delivered();
        Holder next = holder.takenOver();
        TestClient other = consumer(next);
        for (int i = 0; i < 3; i++) {
            keepAlive(next, Duration.ofSeconds(2), other);
            absent.goTo(next).attach();
            absent.link.reset();
        }
        keepAlive(next, Duration.ofSeconds(1), other);

        assertThat(other.texts()).containsExactly("a");
    }
}
