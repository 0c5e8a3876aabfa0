package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Ping;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Database time is known as well as the quickest answer tells it (R18). */
class DatabaseClockTest {
    private final ManualLoop loop = new ManualLoop();
    private final DatabaseClock clock = new DatabaseClock(loop);

    /** Read when it was 1,000,000 there; question and answer took so many milliseconds. */
    private void read(long question, long answer) {
        long asked = loop.nanos();
        loop.advance(Duration.ofMillis(question + answer));
        clock.read(1_000_000, asked);
    }

    @Test
    void theFirstAnswerCountsAsQuick() {
        read(500, 0);

        assertThat(clock.millis()).isEqualTo(1_000_000);
    }

    @Test
    void anAnswerThatWasLongUnderWaySetsNothingBack() {
        read(0, 2);
        long asked = loop.nanos();
        loop.advance(Duration.ofSeconds(3));
        clock.read(1_000_000 + 1, asked);

        assertThat(clock.millis()).isEqualTo(1_000_000 + 3_000);
    }

    @Test
    void aQuickerAnswerCorrectsTheFirst() {
        read(0, 700);
        long asked = loop.nanos();
        loop.advance(Duration.ofMillis(2));
        clock.read(1_000_000 + 700 + 1, asked);

        assertThat(clock.millis()).isBetween(1_000_000L + 701, 1_000_000L + 703);
    }

    @Test
    void howLateItMayBeIsKnownAsWell() {
        read(500, 200);
        assertThat(clock.latestMillis()).isEqualTo(1_000_000 + 700);

        long asked = loop.nanos();
        loop.advance(Duration.ofMillis(4));
        clock.read(1_000_000 + 200 + 1, asked);
        assertThat(clock.latestMillis()).isEqualTo(1_000_000 + 200 + 1 + 4);

        long askedSlowly = loop.nanos();
        loop.advance(Duration.ofSeconds(3));
        clock.read(1_000_000 + 200 + 1_000, askedSlowly);
        assertThat(clock.latestMillis()).as("an answer long under way").isEqualTo(1_000_000 + 200 + 1 + 3_004);
    }

    @Test
    void aClockThatWasSetIsFollowed() {
        read(0, 1);
        long asked = loop.nanos();
        loop.advance(Duration.ofMillis(4));
        clock.read(5_000, asked);

        assertThat(clock.millis()).isBetween(5_000L, 5_004L);
    }

    @Test
    void whatExpiredWhileAnAnswerWasUnderWayIsNotHandedOut() {
        Scenario world = Scenario.failover();
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        world.loop.advance(Duration.ofSeconds(1));
        Ping ping = node.takePing();
        world.loop.advance(Duration.ofMillis(2_500));
        node.answerPing(ping, 1);
        node.deliver(1, 1, ref(1), message("stale"), ScriptedLinks.DATABASE_MILLIS + 2_000);
        node.deliver(1, 1, ref(2), message("fresh"), ScriptedLinks.DATABASE_MILLIS + 60_000);

        assertThat(text(world.taken(consumer.take(true)))).isEqualTo("fresh");
    }
}
