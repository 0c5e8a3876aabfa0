package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.ConnectionRow;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Moved;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.UniqueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** R4, R5: who may attach, what is answered, in which order. */
class ResumeTest {
    private final Holder holder = Holder.first();

    @Test
    void anotherSecretIsRefused() {
        TestClient client = TestClient.connect(holder);
        TestClient thief = new TestClient(holder);
        TestClient same = sameConnection(client, thief.secret);

        same.writeResume();

        assertThat(same.link.fault().code()).isEqualTo(ErrorCode.SECURITY_AUTHENTICATION);
        assertThat(client.link.isOpen()).isTrue();
    }

    /** A second process with the identity of the first. */
    private TestClient sameConnection(TestClient original, UniqueId secret) {
        TestClient clone = new TestClient(holder, original.connection);
        clone.secret = secret;
        clone.tried = new ArrayList<>(original.tried);
        clone.sessions.putAll(original.sessions);
        return clone;
    }

    @Test
    void anotherUserIsRefused() {
        TestClient client = TestClient.connect(holder);
        TestClient other = sameConnection(client, client.secret);
        other.link = holder.link("mallory");

        other.writeResume();

        assertThat(other.link.fault().code()).isEqualTo(ErrorCode.SECURITY_AUTHENTICATION);
    }

    @Test
    void aClonedClientIsRefusedOnceTheOtherWentOn() {
        TestClient client = TestClient.connect(holder);
        TestClient clone = sameConnection(client, client.secret);

        clone.attach();
        assertThat(client.link.isOpen()).isFalse();

        client.goTo(holder).writeResume();
        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.CONNECTION_STOLEN);
        assertThat(clone.link.isOpen()).isTrue();
    }

    @Test
    void aClonedClientIsRefusedByANewHolderToo() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        TestClient clone = sameConnection(client, client.secret);
        clone.resume();
        Holder next = holder.takenOver();

        client.goTo(next).writeResume();
        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.CONNECTION_STOLEN);

        clone.goTo(next).resume();
    }

    /** R15: an attach id that the client followed up is proof of a store that went back, not of another process. */
    @Test
    void aConnectionOutlivesAStoreThatWentBackAndIsToldOnce() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        ConnectionRow backup = client.storedConnection();
        client.goTo(holder).resume();
        assertThat(client.goTo(holder).resume().wentBack()).isFalse();
        holder.store.goBackTo(backup);
        Holder next = holder.takenOver();

        assertThat(client.goTo(next).resume().wentBack()).isTrue();
        assertThat(client.storedConnection().attach()).isEqualTo(Ids.stored(client.attach));
        assertThat(client.goTo(next).resume().wentBack()).isFalse();
    }

    /** R17: nothing was stored of it, so its older try, which waited at the standby that serves now, says nothing. */
    @Test
    void anOlderTryOfAConnectionWithoutARowIsNoStoreThatWentBack() {
        TestClient client = TestClient.connect(holder);
        Holder next = holder.takenOver();
        ScriptedLink parked = next.link(null);
        client.link.reset();
        client.link = parked;
        UniqueId answered = client.attach;
        client.writeResume();
        UniqueId parkedTry = client.attach;
        // it was answered elsewhere meanwhile
        client.attach = new UniqueId(4, 1);
        client.tried = new ArrayList<>(List.of(client.attach));
        client.before = new ArrayList<>(List.of(parkedTry, answered));

        ResumeAnswer answer = client.goTo(next).resume();

        assertThat(answer.known()).isTrue();
        assertThat(answer.wentBack()).isFalse();
    }

    /** What it asked where it waited is answered when that node serves, while it asks again on another link. */
    @Test
    void aClientThatDidNotGoOnAfterTheAnswerIsToldAgainThatTheStoreWentBack() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        ConnectionRow backup = client.storedConnection();
        client.goTo(holder).resume();
        client.goTo(holder).resume();
        holder.store.goBackTo(backup);
        Holder next = holder.takenOver();

        client.goTo(next).writeResume();
        next.run();
        assertThat(client.storedConnection().attach()).isEqualTo(Ids.stored(client.attach));
        assertThat(client.goTo(next).resume().wentBack()).isTrue();
        assertThat(client.goTo(next).resume().wentBack()).isFalse();
    }

    /** R5 holds there too: the first of two that come writes an id that the other doesn't have. */
    @Test
    void ofACopiedClientOnlyOneGoesOnAfterTheStoreWentBack() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        ConnectionRow backup = client.storedConnection();
        client.goTo(holder).resume();
        TestClient clone = sameConnection(client, client.secret);
        clone.before = new ArrayList<>(client.before);
        client.goTo(holder).resume();
        holder.store.goBackTo(backup);
        Holder next = holder.takenOver();

        assertThat(clone.goTo(next).resume().wentBack()).isTrue();
        client.goTo(next).writeResume();
        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.CONNECTION_STOLEN);
        assertThat(clone.link.isOpen()).isTrue();
    }

    @Test
    void anAttachIdWhoseAnswerWasLostIsStillTheClients() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        client.goTo(holder);
        client.writeResume();
        holder.run();
        client.goTo(holder);
        client.writeResume();
        holder.run();

        client.goTo(holder).resume();
    }

    @Test
    void isAnsweredOnlyWhenTheAttachIdIsStored() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        client.goTo(holder);
        holder.store.hold();
        client.writeResume();
        holder.run();
        assertThat(client.link.all()).isEmpty();

        holder.store.release();

        client.link.one(ResumeAnswer.class);
        assertThat(client.storedConnection().attach()).isEqualTo(Ids.stored(client.attach));
    }

    @Test
    void bindingClosesTheOldLinkAndIgnoresItsLateFrames() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        ScriptedLink old = client.link;
        client.link = holder.link(null);
        client.writeResume();
        holder.run();
        assertThat(old.isOpen()).isFalse();

        old.write(client.send(1, "late"));
        holder.run();

        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void tellsDurableAndReceivedAndWhatWasRefused() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"), new Command.Skip(1, client.next(1), 0), client.sendUnstored(1, "np"));
        holder.run();

        client.goTo(holder);
        SessionState state = TestClient.state(client.attach(), 1);

        assertThat(state.durable()).isEqualTo(2);
        assertThat(state.received()).isEqualTo(3);
        assertThat(state.refusals()).extracting(r -> r.code()).containsExactly(ErrorCode.COMMAND_SKIPPED);
        assertThat(state.row()).isTrue();
    }

    @Test
    void afterATakeoverReceivedIsDurable() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"), client.sendUnstored(1, "np"));
        holder.run();
        holder.store.hold();
        client.write(client.send(1, "lost"));
        holder.run();

        client.goTo(holder.takenOver());
        SessionState state = TestClient.state(client.attach(), 1);

        assertThat(state.durable()).isEqualTo(1);
        assertThat(state.received()).isEqualTo(1);
    }

    @Test
    void repliesWithoutARowAreSaidAgainAfterAResume() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.sendUnstored(1, "np"));
        holder.run();

        client.goTo(holder).resume();

        assertThat(client.link.one(Received.class)).isEqualTo(new Received(1, 1, null, ""));
        client.repliesSeen = 1;
        client.write(client.send(1, "a"));
        holder.run();
        client.goTo(holder).resume();
        assertThat(client.link.take(Received.class)).isEmpty();
    }

    @Test
    void aRepeatedCommandIsAnsweredNotApplied() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        Command.Send send = client.send(1, "a");
        client.write(send);
        assertThat(client.confirmed(1).durable()).isEqualTo(1);

        client.write(send);

        assertThat(client.confirmed(1).durable()).isEqualTo(1);
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void aRepeatedUnstoredSendIsAnsweredNotApplied() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO).consumer(1, 1);
        Command.Send send = client.sendUnstored(1, "np");
        client.write(send, send);

        assertThat(client.link.take(Received.class)).hasSize(2);
        assertThat(client.texts()).containsExactly("np");
    }

    @Test
    void aConfirmNamesItsBatchAndComesOncePerSession() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"), client.send(1, "b"), client.send(1, "c"));

        Confirm confirm = client.link.one(Confirm.class);

        assertThat(confirm.durable()).isEqualTo(3);
        assertThat(confirm.epoch()).isEqualTo(100);
        assertThat(confirm.batch()).isEqualTo(holder.store.written().get(0).number());
    }

    @Test
    void nothingIsConfirmedOrVisibleBeforeItIsDurable() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO).consumer(1, 1);
        holder.store.hold();
        client.write(client.send(1, "a"));
        holder.run();
        assertThat(client.link.all()).isEmpty();

        holder.store.release();
        holder.run();

        assertThat(client.confirmed(1).durable()).isEqualTo(1);
        assertThat(client.texts()).containsExactly("a");
    }

    @Test
    void commandsBeforeTheClaimsAreAnsweredBreakTheProtocol() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.goTo(holder).attach();

        client.write(client.send(1, "early"));

        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void framesThatDoNotFitCloseTheLinkWithAReason() {
        TestClient client = new TestClient(holder);
        client.write(new Request.Started(true));
        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);

        TestClient second = TestClient.connect(holder);
        second.write(new ClaimsEnd(List.of()));
        assertThat(second.link.fault().text()).contains("ClaimsEnd");

        TestClient third = TestClient.connect(holder);
        third.write(new Command.Skip(7, 1, 0));
        assertThat(third.link.fault().text()).contains("session 7");

        TestClient fourth = TestClient.connect(holder);
        fourth.write(new Resumed());
        assertThat(fourth.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void pingsAreAnsweredWhileTheLeaseIsTrusted() {
        TestClient client = TestClient.connect(holder);
        client.write(new Request.Ping(42));
        Pong pong = client.link.one(Pong.class);
        assertThat(pong).isEqualTo(new Pong(42, 100, holder.databaseMillis()));

        holder.trusted = false;
        client.write(new Request.Ping(43));

        assertThat(client.link.take(Pong.class)).isEmpty();
    }

    @Test
    void nothingIsDispatchedWithoutTrust() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO).consumer(1, 1);
        client.write(client.send(1, "a"));
        holder.loop.execute(() -> holder.trusted = false);

        assertThat(client.link.take(Deliver.class)).isEmpty();
        // what did commit may be confirmed all the same (L1)
        assertThat(client.confirmed(1).durable()).isEqualTo(1);
    }

    @Test
    void aClientThatHasSeenAHigherEpochMakesTheHolderLookAtItsLease() {
        TestClient client = new TestClient(holder);
        client.highestEpoch = 101;
        client.writeResume();
        holder.run();
        assertThat(holder.told).isEqualTo(101);
        assertThat(client.link.all()).isEmpty();

        Objects.requireNonNull(holder.answerToTold).run();

        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.LINK_STEPPED_DOWN);
    }

    @Test
    void epochsOfAnotherClusterMeanNothing() {
        TestClient client = new TestClient(holder);
        client.highestEpoch = 5_000;
        client.cluster = new UniqueId(9, 9);

        assertThat(client.attach().known()).isFalse();
        assertThat(holder.told).isZero();
    }

    @Test
    void aSilentLinkIsClosedAndALivelyOneNot() {
        TestClient silent = TestClient.connect(holder);
        TestClient lively = TestClient.connect(holder);
        for (int i = 0; i < 5; i++) {
            holder.advance(Holder.SILENCE.minusMillis(1_000));
            lively.write(new Request.Ping(i));
            holder.run();
        }

        assertThat(silent.link.isOpen()).isFalse();
        assertThat(lively.link.isOpen()).isTrue();
    }

    @Test
    void theLossOfALinkIsStored() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        assertThat(client.storedConnection().detachedSinceMillis()).isZero();

        client.link.reset();

        assertThat(client.storedConnection().detachedSinceMillis()).isEqualTo(holder.databaseMillis());
        client.goTo(holder).resume();
        assertThat(client.storedConnection().detachedSinceMillis()).isZero();
    }

    @Test
    void aHandoverSaysWhereToGoAndWhatIsStored() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        client.link.take(Confirm.class);
        holder.sessions.handOver();
        client.write(client.send(1, "unread"));
        holder.run();

        holder.sessions.moved("tcp://b:61616", 101);

        assertThat(client.link.take(Moved.class)).containsExactly(new Moved("tcp://b:61616", 101));
        assertThat(client.link.isOpen()).isFalse();
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void closingLeavesNoTimersOfSessions() {
        int before = holder.loop.timers();
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        TestClient.connect(holder).link.reset();

        holder.sessions.close();

        assertThat(client.link.isOpen()).isFalse();
        assertThat(holder.loop.timers()).isLessThanOrEqualTo(before);
    }

    @Test
    void anEpochThatCanNotBeIsNoEpoch() {
        TestClient client = new TestClient(holder);
        client.highestEpoch = Long.MAX_VALUE;
        client.writeResume();

        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(holder.told).isZero();
    }

    @Test
    void aRefusalCanAlwaysBeStored() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(new Command.Unsubscribe(1, client.next(1), 0, "a\u0000b\ud800" + "\ud83d\ude00".repeat(600)));

        assertThat(client.confirmed(1).refusals()).hasSize(1);
        String stored = holder.store.refusals().get(0).text();
        assertThat(stored.chars().anyMatch(Character::isISOControl)).isFalse();
        assertThat(stored.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE))
                .isFalse();
    }

    @Test
    void duringAHandoverNothingIsReadAndWhatIsStoredIsConfirmed() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        holder.store.hold();
        client.write(client.send(1, "a"));
        holder.run();
        holder.sessions.handOver();
        holder.trusted = false;
        holder.writer.release(null, () -> holder.sessions.moved(null, 101));
        client.write(new Request.Ping(5), client.send(1, "b"));
        holder.run();
        assertThat(client.link.isOpen()).isTrue();

        holder.store.release();

        assertThat(client.confirmed(1).durable()).isEqualTo(1);
        assertThat(client.link.one(Moved.class).epoch()).isEqualTo(101);
        assertThat(holder.store.messages("q")).hasSize(1);
    }
}
