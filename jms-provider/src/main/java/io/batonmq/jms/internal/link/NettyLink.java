package io.batonmq.jms.internal.link;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.LinkFactory.Link;
import io.batonmq.jms.internal.core.LinkFactory.LinkListener;
import io.batonmq.jms.internal.core.Loop;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.AuthMechanism;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameDecoder;
import io.batonmq.wire.OpeningHandshake;
import io.batonmq.wire.ProtocolException;
import io.batonmq.wire.Request;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One link to one node: name lookup, connect, TLS, greeting and authentication within one bound, then frames. What the socket
 * doesn't take waits as frames, so that a stalled peer blocks nobody and takes no direct memory. Confined to the loop, which is
 * its channel's I/O thread.
 */
final class NettyLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(NettyLink.class);

    /** CONNECTING → HANDSHAKING → OPEN → ENDED; ENDED from everywhere. The listener hears of OPEN and, once, of ENDED. */
    private enum State {
        CONNECTING,
        HANDSHAKING,
        OPEN,
        ENDED
    }

    private final SharedIo io;
    private final Loop loop;
    private final ServerAddress address;
    private final LinkListener listener;
    private final Deque<InetSocketAddress> candidates = new ArrayDeque<>();
    private final Queue<Frame> outbound = new ArrayDeque<>();
    /** Overtake all else: a large body on a slow link must not make it look dead (R8). */
    private final Queue<Frame> pings = new ArrayDeque<>();

    private State state = State.CONNECTING;
    private @Nullable OpeningHandshake handshake;
    private @Nullable LinkChannels channels;
    private @Nullable Channel channel;
    private Loop.@Nullable Timer limit;
    private long deadline;
    private boolean drainAsked;

    NettyLink(SharedIo io, Loop loop, ServerAddress address, LinkListener listener) {
        this.io = io;
        this.loop = loop;
        this.address = address;
        this.listener = listener;
    }

    void start(String product, Credentials credentials, Duration timeout, SecureRandom random) {
        handshake = new OpeningHandshake(
                OpeningHandshake.clientHello(product), credentials.user(), credentials.password(), random);
        if (credentials.user() != null && !AuthMechanism.isPrepared()) {
            io.computing().execute(AuthMechanism::prepare);
        }
        deadline = loop.nanos() + timeout.toNanos();
        limit = loop.schedule(
                timeout,
                () -> fail(LinkFailure.unreachable("no answer within " + timeout.toMillis() + " ms while "
                        + (state == State.CONNECTING ? "connecting" : "greeting"))));
        boolean mayBlock = address.tls() || !isLiteral(address.host());
        if (mayBlock) {
            io.lookups().execute(this::lookUp);
        } else {
            lookUp();
        }
    }

    /** An address as it is asks no name service. */
    private static boolean isLiteral(String host) {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }

    /** On a thread that may block if there is a name to look up, or a key store to read. */
    private void lookUp() {
        if (loop.nanos() - deadline >= 0) {
            return; // it waited for its turn until nobody asked any more
        }
        try {
            LinkChannels made = new LinkChannels(io, address, address.tls() ? ClientTls.context(address.ssl()) : null);
            InetAddress[] found = InetAddress.getAllByName(address.host());
            loop.execute(() -> {
                for (InetAddress each : found) {
                    candidates.add(new InetSocketAddress(each, address.port()));
                }
                channels = made;
                connectNext(made, null);
            });
        } catch (java.net.UnknownHostException e) {
            loop.execute(() -> fail(LinkFailure.of(e)));
        } catch (IOException e) {
            loop.execute(() -> fail(LinkFailure.tls(String.valueOf(e.getMessage()))));
        }
    }

    private void connectNext(LinkChannels made, @Nullable Throwable failed) {
        if (state != State.CONNECTING) {
            return;
        }
        InetSocketAddress next = candidates.poll();
        if (next == null) {
            fail(failed == null ? LinkFailure.unreachable("no address for " + address.host()) : LinkFailure.of(failed));
            return;
        }
        // an address that does not answer must leave time for the others
        Duration share = Duration.ofNanos(Math.max(1_000_000, (deadline - loop.nanos()) / (candidates.size() + 1)));
        ChannelFuture connecting = made.connect(next, share, this);
        channel = connecting.channel();
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                connectNext(made, done.cause());
            }
        });
    }

    /** The channel is connected (TLS may still be under way: what is written waits for it). */
    void connected() {
        if (state == State.CONNECTING && channel != null && handshake != null) {
            state = State.HANDSHAKING;
            handshake.start().forEach(channel::write);
            channel.flush();
        }
    }

    void received(Frame frame, FrameDecoder decoder) {
        if (state == State.OPEN) {
            deliver(frame);
        } else if (state == State.HANDSHAKING && handshake != null) {
            greet(handshake, frame, decoder);
        }
    }

    private void deliver(Frame frame) {
        try {
            listener.received(frame);
        } catch (ProtocolException e) {
            fail(new LinkFailure(Closed.LOST, e.code(), e.text()));
        } catch (RuntimeException e) {
            LOG.error("frame {} from {} could not be handled", frame.getClass().getSimpleName(), address, e);
            fail(new LinkFailure(Closed.LOST, ErrorCode.INTERNAL, "a frame could not be handled: " + e));
        }
    }

    private void greet(OpeningHandshake steps, Frame frame, FrameDecoder decoder) {
        try {
            if (steps.derivesKey(frame)) {
                io.computing().execute(() -> step(steps, frame, decoder));
            } else {
                step(steps, frame, decoder);
            }
        } catch (ProtocolException e) {
            fail(LinkFailure.of(e));
        }
    }

    /** One step of the handshake; the steps follow one another, on whatever thread. */
    private void step(OpeningHandshake steps, Frame frame, FrameDecoder decoder) {
        try {
            Frame answer = steps.receive(frame);
            boolean done = steps.done();
            onLoop(() -> proceed(answer, done, decoder));
        } catch (ProtocolException e) {
            onLoop(() -> fail(LinkFailure.of(e)));
        }
    }

    private void onLoop(Runnable task) {
        if (io.loop().inEventLoop()) {
            task.run(); // now: the next frame may be in the same read
        } else {
            loop.execute(task);
        }
    }

    private void proceed(@Nullable Frame answer, boolean done, FrameDecoder decoder) {
        if (state != State.HANDSHAKING || channel == null) {
            return;
        }
        if (answer != null) {
            channel.writeAndFlush(answer);
        }
        if (done) {
            state = State.OPEN;
            decoder.authenticated();
            stopClock();
            listener.opened();
        }
    }

    @Override
    public void send(Frame frame) {
        loop.assertInside();
        if (state != State.OPEN) {
            return;
        }
        (frame instanceof Request.Ping ? pings : outbound).add(frame);
        if (mustBeWrittenNow(frame)) {
            drain();
        } else if (!drainAsked) {
            drainAsked = true;
            loop.execute(this::drain); // one flush for all that this turn sends
        }
    }

    /** R10, R12: these are written before the application is given the next message. */
    private static boolean mustBeWrittenNow(Frame frame) {
        return frame instanceof Command.Ack || frame instanceof Request.HandOut;
    }

    /** Writes while the socket takes it. */
    void drain() {
        drainAsked = false;
        Channel open = channel;
        if (state != State.OPEN || open == null) {
            return;
        }
        boolean written = false;
        while (open.isWritable()) {
            Frame frame = pings.isEmpty() ? outbound.poll() : pings.poll();
            if (frame == null) {
                break;
            }
            open.write(frame).addListener(done -> {
                if (!done.isSuccess()) {
                    failed(done.cause());
                }
            });
            written = true;
        }
        if (written) {
            open.flush();
        }
    }

    /** Something broke; what it means depends on how far the link had come. */
    void failed(Throwable cause) {
        if (state == State.OPEN) {
            Throwable root = cause.getCause() instanceof ProtocolException inner ? inner : cause;
            ErrorCode code = root instanceof ProtocolException e ? e.code() : ErrorCode.LINK_LOST;
            fail(new LinkFailure(Closed.LOST, code, "the link to " + address + " broke: " + root.getMessage()));
        } else if (state == State.HANDSHAKING) {
            fail(LinkFailure.of(cause));
        }
    }

    void inactive() {
        if (state == State.OPEN) {
            fail(new LinkFailure(Closed.LOST, ErrorCode.LINK_LOST, "the node closed the link to " + address));
        } else if (state == State.HANDSHAKING) {
            fail(LinkFailure.unreachable("the node closed the connection during the handshake"));
        }
    }

    private void fail(LinkFailure failure) {
        if (state == State.ENDED) {
            return;
        }
        end();
        listener.closed(failure.kind(), failure.code(), failure.text());
    }

    @Override
    public void close() {
        loop.assertInside();
        if (state == State.OPEN) {
            drain();
        }
        end();
    }

    private void end() {
        state = State.ENDED;
        stopClock();
        outbound.clear();
        pings.clear();
        if (channel != null) {
            channel.close();
        }
    }

    private void stopClock() {
        if (limit != null) {
            limit.cancel();
            limit = null;
        }
    }
}
