package io.batonmq.broker.session;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.store.MessageStore.RecoveredState;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.StageRow;
import io.batonmq.wire.BrokerFrame.Moved;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request;
import io.batonmq.wire.Resumption;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All client connections of one holding of the lease: made when the holder has read its state, closed when it steps down.
 * Confined to the broker loop.
 */
public final class ClientSessions implements ClientLink.Acceptor {
    private static final Logger log = LoggerFactory.getLogger(ClientSessions.class);

    /** RECOVERED → SERVING → HANDING_OVER → CLOSED; any → CLOSED. Links are taken from SERVING on. */
    private enum State {
        RECOVERED,
        SERVING,
        HANDING_OVER,
        CLOSED
    }

    private final Holding holding;
    private final Map<Identity, Connection> connections = new LinkedHashMap<>();
    private final Set<LinkBinding> links = new LinkedHashSet<>();
    private final Map<LinkBinding, ClaimsExchange> exchanges = new HashMap<>();
    private final Confirmations confirmations;
    private final TakeoverGrace takeover;
    private final Endings endings;
    private final ClientIds clientIds;
    private final Absences absences;
    private final Spreading spreading;
    private final List<StageRow> stages;
    private final Attaching attaching;
    private final Intake intake;
    private final Commands commands;
    private final Requests requests;
    private State state = State.RECOVERED;
    private Loop.@Nullable Timer recoveredConsumers;

    /** From the state that the new holder has read. */
    public ClientSessions(Holding holding, RecoveredState recovered) {
        this.holding = holding;
        this.confirmations = new Confirmations(holding.loop());
        this.takeover = new TakeoverGrace(
                holding.destinations(), holding.loop(), holding.settings().orderGrace());
        this.endings = new Endings(holding, connections, confirmations, takeover);
        this.clientIds = endings.clientIds();
        this.absences = new Absences(holding, takeover, clientIds, endings);
        this.spreading = new Spreading(holding);
        this.intake = new Intake(holding);
        this.commands = new Commands(holding, confirmations, endings, spreading, intake);
        this.requests = new Requests(holding, clientIds);
        this.attaching = new Attaching(
                holding,
                connections,
                clientIds,
                spreading,
                new Attaching.Owner() {
                    @Override
                    public void detach(Connection connection) {
                        lost(connection);
                    }

                    @Override
                    public void attached(Connection connection, Collection<Integer> sessions) {
                        endings.closeUnnamed(connection, sessions);
                        absences.attached(connection);
                        clientIds.ownerResumed(connection);
                    }
                },
                this::answer);
        this.stages = recovered.stages();
        recover(recovered);
    }

    private void recover(RecoveredState recovered) {
        recovered.connections().forEach(row -> connections.put(row.id(), new Connection(holding, spreading, row)));
        for (SessionRow row : recovered.sessions()) {
            Connection connection = connections.get(row.connection());
            if (connection != null) {
                connection.session(row.session()).recover(row);
            }
        }
        for (RefusalRow row : recovered.refusals()) {
            Connection connection = connections.get(row.session().connection());
            Session session = connection == null
                    ? null
                    : connection.findSession(row.session().session());
            if (session != null) {
                session.numbers().recover(new Refusal(row.number(), errorCode(row.code()), row.text()));
            }
        }
        connections.values().forEach(clientIds::recover);
    }

    private static ErrorCode errorCode(int number) {
        for (ErrorCode code : ErrorCode.values()) {
            if (code.number() == number) {
                return code;
            }
        }
        return ErrorCode.INTERNAL; // written by a newer node
    }

    /** Serving begins: from now on grace and resume timeouts run (R9, R14), and links are taken. */
    public void start() {
        holding.loop().assertInside();
        become(State.SERVING);
        Map<Object, SentQueues> mayClaim = new LinkedHashMap<>();
        for (Connection connection : List.copyOf(connections.values())) {
            if (isTombstone(connection)) {
                connection.become(Connection.State.TOMBSTONE);
                holding.destinations().consumersAreGivenUp(connection.id());
                endings.keepOutcomes(connection);
                continue;
            }
            connection.sessions().stream()
                    .filter(Session::mayClaimUnknown)
                    .forEach(session -> mayClaim.put(session, session.dispatchedQueues()));
        }
        stages.stream().filter(ClientSessions::isCommitted).forEach(stage -> mayClaim.put(stage, SentQueues.ALL));
        takeover.begin(mayClaim);
        stages.forEach(this::goOnWith);
        for (Connection connection : List.copyOf(connections.values())) {
            if (connection.state() == Connection.State.DETACHED) {
                absences.begin(connection, untilEnd(connection));
            }
        }
        // No grace is longer; shared subscriptions don't know who consumed from them.
        recoveredConsumers = holding.loop()
                .schedule(
                        holding.settings().maxGrace(),
                        () -> holding.destinations().recoveredConsumersAreGivenUp());
    }

    private static boolean isCommitted(StageRow row) {
        return row.base() != null;
    }

    /** S8: what the holder before wrote ahead: a committed transaction is spread on, the rest will be sent whole again. */
    private void goOnWith(StageRow row) {
        Connection connection = connections.get(row.owner().connection());
        Session session =
                connection == null ? null : connection.findSession(row.owner().session());
        String clientId = connection == null ? null : connection.clientId();
        Stage stage = new Stage(row.stage(), row.owner(), clientId, row.transaction());
        if (Suspicion.isNote(row)) {
            heed(row, session);
        } else if (row.transaction() == 0) {
            Unit unit = new Unit();
            Bodies.drop(holding.destinations(), unit, row.stage());
            holding.writer().submit(unit);
        } else if (!isCommitted(row)) {
            spreading.drop(stage);
        } else {
            if (session != null) {
                session.deferred().waitForSpread();
            }
            spreading.spreadOn(stage, () -> {
                takeover.settled(row);
                if (session != null) {
                    session.deferred().spread();
                }
            });
        }
    }

    /** S7: the holder before was lost with a command, or with its refusal. */
    private void heed(StageRow note, @Nullable Session session) {
        if (session != null
                && !session.ended()
                && Suspicion.isAbout(note, session.numbers().durable())) {
            session.suspicion().found(note);
        } else {
            Unit unit = new Unit();
            unit.deleteStage(note.stage());
            holding.writer().submit(unit);
        }
    }

    /** Not if its client has come back since: what it has now may be in no session's row. */
    private boolean isTombstone(Connection connection) {
        boolean ended = connection.sessions().stream().anyMatch(session -> session.closedAtMillis() > 0);
        boolean open = connection.sessions().stream()
                .anyMatch(session -> session.number() != 0 && session.closedAtMillis() == 0);
        return ended && !open && untilEnd(connection).isZero();
    }

    /** R16: counted from the stored detached-since. */
    private Duration untilEnd(Connection connection) {
        Duration timeout = holding.settings().resumeTimeout();
        long since = connection.detachedSinceMillis();
        if (since == 0) {
            return timeout;
        }
        Duration left = timeout.minusMillis(holding.time().millis() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void become(State next) {
        state = next;
    }

    @Override
    public ClientLink.Receiver accepted(ClientLink link) {
        holding.loop().assertInside();
        LinkBinding binding = new LinkBinding(link, holding, new LinkFrames());
        links.add(binding);
        if (state != State.SERVING) {
            binding.fault(ErrorCode.LINK_STEPPED_DOWN, "this node is not serving");
        }
        return binding;
    }

    /** L8: no command is read and nothing dispatched from here on. */
    public void handOver() {
        holding.loop().assertInside();
        become(State.HANDING_OVER);
        connections.values().forEach(Connection::detachConsumers);
    }

    /** L8: the lease is released, durably: what was stored is confirmed, then clients are told where to go. */
    public void moved(@Nullable String holder, long epoch) {
        holding.loop().assertInside();
        confirmations.flush();
        links.forEach(link -> link.send(new Moved(holder, epoch)));
        close();
    }

    /** L9: this node is not the holder any more: links are closed, everything is forgotten, nothing is written. */
    public void close() {
        holding.loop().assertInside();
        become(State.CLOSED);
        absences.close();
        endings.close();
        spreading.close();
        takeover.close();
        if (recoveredConsumers != null) {
            recoveredConsumers.cancel();
        }
        List.copyOf(links).forEach(link -> link.close("the node stepped down"));
        links.clear();
        exchanges.clear();
        connections.clear();
    }

    /** For metrics: connections attached to a link, those waiting for their client, links. */
    public Counts counts() {
        holding.loop().assertInside();
        int attached = (int) connections.values().stream()
                .filter(c -> c.state() == Connection.State.ATTACHED)
                .count();
        int detached = (int) connections.values().stream()
                .filter(c -> c.state() == Connection.State.DETACHED)
                .count();
        return new Counts(attached, detached, links.size());
    }

    /** How many there are. */
    public record Counts(int attached, int detached, int links) {}

    private void answer(LinkBinding link, Resumption.Resume resume) {
        Connection connection = connections.get(Ids.stored(resume.connection()));
        if (connection != null && connection.boundTo(link)) {
            ClaimsExchange exchange = new ClaimsExchange(
                    holding, takeover, link, connection, resume.sessions(), () -> absences.served(connection));
            exchanges.put(link, exchange);
            exchange.answer();
        }
    }

    /** The link of a connection is gone, or is being replaced. */
    private void lost(Connection connection) {
        intake.lost(connection);
        Unit unit = new Unit();
        connection.unbind(unit, holding.time().millis());
        if (!unit.isEmpty()) {
            holding.writer().submit(unit);
        }
        if (connection.state() == Connection.State.DETACHED) {
            absences.begin(connection, holding.settings().resumeTimeout());
        } else {
            absences.forget(connection);
        }
    }

    /** What comes from links. */
    private final class LinkFrames implements LinkBinding.Frames {
        @Override
        public boolean areRead() {
            return state != State.HANDING_OVER;
        }

        @Override
        public void resume(LinkBinding link, Resumption.Resume resume) {
            if (state == State.SERVING) {
                attaching.resume(link, resume);
            }
        }

        @Override
        public void resumption(LinkBinding link, Connection connection, Resumption frame) throws ProtocolViolation {
            ClaimsExchange exchange = exchanges.get(link);
            if (state != State.SERVING || exchange == null) {
                return;
            }
            if (frame instanceof Resumption.Claims part) {
                exchange.claim(part);
            } else if (frame instanceof Resumption.Replayed replayed) {
                exchange.replayed(replayed);
            } else if (frame instanceof Resumption.ClaimsEnd end) {
                exchange.end(end);
            } else {
                throw new ProtocolViolation(frame.getClass().getSimpleName() + " is not a client's to send");
            }
        }

        @Override
        public void request(LinkBinding link, Connection connection, Request request) throws ProtocolViolation {
            if (state == State.SERVING) {
                requests.handle(link, connection, request);
            }
        }

        @Override
        public void command(Connection connection, Command command) throws ProtocolViolation {
            if (state == State.SERVING) {
                intake.received(connection, command);
                commands.apply(connection, command);
            }
        }

        @Override
        public void closed(LinkBinding link, @Nullable Connection connection, String why) {
            links.remove(link);
            exchanges.remove(link);
            if (state == State.CLOSED) {
                return;
            }
            log.debug("{}: {}", link.name(), why);
            if (connection == null) {
                attaching.gaveUp(link);
            } else if (connection.boundTo(link)) {
                lost(connection);
            }
        }
    }
}
