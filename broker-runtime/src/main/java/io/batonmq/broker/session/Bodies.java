package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.ContentRow;
import io.batonmq.store.Position;
import io.batonmq.store.StageRow;
import io.batonmq.wire.Command.BodyPart;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.LargeBody;
import io.batonmq.wire.WireLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Large bodies on their way in (S8): each part goes to the store as a chunk of a content that a stage row keeps, until the
 * command that names the body places it; nothing of a body stays in memory. Confined to the broker loop.
 */
final class Bodies {

    /** Parts that arrived so far. */
    private static final class Incoming {
        private final Position content;
        private int parts;
        private long bytes;
        private boolean tooLarge;

        Incoming(Position content) {
            this.content = content;
        }
    }

    /** A client sends a body's command right after its parts. */
    private static final int MOST_OPEN = 8;

    private final Holding holding;
    private final Session session;
    private final Map<Long, Incoming> incoming = new HashMap<>();

    Bodies(Holding holding, Session session) {
        this.holding = holding;
        this.session = session;
    }

    void part(BodyPart part) throws ProtocolViolation {
        Incoming body = incoming.get(part.body());
        int due = body == null ? 0 : body.parts;
        if (part.index() != due) {
            throw new ProtocolViolation("part " + part.index() + " of body " + part.body() + " of session "
                    + session.number() + " where part " + due + " was due");
        }
        if (body != null && body.bytes != (long) body.parts * WireLimits.PART) {
            throw new ProtocolViolation("part " + (due - 1) + " of body " + part.body() + " of session "
                    + session.number() + " is not the last, and has not " + WireLimits.PART + " bytes");
        }
        if (body == null && incoming.size() >= MOST_OPEN) {
            throw new ProtocolViolation("more than " + MOST_OPEN + " bodies of session " + session.number()
                    + " at once, each without the command that names it");
        }
        if (body == null) {
            body = new Incoming(holding.writer().nextPosition());
            incoming.put(part.body(), body);
        }
        body.parts++;
        body.bytes += part.bytes().length;
        if (body.tooLarge) {
            return;
        }
        Unit unit = new Unit();
        if (body.bytes > holding.settings().maxMessageSize()) {
            body.tooLarge = true; // refused when its command comes
            if (body.parts > 1) {
                drop(unit, body.content);
                holding.writer().submit(unit);
            }
            return;
        }
        if (body.parts == 1) {
            session.putRow(unit);
            unit.putStage(new StageRow(body.content, session.key(), 0, 0, null));
        }
        unit.insertContent(new ContentRow(body.content, part.index(), part.bytes()));
        holding.writer().submit(unit);
    }

    /** The command that names the body is here: the content, which that command's publication owns from now on. */
    @Nullable
    Position take(@Nullable LargeBody named) throws RefusedException {
        if (named == null) {
            return null;
        }
        Incoming body = incoming.remove(named.id());
        if (body == null) {
            throw new RefusedException(
                    ErrorCode.MESSAGE_MALFORMED, "the message names body " + named.id() + ", of which no part arrived");
        }
        if (body.tooLarge) {
            throw new RefusedException(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "the message has " + body.bytes + " bytes, more than the node's maxMessageSize "
                            + holding.settings().maxMessageSize());
        }
        if (body.parts != named.parts() || body.bytes != named.length()) {
            Unit unit = new Unit();
            drop(unit, body.content);
            holding.writer().submit(unit);
            throw new RefusedException(
                    ErrorCode.MESSAGE_MALFORMED,
                    "body " + named.id() + " has " + body.parts + " parts and " + body.bytes + " bytes, announced were "
                            + named.parts() + " and " + named.length());
        }
        return body.content;
    }

    /** A repeated command's body came again: not needed. */
    void discard(@Nullable LargeBody named) {
        Incoming body = named == null ? null : incoming.remove(named.id());
        if (body != null && !body.tooLarge) {
            Unit unit = new Unit();
            drop(unit, body.content);
            holding.writer().submit(unit);
        }
    }

    /** The publication is placed by the unit: message rows name its content, the stage row need not. */
    static void place(Unit unit, Publication publication) {
        if (publication.content() != null) {
            unit.deleteStage(publication.content());
        }
    }

    /** Publications that will never be placed. */
    static void drop(Destinations destinations, Unit unit, List<Publication> publications) {
        for (Publication publication : publications) {
            if (publication.content() != null) {
                drop(destinations, unit, publication.content());
            }
        }
    }

    /** The link is gone, or the session: what is on its way will be sent whole again, or never. */
    void dropAll(Unit unit) {
        for (Incoming body : incoming.values()) {
            if (!body.tooLarge) {
                drop(unit, body.content);
            }
        }
        incoming.clear();
    }

    private void drop(Unit unit, Position content) {
        drop(holding.destinations(), unit, content);
    }

    /** One that was on its way. */
    static void drop(Destinations destinations, Unit unit, Position content) {
        unit.deleteStage(content);
        destinations.dropContent(unit, content);
    }
}
