package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Claiming.passingOver;
import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.Claiming.Consuming;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.ConsumerClosed;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command.Ack;
import io.batonmq.wire.Command.Commit;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.CloseConsumer;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Consumers open, and close by either side, also while interrupted. */
class ConsumerLifeTest {
    private final Scenario world = Scenario.failover();

    private Delivery take(ClientConsumer consumer) {
        return Objects.requireNonNull(world.taken(consumer.take(true)));
    }

    @Test
    void closingAConsumerEndsItsTakeAndDropsWhatWasNotSeen() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> take = consumer.take(true);
        Call<Void> close = consumer.close();
        assertThat(world.taken(take)).isNull();
        CloseConsumer frame = node.expect(CloseConsumer.class);
        world.waits(close);
        node.deliver(1, 1, ref(1), message("late"));
        node.ok(1, frame.request());
        world.done(close);
        world.fails(consumer.take(true), ErrorCode.CLOSED);
        world.done(session.acknowledge());
        node.expectNothing();
    }

    @Test
    void whatAClosedConsumerHandedOutStaysWithTheSession() {
        Node first = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(first, session);
        first.deliver(1, 1, ref(1), message("m1"));
        take(consumer);
        Call<Void> close = consumer.close();
        first.lose();
        world.done(close);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(second.skipTo(io.batonmq.wire.Resumption.Claims.class).claims())
                .singleElement()
                .satisfies(claim -> {
                    assertThat(claim.consumer()).isZero();
                    assertThat(claim.handedOut()).isTrue();
                });
    }

    @Test
    void aConsumerThatTheNodeClosesTellsTakeAndListener() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> take = consumer.take(true);
        node.receive(new ConsumerClosed(1, 1, ErrorCode.DESTINATION_DELETED, "gone"));
        world.fails(take, ErrorCode.DESTINATION_DELETED);
        assertThat(world.consumerEvents).extracting(CoreException::code).containsExactly(ErrorCode.DESTINATION_DELETED);
    }

    @Test
    void aRefusedConsumerFailsItsOpening() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<ClientConsumer> opening = session.openConsumer(Scenario.SPEC, world.consumerEvents::add);
        OpenConsumer frame = node.skipTo(OpenConsumer.class);
        node.receive(new Reply(1, frame.request(), ErrorCode.SELECTOR_INVALID, "bad"));
        world.fails(opening, ErrorCode.SELECTOR_INVALID);
        assertThat(world.consumerEvents).isEmpty();
    }

    @Test
    void anOpeningThatIsGivenUpSaysSoAndLeavesNoConsumerAtTheNode() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<ClientConsumer> opening = session.openConsumer(Scenario.SPEC, world.consumerEvents::add);
        OpenConsumer asked = node.skipTo(OpenConsumer.class);
        opening.withdraw("timeout");
        world.fails(opening, ErrorCode.CALL_TIMEOUT);
        assertThat(node.skipTo(CloseConsumer.class).consumer()).isEqualTo(asked.consumer());
    }

    @Test
    void anOpeningEndsWithWhatEndedItsConnection() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<ClientConsumer> opening = session.openConsumer(Scenario.SPEC, world.consumerEvents::add);
        node.fail(LinkFactory.Closed.REFUSED, ErrorCode.CONNECTION_STOLEN);
        world.fails(opening, ErrorCode.CONNECTION_STOLEN);
    }

    @Test
    void anOpeningEndsWithItsSession() {
        world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<ClientConsumer> opening = session.openConsumer(Scenario.SPEC, world.consumerEvents::add);
        session.close();
        world.fails(opening, ErrorCode.CLOSED);
    }

    /** The holder takes it back with the close: a commit that named it would be refused. */
    @Test
    void aMessageThatExpiredUnseenIsNotCommittedOnceItsConsumerIsClosed() {
        Node node = world.connected();
        Consuming it = passingOver(world, node, AckMode.TRANSACTED);
        it.consumer().close();
        it.session().commit();
        assertThat(node.skipTo(Commit.class).deliveries()).containsExactly(ref(2));
    }

    @Test
    void whatIsToBeAcknowledgedIsBeforeTheHolderTakesBackTheRest() {
        Node node = world.connected();
        Consuming it = passingOver(world, node, AckMode.DUPS_OK);
        it.consumer().close();
        assertThat(node.skipTo(Ack.class).deliveries()).contains(ref(1));
        assertThat(node.skipTo(CloseConsumer.class).consumer()).isEqualTo(1);
    }

    @Test
    void aConsumerOpenedWhileInterruptedIsDeclaredInTheResume() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        first.lose();
        Call<ClientConsumer> opening = session.openConsumer(Scenario.SPEC, world.consumerEvents::add);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        OpenConsumer frame = second.skipTo(OpenConsumer.class);
        second.ok(1, frame.request());
        world.done(opening);
    }

    @Test
    void aBrowseNeitherTakesNorRepeatsAndEnds() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<ClientConsumer> opening = session.openConsumer(Scenario.BROWSE, world.consumerEvents::add);
        first.ok(1, first.skipTo(OpenConsumer.class).request());
        ClientConsumer browser = world.value(opening);
        first.deliver(1, 1, ref(1), message("m1"));
        assertThat(text(world.taken(browser.take(false)))).isEqualTo("m1");
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        second.deliver(1, 1, ref(1), message("m1"));
        second.deliver(1, 1, ref(2), message("m2"));
        assertThat(text(world.taken(browser.take(true)))).isEqualTo("m2");
        assertThat(browser.exhausted()).isFalse();
        Call<Delivery> last = browser.take(true);
        second.receive(new Drained(1, 1, 0));
        assertThat(world.taken(last)).isNull();
        assertThat(browser.exhausted()).isTrue();
        second.expectNothing();
    }

    @Test
    void aConsumerThatClosesDoesNotHoldUpTheOthersAfterARecovery() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer one = world.consumer(node, session);
        ClientConsumer two = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        take(one);
        session.recover();
        Call<Delivery> take = two.take(true);
        node.deliver(1, 2, ref(2), message("in flight"));
        node.confirm(1, 1);
        node.skipTo(Drain.class);
        node.receive(new Drained(1, 2, node.expect(Drain.class).request()));
        world.waits(take);
        one.close();
        Drain again = node.skipTo(Drain.class);
        node.receive(new Drained(1, 2, again.request()));
        assertThat(text(world.taken(take))).isEqualTo("in flight");
    }
}
