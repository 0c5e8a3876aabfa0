package io.batonmq.broker.session;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.wire.BrokerFrame.Fault;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Request;
import io.batonmq.wire.Resumption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One link and how far its connection has come on it (R5): checks that each frame fits, and passes it on. Confined to the
 * broker loop.
 */
final class LinkBinding implements ClientLink.Receiver {

    /**
     * NEW → ATTACHING → DECLARING → SETTLING → SERVING; SETTLING → DECLARING when ② is sent again (R7); any → CLOSED. NEW
     * waits for ①, ATTACHING for its attach id to be stored; in DECLARING ② is sent; in SETTLING the claims are being
     * answered; SERVING: ④ is sent, commands are applied.
     */
    enum Phase {
        NEW,
        ATTACHING,
        DECLARING,
        SETTLING,
        SERVING,
        CLOSED
    }

    /** What the frames of a bound link mean. */
    interface Frames {
        /** Whether anything is read; not while the node hands over (L8). */
        boolean areRead();

        /** ①; the link is in ATTACHING. */
        void resume(LinkBinding link, Resumption.Resume resume);

        /** ③ and what follows. */
        void resumption(LinkBinding link, Connection connection, Resumption frame) throws ProtocolViolation;

        void request(LinkBinding link, Connection connection, Request request) throws ProtocolViolation;

        void command(Connection connection, Command command) throws ProtocolViolation;

        /** The link is closed, by whomever; no more comes from it. */
        void closed(LinkBinding link, @Nullable Connection connection, String why);
    }

    private final ClientLink link;
    private final Holding holding;
    private final Frames frames;
    private Phase phase = Phase.NEW;
    private @Nullable Connection connection;
    private boolean connectionWasKnown;
    private boolean held;
    private long heardNanos;
    private Loop.Timer silence;

    LinkBinding(ClientLink link, Holding holding, Frames frames) {
        this.link = link;
        this.holding = holding;
        this.frames = frames;
        this.heardNanos = holding.loop().nanos();
        this.silence = holding.loop().schedule(holding.settings().silenceLimit(), this::checkSilence);
    }

    @Nullable
    String user() {
        return link.user();
    }

    String name() {
        return link.name();
    }

    Phase phase() {
        return phase;
    }

    void become(Phase next) {
        if (phase != Phase.CLOSED) {
            phase = next;
        }
    }

    boolean isOpen() {
        return phase != Phase.CLOSED;
    }

    void bound(Connection toConnection, boolean wasKnown) {
        connection = toConnection;
        connectionWasKnown = wasKnown;
    }

    /** Whether the holder had the connection before this link. */
    boolean connectionWasKnown() {
        return connectionWasKnown;
    }

    /** Whether ② is sent, so that the client knows what later frames are about. */
    boolean answered() {
        return phase == Phase.DECLARING || phase == Phase.SETTLING || phase == Phase.SERVING;
    }

    void send(Frame frame) {
        if (phase != Phase.CLOSED) {
            link.send(frame);
        }
    }

    /** Whether more is read from the client; while it isn't, its silence means nothing. */
    void reads(boolean reads) {
        if (phase != Phase.CLOSED) {
            held = !reads;
            heardNanos = holding.loop().nanos();
            link.reads(reads);
        }
    }

    void whenWritable(Runnable task) {
        link.whenWritable(task);
    }

    @Override
    public void received(Frame frame) {
        holding.loop().assertInside();
        if (phase == Phase.CLOSED) {
            return;
        }
        heardNanos = holding.loop().nanos();
        if (!frames.areRead()) {
            return; // the client sends it again where it is told to go; the link stays for what it is yet to be told
        }
        if (!holding.gate().trusted()) {
            fault(ErrorCode.LINK_STEPPED_DOWN, "this node no longer trusts its lease");
            return;
        }
        try {
            accept(frame);
        } catch (ProtocolViolation e) {
            fault(ErrorCode.PROTOCOL_VIOLATION, e.what());
        }
    }

    private void accept(Frame frame) throws ProtocolViolation {
        Connection bound = connection;
        if (frame instanceof Resumption.Resume resume) {
            expect(phase == Phase.NEW, frame);
            become(Phase.ATTACHING);
            frames.resume(this, resume);
        } else if (frame instanceof Request.Ping ping) {
            expect(phase != Phase.NEW, frame);
            send(new Pong(ping.clientTicks(), holding.epoch(), holding.time().millis()));
        } else if (bound == null || !bound.boundTo(this)) {
            expect(false, frame);
        } else if (frame instanceof Resumption resumption) {
            expect(phase == Phase.DECLARING, frame);
            frames.resumption(this, bound, resumption);
        } else if (frame instanceof Request request) {
            expect(answered(), frame);
            frames.request(this, bound, request);
        } else if (frame instanceof Command command) {
            expect(phase == Phase.SERVING, frame);
            frames.command(bound, command);
        } else {
            expect(false, frame);
        }
    }

    private void expect(boolean fits, Frame frame) throws ProtocolViolation {
        if (!fits) {
            throw new ProtocolViolation(frame.getClass().getSimpleName() + " does not fit a link that is " + phase);
        }
    }

    /** Tells why, and closes. */
    void fault(ErrorCode code, String text) {
        send(new Fault(code, text));
        close(code.text() + ": " + text);
    }

    void close(String why) {
        if (phase != Phase.CLOSED) {
            link.close();
            ended(why);
        }
    }

    @Override
    public void closed(String why) {
        holding.loop().assertInside();
        if (phase != Phase.CLOSED) {
            ended(why);
        }
    }

    private void ended(String why) {
        become(Phase.CLOSED);
        silence.cancel();
        frames.closed(this, connection, why);
    }

    /** A client is silent for longer than it may be (R8): it is gone, or thinks that we are. */
    private void checkSilence() {
        Duration limit = holding.settings().silenceLimit();
        Duration silent = held ? Duration.ZERO : Duration.ofNanos(holding.loop().nanos() - heardNanos);
        if (silent.compareTo(limit) >= 0) {
            close("silent for " + silent.toMillis() + " ms");
        } else {
            silence = holding.loop().schedule(limit.minus(silent), this::checkSilence);
        }
    }
}
