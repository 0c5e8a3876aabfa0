package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.TransactionId;
import java.util.List;

/**
 * Writes a large transaction ahead, in bounded units: durable and invisible; its commit is then one small write (S8). What
 * is staged is what was sent, not yet routed: a staged message's row has no queue and carries its publisher's clock offset
 * as its time. Confined to the broker loop.
 */
final class Staging {
    /** A unit is submitted when it has so much, or more. */
    private static final int UNIT_BYTES = 256 * 1024;

    private static final int UNIT_ROWS = 250;

    private final Holding holding;

    Staging(Holding holding) {
        this.holding = holding;
    }

    /** Stages what the transaction has in memory; refused if one of its messages could not be placed. */
    void write(Session session, Transaction transaction) throws RefusedException {
        List<Publication> sends = List.copyOf(transaction.sends());
        for (Publication publication : sends) {
            holding.destinations()
                    .publish(new Unit(), publication); // only to see whether it can be: the unit is dropped
        }
        Unit opening = new Unit();
        Stage stage = stage(opening, session, transaction);
        holding.writer().submit(opening); // alone: it is there to be dropped, whatever becomes of what follows
        Unit unit = refusable(stage);
        for (Publication publication : sends) {
            unit.insertStaged(new StagedItem(stage.id(), stage.takeIndex(), row(stage, publication), null));
            Bodies.place(unit, publication); // the staged item names its body from here on
            if (isFull(unit)) {
                holding.writer().submit(unit);
                unit = refusable(stage);
            }
        }
        transaction.staged();
        holding.writer().submit(unit);
    }

    /** S7: what the database refuses of it dooms the transaction, not the node. */
    private static Unit refusable(Stage stage) {
        Unit unit = new Unit();
        unit.ifRefused(cause -> {
            stage.refuse(String.valueOf(cause.getMessage()));
            return new Unit();
        });
        return unit;
    }

    /** Stages the consumption of stored deliveries. */
    void consume(Session session, Transaction transaction, List<Delivery> deliveries) {
        Unit unit = new Unit();
        Stage stage = stage(unit, session, transaction);
        for (Delivery delivery : deliveries) {
            DeliveryRef ref = delivery.ref();
            MessageKey key = new MessageKey(ref.queue(), new Position(ref.epoch(), ref.counter()));
            stage.consumes(key, delivery.entry());
            unit.insertStaged(new StagedItem(stage.id(), stage.takeIndex(), null, key));
            if (isFull(unit)) {
                holding.writer().submit(unit);
                unit = new Unit();
            }
        }
        holding.writer().submit(unit);
    }

    private Stage stage(Unit unit, Session session, Transaction transaction) {
        Stage stage = transaction.stage();
        if (stage == null) {
            long counter = transaction.id() instanceof TransactionId.Local local ? local.counter() : -1;
            stage = new Stage(
                    holding.writer().nextPosition(),
                    session.key(),
                    session.connection().clientId(),
                    counter);
            transaction.stage(stage);
            session.putRow(unit);
            unit.putStage(stage.row(null));
        }
        return stage;
    }

    private static boolean isFull(Unit unit) {
        return unit.bytes() >= UNIT_BYTES || unit.rows() >= UNIT_ROWS;
    }

    private static MessageRow row(Stage stage, Publication publication) {
        return new MessageRow(
                0,
                stage.id(),
                0,
                publication.message().size(),
                0,
                publication.clockOffset().mostMillis(),
                0,
                publication.message().bytes(),
                publication.content(),
                publication.contentLength());
    }
}
