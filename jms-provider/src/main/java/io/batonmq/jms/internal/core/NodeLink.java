package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.LinkFactory.Link;
import io.batonmq.jms.internal.core.LinkFactory.LinkListener;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Resumption.Refused;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One link to one node: whose it is, and how far it has come. Confined to the loop. */
final class NodeLink implements LinkListener {

    /** CONNECTING → ASKED (resume written) → PARKED (a standby) or HOLDER (answered); any → CLOSED, the end. */
    enum Phase {
        CONNECTING,
        ASKED,
        PARKED,
        HOLDER,
        CLOSED
    }

    /** Who decides what happens with the link. */
    interface Owner {
        void opened(NodeLink link);

        void received(NodeLink link, Frame frame);

        void closed(NodeLink link, Closed kind, ErrorCode code, String text);
    }

    private final Loop loop;
    private final ServerAddress address;
    private Owner owner;
    private Phase phase = Phase.CONNECTING;
    private @Nullable Link link;
    private UniqueId attach = UniqueId.NONE;
    private long askedNanos;
    private final Map<Integer, List<Refusal>> refused = new HashMap<>();

    NodeLink(Loop loop, ServerAddress address, Owner owner) {
        this.loop = loop;
        this.address = address;
        this.owner = owner;
    }

    void connect(LinkFactory factory, Credentials credentials, Duration timeout) {
        link = factory.connect(address, credentials, timeout, this);
    }

    ServerAddress address() {
        return address;
    }

    Phase phase() {
        return phase;
    }

    /** The resume was written. */
    void asked(UniqueId withAttach) {
        attach = withAttach;
        askedNanos = loop.nanos();
        move(Phase.ASKED);
    }

    UniqueId attach() {
        return attach;
    }

    long askedNanos() {
        return askedNanos;
    }

    void parked() {
        move(Phase.PARKED);
    }

    /** It is the holder's, and somebody else's from now on. */
    void holder(Owner next) {
        owner = next;
        move(Phase.HOLDER);
    }

    private void move(Phase to) {
        if (phase != Phase.CLOSED) {
            phase = to;
        }
    }

    void send(Frame frame) {
        if (link != null && phase != Phase.CLOSED) {
            link.send(frame);
        }
    }

    void close() {
        move(Phase.CLOSED);
        if (link != null) {
            link.close();
        }
    }

    @Override
    public void opened() {
        loop.assertInside();
        if (phase == Phase.CONNECTING) {
            owner.opened(this);
        }
    }

    @Override
    public void received(Frame frame) {
        loop.assertInside();
        if (phase == Phase.CLOSED) {
            return;
        }
        if (frame instanceof Refused part) {
            refused.computeIfAbsent(part.session(), session -> new ArrayList<>())
                    .addAll(part.refusals());
        } else if (frame instanceof ResumeAnswer answer && !refused.isEmpty()) {
            ResumeAnswer whole = whole(answer);
            refused.clear();
            owner.received(this, whole);
        } else {
            owner.received(this, frame);
        }
    }

    /** Refusals that came ahead are part of the answer. */
    private ResumeAnswer whole(ResumeAnswer answer) {
        List<SessionState> states = new ArrayList<>();
        for (SessionState state : answer.sessions()) {
            List<Refusal> ahead = refused.get(state.session());
            states.add(ahead == null ? state : state.withRefusals(ahead));
        }
        return answer.withSessions(states);
    }

    @Override
    public void closed(Closed kind, ErrorCode code, String text) {
        loop.assertInside();
        if (phase != Phase.CLOSED) {
            move(Phase.CLOSED);
            owner.closed(this, kind, code, text);
        }
    }
}
