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
        Placement placement = place(publication);
        if (!placement.stored()) {
            requireRoom(queue, publication);
        }
        queue.touch(unit);
        if (expired(placement)) {
            return;
        }
        if (placement.stored()) {
            queue.publishing().stored(unit, placement.row(queue.number()), publication.message());
        } else {
            unit.whenDurable((epoch, batch) -> publishNow(queue, placement));
        }
    }

    /** {@link Destinations#publishNow}. */
    void publishNow(Publication publication) throws RefusedException {
        WireDestination destination = publication.head().destination();
        Placement placement = place(publication);
        Unit made = new Unit();
        if (destination.kind().isQueue()) {
            MessageQueue queue = registry.queue(destination);
            if (!placement.stored()) {
                requireRoom(queue, publication);
            }
            queue.touch(made);
            submit(made);
            if (expired(placement)) {
                return;
            }
            if (placement.stored()) {
                Unit unit = new Unit();
                queue.publishing().stored(unit, placement.row(queue.number()), placement.message());
                submitOrElse(unit, () -> publishNow(queue, placement));
            } else {
                publishNow(queue, placement);
            }
        } else {
            Topic topic = registry.topic(destination);
            topic.touch(made);
            submit(made);
            if (expired(placement)) {
                return;
            }
            if (placement.stored()) {
                Unit unit = new Unit();
                topic.publish(unit, placement);
                submitOrElse(unit, () -> topic.publishNow(placement));
            } else {
                topic.publishNow(placement);
            }
        }
    }

    /** Nobody waits for it: what the database refuses (S7) is kept as if it had not been asked. */
    private void submitOrElse(Unit unit, Runnable inMemory) {
        unit.ifRefused(cause -> {
            Unit instead = new Unit();
            instead.whenDurable((epoch, batch) -> inMemory.run());
            return instead;
        });
        submit(unit);
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
