package io.batonmq.sim;

import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import org.jspecify.annotations.Nullable;

/**
 * Where an application of the simulated world receives: a queue, or a subscription on the one topic.
 *
 * @param name of the queue or subscription; of a plain subscription any
 * @param topic whether it is a subscription
 * @param durable whether what is stored for it stays there without a consumer
 * @param shared whether several consumers may have it
 */
record SimLine(String name, boolean topic, boolean durable, boolean shared) {
    static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "q");
    static final WireDestination TOPIC = new WireDestination(WireDestination.Kind.TOPIC, "t");
    static final String DEAD_LETTERS = "DLQ";
    /** Of a name that nothing is stored for. */
    static final String PLAIN = "plain";

    static SimLine queue(String name) {
        return new SimLine(name, false, true, true);
    }

    static SimLine plain(String of) {
        return new SimLine(PLAIN + " " + of, true, false, false);
    }

    @Nullable
    SubscriptionSpec subscription() {
        return topic && durable ? new SubscriptionSpec(name, TOPIC.name(), null, false, shared, true) : null;
    }

    ConsumerSpec consumer() {
        return topic
                ? new ConsumerSpec(TOPIC, durable ? name : null, shared, durable, null, false, false)
                : new ConsumerSpec(
                        new WireDestination(WireDestination.Kind.QUEUE, name), null, false, false, null, false, false);
    }

    boolean deadLetters() {
        return name.equals(DEAD_LETTERS);
    }
}
