package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.WireDestination;

/** Brings what is published to its queue or topic, which is made if it is not there. Confined to the broker loop. */
final class Publisher {
    private final Registry registry;
    private final Surroundings around;

    Publisher(Registry registry, Surroundings around) {
        this.registry = registry;
        this.around = around;
    }

    /** {@link Destinations#publish}. */
    void publish(Unit unit, Publication publication) throws RefusedException {
        WireDestination destination = publication.head().destination();
        if (!destination.kind().isQueue()) {
            Topic topic = registry.topic(destination);
            Placement placement = place(publication);
            if (!expired(placement)) {
                topic.publish(unit, placement);
            }
            return;
        }
        MessageQueue queue = registry.queue(destination);
        boolean persistent = publication.head().persistent();
        if (!persistent) {
            requireRoom(queue, publication);
        }
        queue.touch(unit);
        Placement placement = place(publication);
        if (expired(placement)) {
            return;
        }
        if (persistent) {
            queue.publishing().stored(unit, placement.row(queue.number()), publication.message());
        } else {
            unit.whenDurable((epoch, batch) -> publishNow(queue, placement));
        }
    }

    /** {@link Destinations#publishNow}. */
    void publishNow(Publication publication) throws RefusedException {
        WireDestination destination = publication.head().destination();
        Unit made = new Unit();
        if (destination.kind().isQueue()) {
            MessageQueue queue = registry.queue(destination);
            requireRoom(queue, publication);
            queue.touch(made);
            submit(made);
            Placement placement = place(publication);
            if (!expired(placement)) {
                publishNow(queue, placement);
            }
        } else {
            Topic topic = registry.topic(destination);
            topic.touch(made);
            submit(made);
            Placement placement = place(publication);
            if (!expired(placement)) {
                topic.publishNow(placement);
            }
        }
    }

    private void publishNow(MessageQueue queue, Placement placement) {
        queue.publishing().unstored(placement.row(queue.number()), placement.message());
    }

    private Placement place(Publication publication) {
        return Placement.of(
                publication, around.writer().nextPosition(), around.time().millis());
    }

    private boolean expired(Placement placement) {
        boolean expired = placement.expiresAt() != 0
                && placement.expiresAt() <= around.time().millis();
        if (expired) {
            around.counters().expired++;
            if (placement.publication().content() != null) {
                around.sweep().wanted();
            }
        }
        return expired;
    }

    /** Over budget, stored messages leave memory first; only then a NON_PERSISTENT one is refused. */
    private void requireRoom(MessageQueue queue, Publication publication) throws RefusedException {
        if (queue.publishing().makeRoom(publication.message())) {
            return;
        }
        throw new RefusedException(
                ErrorCode.LIMIT_MEMORY,
                "no memory for another non-persistent message on " + queue.row().name()
                        + ": consume from it, or send persistent messages, which the store keeps");
    }

    private void submit(Unit unit) {
        if (!unit.isEmpty()) {
            around.writer().submit(unit);
        }
    }
}
