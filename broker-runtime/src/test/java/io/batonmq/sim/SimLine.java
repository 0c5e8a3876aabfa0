package io.batonmq.sim;

import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an application of the simulated world receives: a queue, what a selector takes of it, or a subscription on the one
 * topic.
 *
 * @param name of the queue or subscription; of a plain subscription any
 * @param topic whether it is a subscription
 * @param durable whether what is stored for it stays there without a consumer
 * @param shared whether several consumers may have it
 * @param colour the only one that its selector takes; null = no selector
 */
record SimLine(
        String name,
        boolean topic,
        boolean durable,
        boolean shared,
        @Nullable String colour) {
    static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "q");
    static final WireDestination TOPIC = new WireDestination(WireDestination.Kind.TOPIC, "t");
    static final String DEAD_LETTERS = "DLQ";
    /** Of a name that nothing is stored for. */
    static final String PLAIN = "plain";

    /** Names of temporary destinations begin so; before it is made, such a line is named no more than that. */
    static final String TEMPORARY = "$tmp.";

    /** The property that selectors look at, and what every message has one of. */
    static final String COLOUR = "colour";

    static final List<String> COLOURS = List.of("red", "green", "blue");

    static SimLine queue(String name) {
        return new SimLine(name, false, true, true, null);
    }

    /** A temporary queue of the application's connection, which it makes when it needs it. */
    static SimLine temporary(String name) {
        return new SimLine(name, false, false, false, null);
    }

    boolean isTemporary() {
        return isTemporary(name);
    }

    static boolean isTemporary(String line) {
        return line.startsWith(TEMPORARY);
    }

    /** The messages of the queue that have this colour. */
    static SimLine selecting(String colour) {
        return new SimLine(QUEUE.name(), false, true, true, colour);
    }

    static SimLine plain(String of) {
        return new SimLine(PLAIN + " " + of, true, false, false, null);
    }

    static SimLine sharedPlain() {
        return new SimLine(PLAIN + " shared", true, false, true, null);
    }

    @Nullable
    SubscriptionSpec subscription() {
        return isNamed() ? new SubscriptionSpec(name, TOPIC.name(), null, false, shared, durable) : null;
    }

    private boolean isNamed() {
        return topic && (durable || shared);
    }

    ConsumerSpec consumer() {
        return topic
                ? new ConsumerSpec(TOPIC, isNamed() ? name : null, shared, durable, null, false, false)
                : new ConsumerSpec(destination(), null, false, false, selector(), false, false);
    }

    /** A look at the queue. */
    ConsumerSpec browser() {
        return new ConsumerSpec(destination(), null, false, false, selector(), false, true);
    }

    private WireDestination destination() {
        return isTemporary() ? temporaryQueue(name) : new WireDestination(WireDestination.Kind.QUEUE, name);
    }

    static WireDestination temporaryQueue(String name) {
        return new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, name);
    }

    private @Nullable String selector() {
        return colour == null ? null : COLOUR + " = '" + colour + "'";
    }

    /** Whether its selector takes the message. */
    boolean takes(EncodedMessage message) {
        return colour == null || colour.equals(message.property(COLOUR));
    }

    boolean deadLetters() {
        return name.equals(DEAD_LETTERS);
    }
}
