package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.TransactionId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Acknowledgements and transactions: what is decided, and that it is decided whole (R6, R11, S8). Confined to the broker
 * loop.
 */
final class Decisions {
    /** More deliveries are not consumed in one unit, so that no batch exceeds its bound (S1, S8). */
    private static final int MOST_CONSUMED_AT_ONCE = 500;

    private final Holding holding;
    private final Destinations destinations;
    private final NumberedUnits units;
    private final Staging staging;
    private final Spreading spreading;
    private final Consumer<Session> goOn;

    /** The last is told of a session whose waiting commands can be applied. */
    Decisions(Holding holding, NumberedUnits units, Spreading spreading, Consumer<Session> goOn) {
        this.holding = holding;
        this.destinations = holding.destinations();
        this.units = units;
        this.staging = new Staging(holding);
        this.spreading = spreading;
        this.goOn = goOn;
    }

    /** A send of a transaction arrived. */
    void add(Session session, Transaction transaction, Publication publication) throws RefusedException {
        int places = destinations.places(publication.head().destination());
        if (!transaction.send(publication, places, holding.settings().maxTransaction())) {
            Unit unit = new Unit();
            Bodies.drop(destinations, unit, List.of(publication));
            holding.writer().submit(unit);
        } else if (transaction.isLarge(
                holding.settings().stagingThreshold(), holding.writer().rowsPerBatch())) {
            staging.write(session, transaction);
        }
    }

    /** What a command says of deliveries: those it may decide on, and whether it names one that isn't the session's. */
    private record Named(List<Delivery> mine, boolean lost, boolean stored) {}

    private Named named(Session session, List<DeliveryRef> first, List<DeliveryRef> second) {
        Set<DeliveryRef> refs = new LinkedHashSet<>(first);
        refs.addAll(second);
        List<Delivery> mine = new ArrayList<>();
        boolean lost = false;
        boolean stored = false;
        for (DeliveryRef ref : refs) {
            Delivery delivery = session.held().find(ref);
            if (delivery != null) {
                delivery.announce(); // what is acknowledged was handed out
                mine.add(delivery);
                stored |= ref.stored();
            } else {
                lost |= !knownToOldHolderOnly(ref);
            }
        }
        return new Named(mine, lost, stored);
    }

    /** R6: an ack of a NON_PERSISTENT message that another holder had in its memory succeeds. */
    private boolean knownToOldHolderOnly(DeliveryRef ref) {
        return !ref.stored() && ref.epoch() != holding.epoch();
    }

    void acknowledge(Session session, Command.Ack ack) {
        Named named = named(session, ack.deliveries(), List.of());
        if (named.lost()) { // R11: acknowledges nothing
            units.refuse(
                    session,
                    ack,
                    ErrorCode.CLAIM_LOST,
                    "a message of this acknowledgement was given to another consumer meanwhile; nothing was"
                            + " acknowledged, recover the session",
                    NumberedUnits::nothing);
        } else if (named.mine().size() > MOST_CONSUMED_AT_ONCE) {
            Transaction alone = new Transaction(TransactionId.None.NONE);
            commitStaged(session, ack, alone, named, unit -> session.held().giveBack(unit, named.mine()));
        } else if (named.stored()) {
            units.store(
                    session,
                    ack,
                    unit -> consume(session, unit, named.mine()),
                    unit -> session.held().giveBack(unit, named.mine()));
        } else { // transient (R2): no number is stored for it
            Unit unit = new Unit();
            consume(session, unit, named.mine());
            holding.writer().submit(unit);
            session.replies().received(new Received(session.number(), ack.number(), null, ""));
        }
    }

    private void consume(Session session, Unit unit, List<Delivery> deliveries) {
        for (Delivery delivery : deliveries) {
            session.held().take(delivery.ref());
            destinations.acknowledge(unit, delivery.entry());
        }
    }

    /** Refuses a command that names deliveries, which go back, as does what its transaction has. */
    void refuse(Session session, Command.Numbered command, ErrorCode code, String text) {
        Transaction transaction = new Transaction(TransactionId.None.NONE);
        List<Delivery> back = List.of();
        if (command instanceof Command.Ack ack) {
            back = named(session, ack.deliveries(), List.of()).mine();
        } else if (command instanceof Command.Commit commit) {
            transaction = session.transaction().decide(commit.transaction());
            back = named(session, commit.deliveries(), transaction.acknowledged())
                    .mine();
        } else if (command instanceof Command.Rollback rollback) {
            transaction = session.transaction().decide(rollback.transaction());
            back = givenBack(session, rollback, transaction);
        }
        Transaction dropped = transaction;
        List<Delivery> mine = back;
        units.refuse(session, command, code, text, unit -> {
            session.transaction().drop(unit, dropped);
            session.held().giveBack(unit, mine);
        });
    }

    /** R6, R11: everything of the transaction in one unit, or nothing and the truth about it. */
    void commit(Session session, Command.Commit commit) {
        Transaction transaction = session.transaction().decide(commit.transaction());
        Named named = named(session, commit.deliveries(), transaction.acknowledged());
        RefusedException doomed = transaction.doomed();
        Consumer<Unit> undone = unit -> {
            session.transaction().drop(unit, transaction);
            session.held().giveBack(unit, named.mine());
        };
        if (doomed != null) {
            boolean tooLarge = doomed.code() == ErrorCode.TRANSACTION_TOO_LARGE;
            ErrorCode code = tooLarge ? doomed.code() : ErrorCode.TRANSACTION_ROLLED_BACK;
            units.refuse(session, commit, code, doomed.text(), undone);
        } else if (transaction.commands() != commit.commands()) {
            String text = "the transaction has " + commit.commands() + " commands, of which " + transaction.commands()
                    + " arrived; it was rolled back, do it again";
            units.refuse(session, commit, ErrorCode.TRANSACTION_ROLLED_BACK, text, undone);
        } else if (named.lost()) {
            String text = "a message consumed in the transaction was given to another consumer meanwhile; it was rolled"
                    + " back, do it again";
            units.refuse(session, commit, ErrorCode.TRANSACTION_ROLLED_BACK, text, undone);
        } else if (transaction.stage() != null || named.mine().size() > MOST_CONSUMED_AT_ONCE) {
            commitStaged(session, commit, transaction, named, undone);
        } else {
            units.store(
                    session,
                    commit,
                    unit -> {
                        publishAll(unit, transaction.sends());
                        consume(session, unit, named.mine());
                    },
                    undone);
        }
    }

    /**
     * S8: the rest is staged, then one small unit decides. The session goes on, and is told, when all of it is visible: its
     * messages stay in order, and no more than one transaction of it waits to be spread.
     */
    private void commitStaged(
            Session session, Command.Numbered commit, Transaction transaction, Named named, Consumer<Unit> undone) {
        try {
            staging.write(session, transaction);
        } catch (RefusedException e) {
            units.refuse(session, commit, ErrorCode.TRANSACTION_ROLLED_BACK, e.text(), undone);
            return;
        }
        List<Delivery> atOnce = named.mine();
        if (atOnce.size() > MOST_CONSUMED_AT_ONCE) {
            List<Delivery> stored = new ArrayList<>();
            List<Delivery> unstored = new ArrayList<>();
            for (Delivery delivery : named.mine()) {
                (delivery.ref().stored() ? stored : unstored).add(delivery);
            }
            staging.consume(session, transaction, stored);
            stored.forEach(delivery -> session.held().take(delivery.ref()));
            atOnce = unstored;
        }
        Stage stage = Objects.requireNonNull(transaction.stage());
        Progress progress = session.progress(commit.number(), commit.repliesSeen());
        Unit unit = progress.unit();
        consume(session, unit, atOnce);
        unit.putStage(stage.row(holding.writer().nextPosition()));
        session.deferred().waitForSpread();
        unit.whenDurable((epoch, batch) -> spreading.spread(stage, () -> {
            units.durable(session, commit.number(), epoch, batch);
            goOn.accept(session);
        }));
        unit.onlyIf(() -> stage.refused() == null, () -> {
            Refusal refusal = new Refusal(
                    commit.number(),
                    ErrorCode.TRANSACTION_ROLLED_BACK,
                    "the database refuses the data of a message of the transaction: " + stage.refused());
            Unit refused = units.refusal(session, progress, refusal, undone);
            refused.whenDurable((epoch, batch) -> goOn.accept(session));
            return refused;
        });
        holding.writer().submit(unit);
    }

    private void publishAll(Unit unit, List<Publication> sends) throws RefusedException {
        for (Publication publication : sends) {
            try {
                destinations.publish(unit, publication);
            } catch (RefusedException e) {
                throw new RefusedException(ErrorCode.TRANSACTION_ROLLED_BACK, e.text());
            }
            Bodies.place(unit, publication);
        }
    }

    /** Rolls a transaction back, or recovers the session: what is named goes back once that is durable (R3). */
    void rollback(Session session, Command.Rollback rollback) {
        Transaction transaction = session.transaction().decide(rollback.transaction());
        List<Delivery> mine = givenBack(session, rollback, transaction);
        units.store(
                session,
                rollback,
                unit -> {
                    session.transaction().drop(unit, transaction);
                    session.held().giveBack(unit, mine);
                },
                unit -> {
                    session.transaction().drop(unit, transaction);
                    session.held().giveBackUncounted(unit, mine);
                });
    }

    /** What a rollback names: not all of it was handed out (R10), but for what the transaction acknowledged. */
    private static List<Delivery> givenBack(Session session, Command.Rollback rollback, Transaction transaction) {
        transaction.acknowledged().forEach(session.held()::announce);
        Set<DeliveryRef> refs = new LinkedHashSet<>(rollback.deliveries());
        refs.addAll(transaction.acknowledged());
        List<Delivery> mine = new ArrayList<>();
        for (DeliveryRef ref : refs) {
            Delivery delivery = session.held().find(ref);
            if (delivery != null) {
                mine.add(delivery);
            }
        }
        return mine;
    }
}
