package io.batonmq.broker.session;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** R5 ①: who may attach to which connection, and that this is stored before it is answered. Confined to the broker loop. */
final class Attaching {
    private static final Logger log = LoggerFactory.getLogger(Attaching.class);
    /** Epochs follow the database's clock (L2): one so far ahead is no epoch, and would leave none to take after it. */
    private static final long EPOCHS_AHEAD = Duration.ofDays(3_650).toMillis();

    /** What attaching needs of the connections. */
    interface Owner {
        /** The link is gone for this connection; another takes its place. */
        void detach(Connection connection);

        /** The connection is bound and on the way to ②; its client has these sessions. */
        void attached(Connection connection, Collection<Integer> sessions);
    }

    private final Holding holding;
    private final Map<Identity, Connection> connections;
    private final ClientIds clientIds;
    private final Spreading spreading;
    private final Owner owner;
    private final BiConsumer<LinkBinding, Resume> answer;
    /** Connections that wait for a client identifier, by link. */
    private final Map<LinkBinding, Connection> waiting = new HashMap<>();

    private boolean toldOfLoss;

    /** The answer is ②, for a link that is bound by then. */
    Attaching(
            Holding holding,
            Map<Identity, Connection> connections,
            ClientIds clientIds,
            Spreading spreading,
            Owner owner,
            BiConsumer<LinkBinding, Resume> answer) {
        this.holding = holding;
        this.connections = connections;
        this.clientIds = clientIds;
        this.spreading = spreading;
        this.owner = owner;
        this.answer = answer;
    }

    void resume(LinkBinding link, Resume resume) {
        UniqueId cluster = Ids.wire(holding.cluster());
        boolean elsewhere =
                !resume.cluster().equals(UniqueId.NONE) && !resume.cluster().equals(cluster);
        long newest = Math.max(holding.epoch(), holding.time().millis()) + EPOCHS_AHEAD;
        if (!elsewhere && resume.highestEpoch() > newest) {
            link.fault(ErrorCode.PROTOCOL_VIOLATION, "there is no epoch " + resume.highestEpoch());
            return;
        }
        if (!elsewhere && resume.highestEpoch() > holding.epoch()) { // R21; L11: another cluster's epochs mean nothing
            holding.gate()
                    .toldHigherEpoch(
                            resume.highestEpoch(),
                            () -> link.fault(
                                    ErrorCode.LINK_STEPPED_DOWN,
                                    "this node serves epoch " + holding.epoch() + ", the client has seen "
                                            + resume.highestEpoch()));
            return;
        }
        int mostSessions = holding.settings().limits().sessions();
        if (resume.sessions().size() > mostSessions) {
            RefusedException refusal = SessionLimits.reached(
                    "the connection has " + resume.sessions().size() + " sessions", mostSessions, "maxSessions");
            link.fault(refusal.code(), refusal.text());
            return;
        }
        Connection known = connections.get(Ids.stored(resume.connection()));
        if (known != null && !mayAttach(link, known, resume)) {
            return;
        }
        Connection connection = known != null
                ? known
                : new Connection(
                        holding, spreading, Ids.stored(resume.connection()), Ids.hash(resume.secret()), link.user());
        String clientId = resume.clientId();
        if (clientId == null) {
            bind(link, connection, resume);
        } else {
            waiting.put(link, connection);
            clientIds.claim(connection, clientId, refusal -> onClientId(link, connection, resume, refusal));
        }
    }

    private boolean mayAttach(LinkBinding link, Connection known, Resume resume) {
        if (!known.knows(Ids.hash(resume.secret())) || !known.sameUser(link.user())) {
            link.fault(ErrorCode.SECURITY_AUTHENTICATION, "the connection is not this client's");
            return false;
        }
        UniqueId stored = Ids.wire(known.attach());
        if (wentBack(known, resume)) {
            logWentBack(link, known);
        } else if (!isTried(known, resume) && !resume.attachesBefore().contains(stored)) {
            log.warn("{}: another client uses connection {}; this one is refused", link.name(), known.id());
            link.fault(
                    ErrorCode.CONNECTION_STOLEN,
                    "another client goes on with this connection; was this process, or its machine, copied?");
            return false;
        }
        return true;
    }

    private static boolean isTried(Connection known, Resume resume) {
        return resume.attachesTried().contains(Ids.wire(known.attach()));
    }

    /**
     * R15: the stored id is older than one that was answered to this client, and so was stored. Another process that goes on
     * with the identity would have stored one that this client never had. Without a row (R17) nothing was stored, and an
     * older id only says that an older try came later: one that waited at a standby until that served.
     */
    private static boolean wentBack(Connection known, Resume resume) {
        return known.hasRow()
                && !isTried(known, resume)
                && resume.attachesBefore().contains(Ids.wire(known.attach()));
    }

    /** Every connection of an old backup finds it out: one line is enough of an alarm. */
    private void logWentBack(LinkBinding link, Connection known) {
        String text = "{}: the database went back in time: of connection {} it has an attachment that others followed";
        if (toldOfLoss) {
            log.info(text, link.name(), known.id());
        } else {
            toldOfLoss = true;
            log.error(text, link.name(), known.id());
        }
    }

    private void onClientId(
            LinkBinding link, Connection connection, Resume resume, @Nullable RefusedException refusal) {
        waiting.remove(link);
        if (refusal != null) {
            link.fault(refusal.code(), refusal.text());
        } else if (link.isOpen()) {
            bind(link, connection, resume);
        }
    }

    /** The link closed before it was bound. */
    void gaveUp(LinkBinding link) {
        Connection connection = waiting.remove(link);
        if (connection != null) {
            clientIds.stopWaiting(connection);
        }
    }

    private void bind(LinkBinding link, Connection connection, Resume resume) {
        Connection other = connections.get(connection.id());
        boolean known = other == connection;
        if (other != null && !known) { // a second link of a fresh connection, while the first waited
            clientIds.release(connection);
            link.fault(ErrorCode.CONNECTION_REPLACED, "the connection was opened on another link meanwhile");
            return;
        }
        if (known && wentBack(connection, resume)) {
            connection.storeWentBack();
        }
        LinkBinding old = connection.binding();
        if (old != null) {
            owner.detach(connection);
            old.close("its client has another link");
        }
        connections.put(connection.id(), connection);
        connection.bind(link, Ids.stored(resume.attach()), resume.reconnectDelayMillis());
        link.bound(connection, known);
        for (int number : resume.sessions()) {
            connection.session(number);
        }
        owner.attached(connection, resume.sessions());
        Unit unit = new Unit();
        if (connection.hasRow() || connection.clientId() != null) {
            connection.putRow(unit);
        }
        // Without a row the answer still waits its turn: what was received before is durable by then (R4).
        unit.whenDurable((epoch, batch) -> connection.whenAllIsSpread(() -> {
            if (connection.boundTo(link) && holding.gate().trusted()) {
                answer.accept(link, resume);
            }
        }));
        holding.writer().submit(unit);
    }
}
