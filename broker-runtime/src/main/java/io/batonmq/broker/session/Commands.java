package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.LargeBody;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.ProtocolException;
import io.batonmq.wire.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Applies the commands of sessions, each at most once and in order (R1–R4, R6, R11, R13). Confined to the broker loop.
 */
final class Commands {

    /** What a command does, added to its unit. */
    @FunctionalInterface
    private interface Effect {
        void addTo(Unit unit) throws RefusedException;
    }

    /** More deliveries are not consumed in one unit, so that no batch exceeds its bound (S1, S8). */
    private static final int MOST_CONSUMED_AT_ONCE = 500;

    private final Holding holding;
    private final Destinations destinations;
    private final Confirmations confirmations;
    private final Endings endings;
    private final Staging staging;
    private final Spreading spreading;

    Commands(Holding holding, Confirmations confirmations, Endings endings, Spreading spreading) {
        this.holding = holding;
        this.staging = new Staging(holding);
        this.spreading = spreading;
        this.destinations = holding.destinations();
        this.confirmations = confirmations;
        this.endings = endings;
    }

    void apply(Connection connection, Command command) throws ProtocolViolation {
        Session session = connection.findSession(command.session());
        if (session == null) {
            throw new ProtocolViolation("a command of session " + command.session() + ", which was never opened");
        }
        if (session.ended()) {
            return; // R14: said so in ②
        }
        if (session.number() != 0 && session.mode() == null) {
            throw new ProtocolViolation("a command of session " + command.session() + " before it was declared");
        }
        if (session.waitsForSpread()) {
            session.defer(command);
        } else if (command instanceof Command.Numbered numbered) {
            numbered(session, numbered);
        } else if (command instanceof Command.TransactedSend send) {
            transactedSend(session, send);
        } else if (command instanceof Command.TransactedAck ack) {
            Transaction transaction = session.transaction(ack.transaction());
            if (transaction.take(ack.index())) {
                transaction.acknowledge(ack.deliveries());
            }
        } else if (command instanceof Command.BodyPart part) {
            session.bodies().part(part);
        }
    }

    private void numbered(Session session, Command.Numbered command) throws ProtocolViolation {
        Numbers numbers = session.numbers();
        if (command.number() < 1) {
            throw new ProtocolViolation("command number " + command.number());
        }
        numbers.forgetReplies(command.repliesSeen());
        if (numbers.repeated(command.number())) {
            if (command instanceof Command.Send send) {
                session.bodies().discard(send.body());
            }
            session.repeatReply(command.number());
            return;
        }
        numbers.receive(command.number());
        if (command instanceof Command.Send send) {
            send(session, send);
        } else if (command instanceof Command.Ack ack) {
            session.announce(ack.next());
            acknowledge(session, ack);
        } else if (command instanceof Command.Commit commit) {
            session.announce(commit.next());
            commit(session, commit);
        } else if (command instanceof Command.Rollback rollback) {
            rollback(session, rollback);
        } else if (command instanceof Command.Skip) {
            skip(session, command);
        } else if (command instanceof Command.Subscribe subscribe) {
            String clientId = session.connection().clientId();
            store(
                    session,
                    command,
                    unit -> destinations.subscribe(unit, subscribe.subscription(), clientId),
                    Commands::nothing);
        } else if (command instanceof Command.Unsubscribe unsubscribe) {
            String clientId = session.connection().clientId();
            store(
                    session,
                    command,
                    unit -> destinations.unsubscribe(unit, unsubscribe.name(), clientId),
                    Commands::nothing);
        } else if (command instanceof Command.CloseSession close) {
            closeSession(session, close);
        } else if (command instanceof Command.CloseConnection) {
            endings.closedByClient(session.connection(), command.number());
        }
    }

    // ---- sending

    private void send(Session session, Command.Send send) {
        Publication publication;
        try {
            publication = publication(session, send.message(), send.body());
        } catch (RefusedException e) {
            refuse(session, send, e.code(), e.text(), Commands::nothing);
            return;
        }
        if (publication.head().persistent()) {
            store(
                    session,
                    send,
                    unit -> {
                        destinations.publish(unit, publication);
                        Bodies.place(unit, publication);
                    },
                    unit -> Bodies.drop(unit, List.of(publication)));
        } else {
            sendNow(session, send, publication);
        }
    }

    /**
     * R6: in this holder's memory and answered at once; never stored, never taken to another holder. A large body must be in
     * the store before it can be read from there; what the session sends next waits for it.
     */
    private void sendNow(Session session, Command.Send send, Publication publication) {
        if (publication.content() == null) {
            publishNow(session, send, publication);
            return;
        }
        session.waitForSpread();
        Unit unit = new Unit();
        Bodies.place(unit, publication);
        unit.whenDurable((epoch, batch) -> {
            publishNow(session, send, publication);
            goOn(session);
        });
        holding.writer().submit(unit);
    }

    private void publishNow(Session session, Command.Send send, Publication publication) {
        try {
            destinations.publishNow(publication);
            session.reply(new Received(session.number(), send.number(), null, ""));
        } catch (RefusedException e) {
            if (publication.content() != null) {
                Unit unit = new Unit();
                unit.deleteContent(publication.content());
                holding.writer().submit(unit);
            }
            session.reply(new Received(session.number(), send.number(), e.code(), e.text()));
        }
    }

    private void transactedSend(Session session, Command.TransactedSend send) {
        Transaction transaction = session.transaction(send.transaction());
        if (!transaction.take(send.index())) {
            session.bodies().discard(send.body());
            return;
        }
        try {
            Publication publication = publication(session, send.message(), send.body());
            if (!transaction.send(publication, holding.settings().maxTransaction())) {
                Unit unit = new Unit();
                Bodies.drop(unit, List.of(publication));
                holding.writer().submit(unit);
            } else if (transaction.bytesInMemory() > holding.settings().stagingThreshold()) {
                staging.write(session, transaction);
            }
        } catch (RefusedException e) {
            transaction.doom(e);
        }
    }

    private Publication publication(Session session, EncodedMessage message, @Nullable LargeBody body)
            throws RefusedException {
        MessageHead head;
        try {
            head = message.head();
        } catch (ProtocolException e) {
            session.bodies().discard(body);
            throw new RefusedException(e.code(), e.text());
        }
        Position content = session.bodies().take(body);
        long length = body == null ? 0 : body.length();
        Connection connection = session.connection();
        return new Publication(
                message, head, content, length, connection.id(), connection.clientId(), connection.clockOffsetMillis());
    }

    // ---- acknowledging and deciding

    /** What a command says of deliveries: those it may decide on, and whether it names one that isn't the session's. */
    private record Named(List<Delivery> mine, boolean lost, boolean stored) {}

    private Named named(Session session, List<DeliveryRef> first, List<DeliveryRef> second) {
        Set<DeliveryRef> refs = new LinkedHashSet<>(first);
        refs.addAll(second);
        List<Delivery> mine = new ArrayList<>();
        boolean lost = false;
        boolean stored = false;
        for (DeliveryRef ref : refs) {
            Delivery delivery = session.delivery(ref);
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

    private void acknowledge(Session session, Command.Ack ack) {
        Named named = named(session, ack.deliveries(), List.of());
        if (named.lost()) { // R11: acknowledges nothing
            refuse(
                    session,
                    ack,
                    ErrorCode.CLAIM_LOST,
                    "a message of this acknowledgement was given to another consumer meanwhile; nothing was"
                            + " acknowledged, recover the session",
                    Commands::nothing);
        } else if (named.stored()) {
            store(
                    session,
                    ack,
                    unit -> consume(session, unit, named.mine()),
                    unit -> session.giveBack(unit, named.mine()));
        } else { // transient (R2): no number is stored for it
            Unit unit = new Unit();
            consume(session, unit, named.mine());
            holding.writer().submit(unit);
            session.reply(new Received(session.number(), ack.number(), null, ""));
        }
    }

    private void consume(Session session, Unit unit, List<Delivery> deliveries) {
        for (Delivery delivery : deliveries) {
            session.take(delivery.ref());
            destinations.acknowledge(unit, delivery.entry());
        }
    }

    /** R6, R11: everything of the transaction in one unit, or nothing and the truth about it. */
    private void commit(Session session, Command.Commit commit) {
        Transaction transaction = session.decide(commit.transaction());
        Named named = named(session, commit.deliveries(), transaction.acknowledged());
        RefusedException doomed = transaction.doomed();
        Consumer<Unit> undone = unit -> {
            session.drop(unit, transaction);
            session.giveBack(unit, named.mine());
        };
        if (doomed != null) {
            boolean tooLarge = doomed.code() == ErrorCode.TRANSACTION_TOO_LARGE;
            ErrorCode code = tooLarge ? doomed.code() : ErrorCode.TRANSACTION_ROLLED_BACK;
            refuse(session, commit, code, doomed.text(), undone);
        } else if (transaction.commands() != commit.commands()) {
            String text = "the transaction has " + commit.commands() + " commands, of which " + transaction.commands()
                    + " arrived; it was rolled back, do it again";
            refuse(session, commit, ErrorCode.TRANSACTION_ROLLED_BACK, text, undone);
        } else if (named.lost()) {
            String text = "a message consumed in the transaction was given to another consumer meanwhile; it was rolled"
                    + " back, do it again";
            refuse(session, commit, ErrorCode.TRANSACTION_ROLLED_BACK, text, undone);
        } else if (transaction.stage() != null || named.mine().size() > MOST_CONSUMED_AT_ONCE) {
            commitStaged(session, commit, transaction, named, undone);
        } else {
            store(
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
            Session session, Command.Commit commit, Transaction transaction, Named named, Consumer<Unit> undone) {
        try {
            staging.write(session, transaction);
        } catch (RefusedException e) {
            refuse(session, commit, ErrorCode.TRANSACTION_ROLLED_BACK, e.text(), undone);
            return;
        }
        List<Delivery> atOnce = named.mine();
        if (atOnce.size() > MOST_CONSUMED_AT_ONCE) {
            List<Delivery> stored =
                    atOnce.stream().filter(delivery -> delivery.ref().stored()).toList();
            staging.consume(session, transaction, stored);
            stored.forEach(delivery -> session.take(delivery.ref()));
            atOnce =
                    atOnce.stream().filter(delivery -> !delivery.ref().stored()).toList();
        }
        Stage stage = Objects.requireNonNull(transaction.stage());
        Progress progress = session.progress(commit.number(), commit.repliesSeen());
        Unit unit = progress.unit();
        consume(session, unit, atOnce);
        unit.putStage(stage.row(holding.writer().nextPosition()));
        session.waitForSpread();
        unit.whenDurable((epoch, batch) -> spreading.spread(stage, () -> {
            durable(session, commit.number(), epoch, batch);
            goOn(session);
        }));
        holding.writer().submit(unit);
    }

    /** What came while the session waited is applied now. */
    private void goOn(Session session) {
        Connection connection = session.connection();
        LinkBinding link = connection.binding();
        try {
            for (Command command : session.spread()) {
                apply(connection, command);
            }
        } catch (ProtocolViolation e) {
            if (link != null) {
                link.fault(ErrorCode.PROTOCOL_VIOLATION, e.what());
            }
        }
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
    private void rollback(Session session, Command.Rollback rollback) {
        Transaction transaction = session.decide(rollback.transaction());
        transaction.acknowledged().forEach(session::announce);
        Set<DeliveryRef> refs = new LinkedHashSet<>(rollback.deliveries());
        refs.addAll(transaction.acknowledged());
        List<Delivery> mine = new ArrayList<>();
        for (DeliveryRef ref : refs) {
            Delivery delivery = session.delivery(ref);
            if (delivery != null) {
                mine.add(delivery);
            }
        }
        store(
                session,
                rollback,
                unit -> {
                    session.drop(unit, transaction);
                    session.giveBack(unit, mine);
                },
                Commands::nothing);
    }

    /** R13: takes the number of a command that was withdrawn; that transaction, if it was one's end, is gone with it. */
    private void skip(Session session, Command.Numbered skip) {
        refuse(
                session,
                skip,
                ErrorCode.COMMAND_SKIPPED,
                "the command was withdrawn before it was applied",
                session::dropTransaction);
    }

    // ---- ending a session

    private void closeSession(Session own, Command.CloseSession close) throws ProtocolViolation {
        Connection connection = own.connection();
        Session closing = connection.findSession(close.closed());
        if (close.closed() == 0) {
            throw new ProtocolViolation("session 0 ends with its connection");
        }
        if (closing == null || closing.ended()) {
            closing = null;
        } else {
            for (SessionConsumer consumer : connection.consumersOf(closing)) {
                connection.remove(consumer);
                consumer.detach();
            }
        }
        if (connection.hasRow()) {
            Session ended = closing;
            store(own, close, unit -> endings.closeSession(unit, ended), Commands::nothing);
        } else {
            Unit unit = new Unit();
            endings.closeSession(unit, closing);
            holding.writer().submit(unit);
            own.reply(new Received(0, close.number(), null, ""));
        }
    }

    // ---- numbers and their effects

    private static void nothing(Unit unit) {
        // a refusal that changes nothing else
    }

    /**
     * One unit: the number and the effect, or the number and the refusal.
     *
     * @param undone added to the unit of the refusal: what becomes of deliveries and bodies
     */
    private void store(Session session, Command.Numbered command, Effect effect, Consumer<Unit> undone) {
        Progress progress = session.progress(command.number(), command.repliesSeen());
        Unit unit = progress.unit();
        try {
            effect.addTo(unit);
        } catch (RefusedException e) {
            holding.writer()
                    .submit(refusal(session, progress, new Refusal(command.number(), e.code(), e.text()), undone));
            return;
        }
        unit.whenDurable((epoch, batch) -> durable(session, command.number(), epoch, batch));
        unit.ifRefused(cause -> refusal(
                session,
                progress,
                new Refusal(
                        command.number(),
                        ErrorCode.COMMAND_POISON,
                        "the database refuses the command's data: " + cause.getMessage()),
                undone));
        holding.writer().submit(unit);
    }

    private void refuse(Session session, Command.Numbered command, ErrorCode code, String text, Consumer<Unit> undone) {
        Progress progress = session.progress(command.number(), command.repliesSeen());
        holding.writer().submit(refusal(session, progress, new Refusal(command.number(), code, text), undone));
    }

    private Unit refusal(Session session, Progress progress, Refusal refusal, Consumer<Unit> undone) {
        Unit unit = progress.unit(refusal);
        undone.accept(unit);
        unit.whenDurable((epoch, batch) -> {
            session.numbers().refused(refusal);
            durable(session, refusal.number(), epoch, batch);
        });
        return unit;
    }

    private void durable(Session session, long number, long epoch, long batch) {
        session.numbers().becameDurable(number);
        confirmations.add(session, epoch, batch);
    }
}
