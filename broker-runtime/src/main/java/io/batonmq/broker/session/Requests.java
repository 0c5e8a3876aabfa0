package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import org.jspecify.annotations.Nullable;

/** Does what clients declare and ask (R2: never replayed, declared anew on each link). Confined to the broker loop. */
final class Requests {

    /** What a request writes. */
    @FunctionalInterface
    private interface Effect {
        void addTo(Unit unit) throws RefusedException;
    }

    private final Holding holding;
    private final Destinations destinations;
    private final ClientIds clientIds;

    Requests(Holding holding, ClientIds clientIds) {
        this.holding = holding;
        this.destinations = holding.destinations();
        this.clientIds = clientIds;
    }

    void handle(LinkBinding link, Connection connection, Request request) throws ProtocolViolation {
        if (connection.state() != Connection.State.ATTACHED) {
            return; // ended: said so in ②
        }
        if (request instanceof Request.OpenSession open) {
            openSession(link, connection, open);
        } else if (request instanceof Request.OpenConsumer open) {
            openConsumer(link, connection, open);
        } else if (request instanceof Request.CloseConsumer close) {
            closeConsumer(link, connection, close);
        } else if (request instanceof Request.Credit credit) {
            credit(connection, credit);
        } else if (request instanceof Request.Drain drain) {
            SessionConsumer consumer = connection.findConsumer(drain.consumer());
            if (consumer == null) {
                reply(link, connection, drain.session(), drain.request(), gone(drain.consumer()));
            } else {
                consumer.drain(drain.request());
            }
        } else if (request instanceof Request.HandOut handOut) {
            Session session = declared(connection, handOut.session());
            for (DeliveryRef ref : handOut.deliveries()) {
                session.held().announce(ref);
            }
        } else if (request instanceof Request.Started started) {
            connection.setStarted(started.started());
        } else if (request instanceof Request.ClockOffset offset) {
            connection.setClockOffset(offset);
        } else if (request instanceof Request.SetClientId set) {
            setClientId(link, connection, set);
        } else if (request instanceof Request.CreateTemporary create) {
            store(link, connection, create.request(), unit -> {
                connection.checkRoomForTemporary(create.destination());
                destinations.createTemporary(unit, create.destination(), connection.id());
                connection.addTemporary(create.destination());
                ensureRow(connection);
            });
        } else if (request instanceof Request.DeleteTemporary delete) {
            store(link, connection, delete.request(), unit -> {
                destinations.deleteTemporary(unit, delete.destination(), connection.id());
                connection.removeTemporary(delete.destination());
            });
        }
    }

    private static Session declared(Connection connection, int number) throws ProtocolViolation {
        Session session = connection.findSession(number);
        if (session == null || session.mode() == null && !session.ended()) {
            throw new ProtocolViolation("session " + number + " was not opened");
        }
        return session;
    }

    private void openSession(LinkBinding link, Connection connection, Request.OpenSession open)
            throws ProtocolViolation {
        if (open.session() < 1) {
            throw new ProtocolViolation("a session with number " + open.session());
        }
        int most = holding.settings().limits().sessions();
        if (connection.findSession(open.session()) == null
                && connection.sessions().size() > most) {
            RefusedException refusal = SessionLimits.reached("one session too many", most, "maxSessions");
            link.fault(refusal.code(), refusal.text()); // its client knows the limit and doesn't ask for more
            return;
        }
        Session session = connection.session(open.session());
        session.declare(open.mode());
        if (link.phase() == LinkBinding.Phase.SERVING) {
            session.cameBack(); // a new one: there is nothing that it could claim
        }
    }

    private void openConsumer(LinkBinding link, Connection connection, Request.OpenConsumer open)
            throws ProtocolViolation {
        Session session = declared(connection, open.session());
        if (session.ended()) {
            return;
        }
        SessionConsumer before = connection.findConsumer(open.consumer());
        if (before != null && link.phase() == LinkBinding.Phase.SERVING || open.consumer() < 1) {
            throw new ProtocolViolation("consumer number " + open.consumer() + " is not free");
        }
        if (before != null) { // ③ came a second time
            connection.remove(before);
            before.lost();
        }
        SessionConsumer consumer =
                new SessionConsumer(session, open.consumer(), open.spec().browse());
        Unit unit = new Unit();
        try {
            int most = holding.settings().limits().consumers();
            if (connection.consumerCount() >= most) {
                throw SessionLimits.reached("one consumer of the connection too many", most, "maxConsumers");
            }
            StorableText.check(open.spec().selector());
            consumer.attached(destinations.attach(unit, open.spec(), connection.clientId(), consumer));
            if (!open.spec().destination().kind().isQueue() && !open.spec().durable()) {
                ensureRow(connection); // R17: what is published while it is away is kept
            }
        } catch (RefusedException e) {
            reply(link, connection, open.session(), open.request(), e);
            return;
        }
        connection.add(consumer);
        replyWhenDurable(link, connection, open.session(), open.request(), unit, () -> {
            connection.remove(consumer);
            consumer.refused();
        });
    }

    private void closeConsumer(LinkBinding link, Connection connection, Request.CloseConsumer close)
            throws ProtocolViolation {
        Session session = declared(connection, close.session());
        SessionConsumer consumer = connection.findConsumer(close.consumer());
        if (consumer != null && consumer.session() == session) {
            connection.remove(consumer);
            consumer.detach();
            session.held().releaseUnseen(close.consumer());
        }
        reply(link, connection, close.session(), close.request(), null);
    }

    private static void credit(Connection connection, Request.Credit credit) throws ProtocolViolation {
        if (credit.messages() < 0 || credit.bytes() < 0) {
            throw new ProtocolViolation("negative credit for consumer " + credit.consumer());
        }
        SessionConsumer consumer = connection.findConsumer(credit.consumer());
        if (consumer != null) { // else closed by us meanwhile
            consumer.credit(credit.messages(), credit.bytes());
        }
    }

    private void setClientId(LinkBinding link, Connection connection, Request.SetClientId set) {
        String before = connection.clientId();
        clientIds.claim(connection, set.clientId(), refusal -> {
            if (refusal != null || connection.state() != Connection.State.ATTACHED) {
                reply(link, connection, 0, set.request(), refusal);
                return;
            }
            ensureRow(connection);
            Unit unit = new Unit();
            connection.setClientId(set.clientId());
            connection.putRow(unit);
            replyWhenDurable(link, connection, 0, set.request(), unit, () -> {
                clientIds.release(connection);
                connection.setClientId(before);
            });
        });
    }

    // ---- what is stored

    /** The connection's row in a unit of its own: if the request's data is refused, later units still need it (S7). */
    private void ensureRow(Connection connection) {
        if (!connection.hasRow()) {
            Unit row = new Unit();
            connection.ensureRow(row);
            holding.writer().submit(row);
        }
    }

    private void store(LinkBinding link, Connection connection, long request, Effect effect) {
        Unit unit = new Unit();
        try {
            effect.addTo(unit);
        } catch (RefusedException e) {
            reply(link, connection, 0, request, e);
            return;
        }
        replyWhenDurable(link, connection, 0, request, unit, () -> {});
    }

    /** S7: data that the database refuses is refused to the client, and {@code undo} takes back what was done for it. */
    private void replyWhenDurable(
            LinkBinding link, Connection connection, int session, long request, Unit unit, Runnable undo) {
        unit.whenDurable((epoch, batch) -> reply(link, connection, session, request, null));
        unit.ifRefused(cause -> {
            undo.run();
            RefusedException refusal = new RefusedException(
                    ErrorCode.COMMAND_POISON, "the database refuses the request's data: " + cause.getMessage());
            Unit instead = new Unit();
            instead.whenDurable((epoch, batch) -> reply(link, connection, session, request, refusal));
            return instead;
        });
        holding.writer().submit(unit);
    }

    // ---- replies

    /** Only on the link that asked: request numbers mean nothing on another. */
    private static void reply(
            LinkBinding link, Connection connection, int session, long request, @Nullable RefusedException refusal) {
        if (connection.boundTo(link)) {
            link.send(
                    refusal == null
                            ? new Reply(session, request, null, "")
                            : new Reply(session, request, refusal.code(), refusal.text()));
        }
    }

    private static RefusedException gone(int consumer) {
        return new RefusedException(ErrorCode.DESTINATION_DELETED, "consumer " + consumer + " is closed");
    }
}
