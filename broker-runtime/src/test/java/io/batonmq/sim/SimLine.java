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
    /** Names of lines of subscriptions that are not durable begin so. */
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

    /**
     * A subscription of a consumer's own.
     *
     * @param of whose; each consumer has another
     */
    static SimLine plain(String of, @Nullable String colour) {
        return new SimLine(PLAIN + " " + of, true, false, false, colour);
    }

    /** The subscription with this name that consumers share as long as there are any. */
    static SimLine sharedPlain(String name, @Nullable String colour) {
        return new SimLine(PLAIN + " " + name, true, false, true, colour);
    }

    static boolean isPlain(String line) {
        return line.startsWith(PLAIN + " ");
    }

    boolean isPlain() {
        return isPlain(name);
    }

    @Nullable
    SubscriptionSpec subscription() {
        return isNamed()
                ? new SubscriptionSpec(subscriptionName(), TOPIC.name(), selector(), false, shared, durable)
                : null;
    }

    private String subscriptionName() {
        return isPlain() ? name.substring(PLAIN.length() + 1) : name;
    }

    private boolean isNamed() {
        return topic && (durable || shared);
    }

    ConsumerSpec consumer() {
        return topic
                ? new ConsumerSpec(
                        TOPIC, isNamed() ? subscriptionName() : null, shared, durable, selector(), false, false)
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
        return takes(String.valueOf(message.property(COLOUR)));
    }

    boolean takes(String other) {
        return colour == null || colour.equals(other);
    }

    boolean deadLetters() {
        return name.equals(DEAD_LETTERS);
    }
}
