package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.temporaryQueue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TemporaryDestinationTest {
    private static final WireDestination REPLIES = temporaryQueue("$tmp.1.1");
    private static final WireDestination EVENTS = new WireDestination(WireDestination.Kind.TEMPORARY_TOPIC, "$tmp.1.2");

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private void create(WireDestination destination) throws RefusedException {
        world.unit(unit -> world.destinations.createTemporary(unit, destination, World.ONE));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aReplyThatComesBeforeItsOwnerIsBackIsKept() throws RefusedException {
        create(REPLIES);
        world.takeover();
        world.send(REPLIES, "reply");
        create(REPLIES); // declared anew: no error
        assertThat(world.consume(REPLIES, 10).texts()).as("C27").containsExactly("reply");
    }

    @Test
    void onlyItsOwnConnectionConsumes() throws RefusedException {
        create(REPLIES);
        create(EVENTS);
        assertRefused(
                ErrorCode.DESTINATION_NOT_YOURS,
                () -> world.consume(World.spec(REPLIES), null, new TestConsumer(World.TWO, 1)));
        assertRefused(
                ErrorCode.DESTINATION_NOT_YOURS,
                () -> world.consume(World.spec(EVENTS), null, new TestConsumer(World.TWO, 1)));
        assertRefused(
                ErrorCode.DESTINATION_NOT_YOURS,
                () -> world.unit(unit -> world.destinations.createTemporary(unit, REPLIES, World.TWO)));
        assertRefused(
                ErrorCode.DESTINATION_NOT_YOURS,
                () -> world.unit(unit -> world.destinations.deleteTemporary(unit, REPLIES, World.TWO)));
    }

    @Test
    void aDeletedOneIsGoneWithItsMessages() throws RefusedException {
        create(REPLIES);
        TestConsumer consumer = world.consume(REPLIES, 1);
        world.send(REPLIES, "a");
        world.send(REPLIES, "b");
        assertRefused(ErrorCode.DESTINATION_IN_USE, this::delete);
        consumer.attachment().detach();
        delete();
        delete(); // again is no error
        assertRefused(ErrorCode.DESTINATION_DELETED, () -> world.send(REPLIES, "c"));
        assertRefused(ErrorCode.DESTINATION_DELETED, () -> world.sendNow(World.unstored(REPLIES, "c")));
        assertRefused(ErrorCode.DESTINATION_DELETED, () -> world.consume(REPLIES, 1));
        world.acknowledge(consumer.entries); // of a delivery that went with its queue
        world.loop.advance(Duration.ofSeconds(1));
        assertThat(world.store.messages).isEmpty();
        assertThat(world.store.queues).isEmpty();
    }

    private void delete() throws RefusedException {
        world.unit(unit -> world.destinations.deleteTemporary(unit, REPLIES, World.ONE));
    }

    @Test
    void allOfAConnectionGoWithItEvenWithConsumers() throws RefusedException {
        create(REPLIES);
        create(EVENTS);
        TestConsumer queueConsumer = world.consume(REPLIES, 1);
        TestConsumer topicConsumer = world.consume(EVENTS, 1);
        world.send(REPLIES, "a");
        world.unit(unit -> world.destinations.removeTemporaries(unit, World.ONE));
        assertThat(queueConsumer.removed).contains("$tmp.1.1");
        assertThat(topicConsumer.removed).contains("$tmp.1.2");
        topicConsumer.attachment().detach();
        queueConsumer.attachment().detach();
        world.loop.advance(Duration.ofSeconds(1));
        assertThat(world.store.queues).isEmpty();
        assertRefused(ErrorCode.DESTINATION_DELETED, () -> world.send(EVENTS, "c"));
        create(REPLIES);
        assertThat(world.consume(REPLIES, 1).entries).isEmpty();
    }

    @Test
    void aNameOutsideTheReservedSpaceIsRefused() {
        assertRefused(ErrorCode.DESTINATION_NAME, () -> create(temporaryQueue("mine")));
        assertRefused(ErrorCode.DESTINATION_NAME, () -> create(World.queue("$tmp.1.1")));
    }
}
