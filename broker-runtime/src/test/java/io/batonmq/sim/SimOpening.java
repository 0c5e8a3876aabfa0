package io.batonmq.sim;

import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.WireDestination;
import org.jspecify.annotations.Nullable;

/**
 * How an application's session comes by its consumer: makes what it is to consume from first. Confined to the
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
    private final String name;

    SimOpening(SimClient client, SimCalls calls, String name) {
        this.client = client;
        this.calls = calls;
        this.name = name;
    }

    void open(ClientSession session, SimLine line, Opened then) {
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
                    client.ledger.made(line.name());
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

    private void openConsumer(ClientSession session, SimLine line, Opened then) {
        ConsumerEvents events = cause -> {
            client.world.note(name + ": its consumer was closed: " + cause.getMessage());
            if (line.isTemporary()) {
                client.ledger.temporaries.taken(name, line.name(), String.valueOf(cause.getMessage()));
            }
        };
        calls.of(session.openConsumer(line.consumer(), events), (made, cause) -> then.opened(line, made));
    }
}
