package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.BodyKind;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JMSXGroupID: messages of a group go to one consumer, as long as it is attached, in order. */
class MessageGroupTest {
    private static final WireDestination ORDERS = queue("orders");

    private final World world = new World(
            new DestinationSettings("default", 3, Duration.ZERO, "DLQ", 20_000, 8 << 20, 16 << 20, 10, 4_000));

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private void send(String group, String text) throws RefusedException {
        send(Map.of("JMSXGroupID", group), text, true);
    }

    private void sendLast(String group, String text) throws RefusedException {
        send(Map.of("JMSXGroupID", group, "JMSXGroupSeq", -1), text, true);
    }

    private void send(Map<String, Object> properties, String text, boolean persistent) throws RefusedException {
        MessageHead head = new MessageHead(ORDERS, persistent, 4, 1, 0, 0, null, null, null, null, BodyKind.TEXT);
        EncodedMessage message =
                EncodedMessage.encode(new WireMessage(head, properties, text.getBytes(StandardCharsets.UTF_8)));
        world.send(new Publication(message, head, null, 0, World.TWO, null, World.SAME_CLOCK));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGroupIsOneConsumersInOrder(boolean persistent) throws RefusedException {
        List<TestConsumer> consumers =
                List.of(world.consume(ORDERS, 100), world.consume(ORDERS, 100), world.consume(ORDERS, 100));
        for (int i = 0; i < 60; i++) {
            send(Map.of("JMSXGroupID", "g" + i % 7), "g" + i % 7 + "/" + i, persistent);
        }

        Map<String, List<Integer>> numbers = new LinkedHashMap<>();
        for (TestConsumer consumer : consumers) {
            Set<String> groups = new HashSet<>();
            consumer.texts().forEach(text -> groups.add(text.split("/")[0]));
            assertThat(groups).isNotEmpty();
            assertThat(numbers.keySet()).doesNotContainAnyElementsOf(groups);
            consumer.texts()
                    .forEach(text -> numbers.computeIfAbsent(text.split("/")[0], g -> new ArrayList<>())
                            .add(Integer.valueOf(text.split("/")[1])));
        }
        assertThat(numbers).hasSize(7);
        assertThat(numbers.values()).allSatisfy(of -> assertThat(of).isSorted());
    }

    @Test
    void aGroupWaitsForItsConsumerAndHoldsUpNobodyElse() throws RefusedException {
        TestConsumer first = world.consume(ORDERS, 1);
        send("g", "g1");
        TestConsumer second = world.consume(ORDERS, 10);
        send("g", "g2");
        send("h", "h1");
        world.send(ORDERS, "none");

        assertThat(first.texts()).containsExactly("g1");
        assertThat(second.texts()).containsExactly("h1", "none");
        first.credit(10);
        assertThat(first.texts()).containsExactly("g1", "g2");
    }

    @Test
    void aGroupWhoseConsumerLeavesGoesToAnotherWithWhatIsGivenBack() throws RefusedException {
        TestConsumer first = world.consume(ORDERS, 2);
        send("g", "g1");
        send("g", "g2");
        TestConsumer second = world.consume(ORDERS, 10);
        send("g", "g3");
        assertThat(second.entries).isEmpty();

        world.giveBack(first.entries);
        first.attachment().detach();
        world.loop.run();
        send("g", "g4");

        assertThat(second.texts()).containsExactly("g1", "g2", "g3", "g4");
    }

    @Test
    void theLastMessageOfAGroupClosesIt() throws RefusedException {
        TestConsumer first = world.consume(ORDERS, 10);
        send("g", "g1");
        TestConsumer second = world.consume(ORDERS, 10);
        world.send(ORDERS, "whose turn it is: the first's");
        world.send(ORDERS, "whose turn it is: the second's");
        send("g", "g2");
        sendLast("g", "g3");
        assertThat(first.texts()).contains("g1", "g2", "g3");
        first.credit = 0;

        send("g", "anew");

        assertThat(second.texts()).endsWith("anew");
    }

    @Test
    void moreGroupsThanAreRememberedKeepTheirConsumersToo() throws RefusedException {
        List<TestConsumer> consumers = List.of(world.consume(ORDERS, 20_000), world.consume(ORDERS, 20_000));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                send(Map.of("JMSXGroupID", "g" + i), "g" + i, false);
            }
        }

        Set<String> firsts = new HashSet<>(consumers.get(0).texts());
        assertThat(firsts)
                .hasSizeBetween(500, 4_500)
                .doesNotContainAnyElementsOf(consumers.get(1).texts());
    }

    @Test
    void aGroupThatWaitsIsNotReadIntoMemoryBeyondTheBudget() throws RefusedException {
        TestConsumer first = world.consume(ORDERS, 1);
        send("g", "g0");
        TestConsumer waiting = world.consume(ORDERS, 10);
        for (int i = 1; i < 100; i++) {
            send("g", "g" + i + " ".repeat(1_000));
            assertThat(world.info("orders").memoryBytes()).isLessThan(30_000);
        }

        first.credit(1_000);
        world.loop.run();

        assertThat(waiting.entries).isEmpty();
        assertThat(first.entries).hasSize(100);
        assertThat(first.texts().get(99)).startsWith("g99");
    }
}
