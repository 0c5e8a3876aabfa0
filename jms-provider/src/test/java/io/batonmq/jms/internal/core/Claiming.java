package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import java.util.List;
import java.util.Objects;

/** What tests of claims begin with, and look at. */
final class Claiming {
    private Claiming() {}

    /** A started session with its consumer, and the delivery that it was handed. */
    record Consuming(ClientSession session, ClientConsumer consumer, Delivery first) {}

    /** A session that was handed m1 and buffers m2. */
    static Consuming consuming(Scenario world, Node node, AckMode mode) {
        world.connection.start();
        ClientSession session = world.connection.openSession(mode);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        Delivery first = Objects.requireNonNull(world.taken(consumer.take(true)));
        assertThat(text(first)).isEqualTo("m1");
        node.drain();
        return new Consuming(session, consumer, first);
    }

    /** A session that passed over the first message, which had expired unseen, and was handed the second. */
    static Consuming passingOver(Scenario world, Node node, AckMode mode) {
        world.connection.start();
        ClientSession session = world.connection.openSession(mode);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("stale"), ScriptedLinks.DATABASE_MILLIS - 1);
        node.deliver(1, 1, ref(2), message("fresh"));
        Delivery fresh = Objects.requireNonNull(world.taken(consumer.take(true)));
        assertThat(text(fresh)).isEqualTo("fresh");
        return new Consuming(session, consumer, fresh);
    }

    /** The claims of session 1 at this node, up to the end of ③. */
    static List<Claim> claims(Node node) {
        List<Claim> claims = node.skipTo(Claims.class).claims();
        node.expect(ClaimsEnd.class);
        return claims;
    }

    static void grant(Node node, DeliveryRef... granted) {
        node.receive(new ClaimsAnswer(1, List.of(granted)), new Resumed());
    }
}
