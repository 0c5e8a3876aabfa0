package io.batonmq.sim;

import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.WireDestination;
import org.jspecify.annotations.Nullable;

/**
 * How an application comes by its consumers, one after the other: makes what it is to consume from first. Confined to the
 * simulation's thread.
 */
final class SimOpening {

    /** The end of it. */
    interface Opened {
        /**
         * It is open, or can't be.
         *
         * @param line where it receives, by its name
         * @param consumer null = it can't
         */
        void opened(SimLine line, @Nullable ClientConsumer consumer);
    }

    private final SimClient client;
    private final SimCalls calls;
    private final String number;
    private String name;
    private int subscriptions;
    private SubscriptionCheck.@Nullable Subscriber subscriber;

    SimOpening(SimClient client, SimCalls calls, String number) {
        this.client = client;
        this.calls = calls;
        this.number = number;
        this.name = number;
    }

    /**
     * Opens one.
     *
     * @param on what its session is called
     */
    void open(ClientSession session, String on, SimLine from, Opened then) {
        name = on;
        boolean own = from.isPlain() && !from.shared();
        SimLine line = own ? SimLine.plain(number + "+" + ++subscriptions, from.colour()) : from;
        SubscriptionSpec subscription = line.subscription();
        if (line.name().equals(SimLine.TEMPORARY)) {
            makeTemporary(session, line, then);
        } else if (subscription == null) {
            openConsumer(session, line, then);
        } else {
            calls.patiently(session.subscribe(subscription), (made, cause) -> {
                if (cause != null) {
                    then.opened(line, null);
                    return;
                }
                if (line.durable()) {
                    client.ledger.subscriptions.durable(line.name());
                }
                openConsumer(session, line, then);
            });
        }
    }

    private void makeTemporary(ClientSession session, SimLine line, Opened then) {
        calls.patiently(client.connection.createTemporary(WireDestination.Kind.TEMPORARY_QUEUE), (made, cause) -> {
            if (made == null) {
                then.opened(line, null);
            } else {
                client.ledger.temporaries.made(made.name());
                openConsumer(session, SimLine.temporary(made.name()), then);
            }
        });
    }

    /** Closes one that was opened; its session has what was not acknowledged. */
    void close(ClientConsumer consumer, Runnable then) {
        ends();
        calls.patiently(consumer.close(), (done, cause) -> {
            client.world.note(name + " has closed its consumer");
            then.run();
        });
    }

    /** The consumer that was opened is being closed, or its session is. */
    void ends() {
        if (subscriber != null) {
            subscriber.ends();
        }
    }

    /** The process of the consumer is dead. */
    void processDied() {
        if (subscriber != null) {
            subscriber.died();
        }
    }

    private void openConsumer(ClientSession session, SimLine line, Opened then) {
        SubscriptionCheck.Subscriber plain =
                line.isPlain() ? client.ledger.subscriptions.opens(client.name, line) : null;
        subscriber = plain;
        ConsumerEvents events = cause -> {
            client.world.note(name + ": its consumer was closed: " + cause.getMessage());
            if (line.isTemporary()) {
                client.ledger.temporaries.taken(name, line.name(), String.valueOf(cause.getMessage()));
            } else if (plain != null) {
                plain.taken(String.valueOf(cause.getMessage()));
            }
        };
        calls.of(client.openConsumer(session, line.consumer(), plain, events), (made, cause) -> {
            if (plain != null && made != null) {
                plain.opened();
            } else if (plain != null) {
                plain.ends();
            }
            then.opened(line, made);
        });
    }
}
