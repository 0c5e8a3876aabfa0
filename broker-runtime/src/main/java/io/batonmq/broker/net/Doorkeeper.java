package io.batonmq.broker.net;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.AnsweringHandshake;
import io.batonmq.wire.AuthMechanism;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.FrameDecoder;
import io.batonmq.wire.FrameEncoder;
import io.batonmq.wire.Handshake;
import io.batonmq.wire.OpeningHandshake;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets peers in and counts them (C94). Where too many wait for authentication, the one that has waited longest goes, so that
 * silent sockets don't lock out clients, which need a moment only. Used by all I/O threads.
 */
@ChannelHandler.Sharable
final class Doorkeeper extends ChannelInitializer<SocketChannel> {
    private static final Logger LOG = LoggerFactory.getLogger(Doorkeeper.class);

    /** Encoded bytes of one link that wait in Netty; what is more waits as frames. */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final NetSettings settings;
    private final Authenticator authenticator;
    private final Loop loop;
    private final ClientLink.Acceptor clients;
    private final PeerLinks.PeerAcceptor nodes;
    private final @Nullable SslContext tls;
    private final ChannelGroup channels;
    private final Handshake.Hello hello;
    private final SecureRandom random = new SecureRandom();
    private final byte[] secret = new byte[32];
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong numbers = new AtomicLong();

    /** Those not authenticated yet, longest waiting first. Guarded by itself. */
    private final Deque<Doorway> waiting = new ArrayDeque<>();

    Doorkeeper(
            NetSettings settings,
            Authenticator authenticator,
            Loop loop,
            ClientLink.Acceptor clients,
            PeerLinks.PeerAcceptor nodes,
            @Nullable SslContext tls,
            ChannelGroup channels) {
        this.settings = settings;
        this.authenticator = authenticator;
        this.loop = loop;
        this.clients = clients;
        this.nodes = nodes;
        this.tls = tls;
        this.channels = channels;
        this.hello = OpeningHandshake.nodeHello(
                settings.product(),
                settings.nodeId(),
                settings.incarnation(),
                AuthMechanism.offered(authenticator.users(), authenticator.anonymous()));
        random.nextBytes(secret);
    }

    int connections() {
        return connections.get();
    }

    int unauthenticated() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    Duration handshakeTimeout() {
        return settings.handshakeTimeout();
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channels.add(channel);
        int now = connections.incrementAndGet();
        channel.closeFuture().addListener(closed -> connections.decrementAndGet());
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setWriteBufferWaterMark(WATER_MARK);
        // small at first, so that a stranger's socket takes little; grows for those that send much
        channel.config().setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(512, 1024, 64 * 1024));
        if (tls != null) {
            SslHandler handler = tls.newHandler(channel.alloc());
            handler.setHandshakeTimeoutMillis(settings.handshakeTimeout().toMillis());
            handler.setCloseNotifyFlushTimeoutMillis(Farewell.PATIENCE.toMillis());
            channel.pipeline().addLast(handler);
        }
        FrameDecoder decoder = new FrameDecoder();
        String name = "#" + numbers.incrementAndGet() + " " + channel.remoteAddress();
        AnsweringHandshake handshake = new AnsweringHandshake(hello, authenticator::find, secret, random);
        Doorway doorway = new Doorway(this, decoder, handshake, name);
        channel.pipeline().addLast(decoder, new FrameEncoder(), doorway);
        if (now > settings.maxConnections()) {
            doorway.turnAway(
                    channel,
                    "this node has its " + settings.maxConnections()
                            + " connections (maxConnections); try another one");
            return;
        }
        admitToWait(doorway);
    }

    private void admitToWait(Doorway doorway) {
        Doorway longest = null;
        synchronized (waiting) {
            if (waiting.size() >= settings.maxUnauthenticated()) {
                longest = waiting.pollFirst();
            }
            waiting.addLast(doorway);
        }
        if (longest != null) {
            longest.evict("more than " + settings.maxUnauthenticated() + " peers wait for authentication");
        }
    }

    /** The peer is authenticated, or gone. */
    void waitsNoMore(Doorway doorway) {
        synchronized (waiting) {
            waiting.removeFirstOccurrence(doorway);
        }
    }

    /** Hands an authenticated peer over. */
    void admit(ServerLink link, Handshake.Hello peer, String ignoredUser) {
        if (!ignoredUser.isEmpty() && !authenticator.users()) {
            LOG.info(
                    "peer {} gave credentials of {}; this node has no users and ignores them",
                    link.name(),
                    ignoredUser);
        }
        if (peer.kind() == Handshake.PeerKind.NODE) {
            loop.execute(() -> link.accepted(nodes.accepted(link, peer.nodeId(), peer.incarnation())));
        } else {
            loop.execute(() -> link.accepted(clients.accepted(link)));
        }
    }

    ServerLink link(io.netty.channel.Channel channel, String name, @Nullable String user) {
        return new ServerLink(channel, loop, name, user, settings.outboundBytes());
    }

    /** Nodes authenticate as nodes and clients as users; text of what is wrong, null = right. */
    @Nullable
    String wrongIdentity(Handshake.Hello peer, @Nullable String user) {
        boolean node = peer.kind() == Handshake.PeerKind.NODE;
        boolean asNode = Authenticator.NODE.equals(user);
        if (node && authenticator.nodePassword() != null && !asNode) {
            return "a node must authenticate as one; do all nodes have the same users?";
        }
        return asNode && !node ? "this user is for nodes" : null;
    }

    /** One short line for each peer that misbehaved. */
    static void logDropped(String name, ErrorCode code, String why) {
        LOG.warn("dropped peer {}: {} {}", name, code.text(), why);
    }
}
