package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.LinkFactory.Link;
import io.batonmq.jms.internal.core.LinkFactory.LinkListener;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
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
        if (phase != Phase.CLOSED) {
            owner.received(this, frame);
        }
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
