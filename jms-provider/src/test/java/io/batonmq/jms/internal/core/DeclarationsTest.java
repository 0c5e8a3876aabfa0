package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command.BodyPart;
import io.batonmq.wire.Command.Send;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.LargeBody;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.CreateTemporary;
import io.batonmq.wire.Request.DeleteTemporary;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Request.SetClientId;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is declared anew to each holder, and large bodies in both directions (R2, R17). */
class DeclarationsTest {
    private final Scenario world = Scenario.failover();

    @Test
    void aTemporaryDestinationIsOfThisConnectionAndDeclaredAgain() {
        Node first = world.connected();
        Call<WireDestination> create = world.connection.createTemporary(WireDestination.Kind.TEMPORARY_QUEUE);
        CreateTemporary frame = first.expect(CreateTemporary.class);
        first.ok(0, frame.request());
        WireDestination destination = world.value(create);
        assertThat(destination.name()).startsWith("$tmp.").endsWith(".1");
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0));
        assertThat(second.expect(CreateTemporary.class).destination()).isEqualTo(destination);
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        Call<Void> delete = world.connection.deleteTemporary(destination);
        second.ok(0, second.expect(DeleteTemporary.class).request());
        world.done(delete);
        world.fails(world.connection.deleteTemporary(destination), ErrorCode.DESTINATION_NOT_YOURS);
    }

    /** A holder begins with those declared first. */
    @Test
    void consumersAreDeclaredAgainInTheOrderInWhichItIsTheirTurn() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        for (int i = 0; i < 3; i++) {
            world.consumer(first, session);
        }
        first.deliver(1, 2, ref(1), message("a"));
        first.deliver(1, 1, ref(2), message("b"));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));

        assertThat(second.drain().stream()
                        .filter(OpenConsumer.class::isInstance)
                        .map(open -> ((OpenConsumer) open).consumer()))
                .containsExactly(3, 2, 1);
    }

    @Test
    void aDeleteThatIsInterruptedIsAskedForAgainAndMayBeRefused() {
        Node first = world.connected();
        Call<WireDestination> create = world.connection.createTemporary(WireDestination.Kind.TEMPORARY_TOPIC);
        first.ok(0, first.expect(CreateTemporary.class).request());
        Call<Void> delete = world.connection.deleteTemporary(world.value(create));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0));
        DeleteTemporary again = second.expect(DeleteTemporary.class);
        second.receive(new Reply(0, again.request(), ErrorCode.DESTINATION_IN_USE, "in use"));
        world.fails(delete, ErrorCode.DESTINATION_IN_USE);
    }

    @Test
    void aDeleteThatIsGivenUpSaysWhetherANodeWasAsked() {
        Node first = world.connected();
        Call<WireDestination> create = world.connection.createTemporary(WireDestination.Kind.TEMPORARY_QUEUE);
        first.ok(0, first.expect(CreateTemporary.class).request());
        WireDestination destination = world.value(create);
        first.lose();
        Call<Void> never = world.connection.deleteTemporary(destination);
        never.withdraw("timeout");
        world.fails(never, ErrorCode.CALL_TIMEOUT);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0));
        second.ok(0, second.expect(CreateTemporary.class).request());
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        Call<Void> asked = world.connection.deleteTemporary(destination);
        DeleteTemporary frame = second.expect(DeleteTemporary.class);
        asked.withdraw("timeout");
        world.fails(asked, ErrorCode.OUTCOME_UNKNOWN);
        second.ok(0, frame.request());
        world.fails(world.connection.deleteTemporary(destination), ErrorCode.DESTINATION_NOT_YOURS);
    }

    @Test
    void aClientIdentifierThatIsGivenUpSaysWhetherANodeWasAsked() {
        Node first = world.connected();
        Call<Void> asked = world.connection.setClientId("me");
        first.expect(SetClientId.class);
        asked.withdraw("timeout");
        world.fails(asked, ErrorCode.OUTCOME_UNKNOWN);
        first.lose();
        Call<Void> never = world.connection.setClientId("you");
        never.withdraw("timeout");
        world.fails(never, ErrorCode.CALL_TIMEOUT);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0));
        assertThat(second.drain()).noneMatch(SetClientId.class::isInstance);
    }

    @Test
    void noMoreSessionsAreOpenedThanTheNodesAllow() {
        world.connected();
        for (int i = 0; i < ScriptedLinks.MOST_SESSIONS; i++) {
            world.connection.openSession(AckMode.AUTO);
        }
        assertThatThrownBy(() -> world.connection.openSession(AckMode.AUTO))
                .isInstanceOfSatisfying(
                        CoreException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED))
                .hasMessageContaining("maxSessions");
    }

    @Test
    void theClientIdentifierIsPartOfEveryLaterResume() {
        Node first = world.connected();
        Call<Void> set = world.connection.setClientId("me");
        SetClientId frame = first.expect(SetClientId.class);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0));
        SetClientId again = second.expect(SetClientId.class);
        assertThat(again.clientId()).isEqualTo(frame.clientId());
        second.ok(0, again.request());
        world.done(set);
        second.lose();
        world.loop.advance(Duration.ofMillis(20));
        assertThat(world.links.next().open().expect(Resume.class).clientId()).isEqualTo("me");
    }

    @Test
    void aClientIdentifierInUseIsRefused() {
        Node node = world.connected();
        Call<Void> set = world.connection.setClientId("me");
        node.receive(new Reply(0, node.expect(SetClientId.class).request(), ErrorCode.CLIENT_ID_IN_USE, "in use"));
        world.fails(set, ErrorCode.CLIENT_ID_IN_USE);
    }

    private static byte[] body(int length) {
        byte[] body = new byte[length];
        new Random(1).nextBytes(body);
        return body;
    }

    @Test
    void aLargeBodyGoesAheadInPartsAndAgainToTheNextHolder() {
        Node first = world.connected();
        byte[] body = body(2 * WireLimits.PART + 1);
        Call<Void> send = world.connection.openSession(AckMode.AUTO).send(message(body, true, 0));
        first.skipTo(io.batonmq.wire.Request.OpenSession.class);
        long firstId = expectLarge(first, body);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(expectLarge(second, body)).isNotEqualTo(firstId);
        second.confirm(1, 1);
        world.done(send);
    }

    private static long expectLarge(Node node, byte[] body) {
        List<byte[]> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            BodyPart part = node.expect(BodyPart.class);
            assertThat(part.index()).isEqualTo(i);
            parts.add(part.bytes());
        }
        Send frame = node.expect(Send.class);
        LargeBody large = java.util.Objects.requireNonNull(frame.body());
        assertThat(large.length()).isEqualTo(body.length);
        assertThat(large.parts()).isEqualTo(3);
        assertThat(frame.message().bodyLength()).isZero();
        byte[] joined = new byte[body.length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, at, part.length);
            at += part.length;
        }
        assertThat(joined).isEqualTo(body);
        return large.id();
    }

    @Test
    void aLargeMessageIsPutTogetherBeforeItIsHandedOut() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(node, session);
        byte[] body = body(600_000);
        EncodedMessage whole = message(body, true, 0);
        EncodedMessage head = new EncodedMessage(Arrays.copyOf(whole.bytes(), whole.size() - body.length));
        node.receive(
                new DeliverPart(1, 9, 0, Arrays.copyOf(body, 300_000)),
                new DeliverPart(1, 9, 1, Arrays.copyOfRange(body, 300_000, 600_000)),
                new Deliver(1, 1, ref(1), 1, 0, head, new LargeBody(9, 600_000, 2)));
        Delivery delivery = java.util.Objects.requireNonNull(world.taken(consumer.take(true)));
        assertThat(delivery.message()).isEqualTo(whole);
    }

    @Test
    void aMessageWithoutAllItsPartsEndsTheConnectionAndIsNeverSeen() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> take = consumer.take(true);
        node.receive(
                new DeliverPart(1, 9, 0, new byte[10]),
                new Deliver(1, 1, ref(1), 1, 0, message(""), new LargeBody(9, 20, 2)));
        world.fails(take, ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void aMessageOverTheNodesLimitIsRefusedWithoutSendingIt() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        node.drain();
        world.fails(session.send(message(new byte[1 << 20], true, 0)), ErrorCode.MESSAGE_TOO_LARGE);
        node.expectNothing();
    }
}
