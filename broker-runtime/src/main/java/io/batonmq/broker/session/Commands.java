package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.LargeBody;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.ProtocolException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the commands of sessions, each at most once and in order (R1–R4, R6, R11, R13). Confined to the broker loop.
 */
final class Commands {
    private static final Logger log = LoggerFactory.getLogger(Commands.class);

    private final Holding holding;
    private final Destinations destinations;
    private final Endings endings;
    private final NumberedUnits units;
    private final Decisions decisions;
    private final Intake intake;

    Commands(Holding holding, Confirmations confirmations, Endings endings, Spreading spreading, Intake intake) {
        this.intake = intake;
        this.holding = holding;
        this.destinations = holding.destinations();
        this.endings = endings;
        this.units = new NumberedUnits(holding, confirmations, this::aloneIsDone);
        this.decisions = new Decisions(holding, units, spreading, this::goOn);
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
        Suspicion suspicion = session.suspicion();
        if (suspicion.mustNote(session.numbers().received())
                && !session.deferred().waits()) {
            note(session);
        }
        if (session.deferred().waits()) {
            announce(session, command);
            session.deferred().add(command);
            intake.deferred(connection, command);
        } else if (suspicion.nextIsPoison() && belongsToNext(command)) {
            return; // what it belongs to is refused
        } else if (command instanceof Command.Numbered numbered) {
            numbered(session, numbered);
        } else if (command instanceof Command.TransactedSend send) {
            transactedSend(session, send);
        } else if (command instanceof Command.TransactedAck ack) {
            Transaction transaction = session.transaction().of(ack.transaction());
            if (transaction.take(ack.index())) {
                transaction.acknowledge(
                        ack.deliveries(), holding.settings().limits().named());
            }
        } else if (command instanceof Command.BodyPart part) {
            session.bodies().part(part);
        }
    }

    /** R10: what a command that waits says of hand-outs is true at once; requests, which don't wait, go by it. */
    private static void announce(Session session, Command command) {
        HeldDeliveries held = session.held();
        if (command instanceof Command.Ack ack) {
            ack.deliveries().forEach(held::announce);
            held.announce(ack.next());
        } else if (command instanceof Command.Commit commit) {
            commit.deliveries().forEach(held::announce);
            held.announce(commit.next());
        }
    }

    /** S7: stored before what the session sends next is applied; that waits for it. */
    private void note(Session session) {
        session.deferred().waitForSpread();
        Unit unit = new Unit();
        session.putRow(unit);
        session.suspicion()
                .putNote(
                        unit,
                        holding.writer().nextPosition(),
                        session.key(),
                        session.numbers().written());
        unit.whenDurable((epoch, batch) -> goOn(session));
        holding.writer().submit(unit);
    }

    /** Whether it has no number and is without effect unless the next numbered command has one. */
    private static boolean belongsToNext(Command command) {
        return command instanceof Command.TransactedSend || command instanceof Command.BodyPart;
    }

    /** S7: the holder before was lost with it: its number and the refusal, and nothing else of it. */
    private void refusePoison(Session session, Command.Numbered command) {
        String text = "the node that applied the command was lost with it, as were those before; it is not tried again";
        log.error("command {} of session {}: {}", command.number(), session.key(), text);
        if (command instanceof Command.Commit
                || command instanceof Command.Ack
                || command instanceof Command.Rollback) {
            decisions.refuse(session, command, ErrorCode.COMMAND_POISON, text);
        } else {
            units.refuse(session, command, ErrorCode.COMMAND_POISON, text, NumberedUnits::nothing);
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
            session.replies().repeat(command.number());
            return;
        }
        numbers.receive(command.number());
        boolean ends = command instanceof Command.Skip || command instanceof Command.CloseConnection;
        if (session.suspicion().nextIsPoison() && !ends) {
            refusePoison(session, command);
        } else if (command instanceof Command.Send send) {
            send(session, send);
        } else if (command instanceof Command.Ack ack) {
            session.held().announce(ack.next());
            decisions.acknowledge(session, ack);
        } else if (command instanceof Command.Commit commit) {
            session.held().announce(commit.next());
            decisions.commit(session, commit);
        } else if (command instanceof Command.Rollback rollback) {
            decisions.rollback(session, rollback);
        } else if (command instanceof Command.Skip) {
            skip(session, command);
        } else if (command instanceof Command.Subscribe subscribe) {
            String clientId = session.connection().clientId();
            units.store(
                    session,
                    command,
                    unit -> {
                        StorableText.check(subscribe.subscription().selector());
                        destinations.subscribe(unit, subscribe.subscription(), clientId);
                    },
                    NumberedUnits::nothing);
        } else if (command instanceof Command.Unsubscribe unsubscribe) {
            String clientId = session.connection().clientId();
            units.store(
                    session,
                    command,
                    unit -> destinations.unsubscribe(unit, unsubscribe.name(), clientId),
                    NumberedUnits::nothing);
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
            units.refuse(session, send, e.code(), e.text(), NumberedUnits::nothing);
            return;
        }
        if (publication.head().persistent()) {
            units.store(
                    session,
                    send,
                    unit -> {
                        destinations.publish(unit, publication);
                        Bodies.place(unit, publication);
                    },
                    unit -> Bodies.drop(destinations, unit, List.of(publication)));
        } else {
            sendNow(session, send, publication);
        }
    }

    /**
     * R6: in this holder's memory, or to be stored if it is due much later, and answered at once; never sent to another holder.
     * A large body must be in the store before it can be read from there; what the session sends next waits for it.
     */
    private void sendNow(Session session, Command.Send send, Publication publication) {
        if (publication.content() == null) {
            publishNow(session, send, publication);
            return;
        }
        session.deferred().waitForSpread();
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
            session.replies().received(new Received(session.number(), send.number(), null, ""));
        } catch (RefusedException e) {
            if (publication.content() != null) {
                Unit unit = new Unit();
                destinations.dropContent(unit, publication.content());
                holding.writer().submit(unit);
            }
            session.replies().received(new Received(session.number(), send.number(), e.code(), e.text()));
        }
    }

    private void transactedSend(Session session, Command.TransactedSend send) {
        Transaction transaction = session.transaction().of(send.transaction());
        if (!transaction.take(send.index())) {
            session.bodies().discard(send.body());
            return;
        }
        try {
            decisions.add(session, transaction, publication(session, send.message(), send.body()));
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
                message, head, content, length, connection.id(), connection.clientId(), connection.clockOffset());
    }

    /** R13: takes the number of a command that was withdrawn; that transaction, if it was one's end, is gone with it. */
    private void skip(Session session, Command.Numbered skip) {
        units.refuse(
                session,
                skip,
                ErrorCode.COMMAND_SKIPPED,
                "the command was withdrawn before it was applied",
                session.transaction()::drop);
    }

    /** What came while the session waited is applied now. */
    private void goOn(Session session) {
        applyWaiting(session, session.deferred().spread());
    }

    /** S7: what came behind a suspected command is applied, the next suspect alone. */
    private void aloneIsDone(Session session) {
        if (!session.deferred().waits()) {
            applyWaiting(session, session.deferred().take());
        }
    }

    private void applyWaiting(Session session, List<Command> waiting) {
        Connection connection = session.connection();
        LinkBinding link = connection.binding();
        try {
            intake.applied(connection, waiting);
            for (Command command : waiting) {
                apply(connection, command);
            }
        } catch (ProtocolViolation e) {
            if (link != null) {
                link.fault(ErrorCode.PROTOCOL_VIOLATION, e.what());
            }
        }
    }

    // ---- ending a session

    private void closeSession(Session own, Command.CloseSession close) throws ProtocolViolation {
        Connection connection = own.connection();
        if (close.closed() == 0) {
            throw new ProtocolViolation("session 0 ends with its connection");
        }
        Session closing = connection.findSession(close.closed());
        boolean stored = connection.isStored();
        boolean held = closing != null && !closing.held().isEmpty();
        // Who is told may open another, for which there must be room beside those that the store has not yet forgotten.
        boolean room =
                connection.sessions().size() <= holding.settings().limits().sessions();
        boolean atOnce = room && (!stored || !held); // a holder that finds its row will hear of the end (R14)
        Received done = new Received(0, close.number(), null, "");
        if (stored) {
            units.store(own, close, unit -> endings.closeSession(unit, closing), NumberedUnits::nothing);
        } else {
            Unit unit = new Unit();
            endings.closeSession(unit, closing);
            if (!atOnce) {
                unit.whenDurable((epoch, batch) -> own.replies().received(done));
            }
            holding.writer().submit(unit);
        }
        if (atOnce) {
            own.replies().received(done);
        }
    }
}
