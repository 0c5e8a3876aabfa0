package io.batonmq.broker.net;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.LoopThread;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.Frame;
import io.batonmq.wire.RawPeer;
import io.batonmq.wire.UniqueId;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** A server with a loop that records what it is given. */
final class TestNode implements AutoCloseable, ClientLink.Acceptor, PeerLinks.PeerAcceptor {
    final List<Throwable> fatal = new CopyOnWriteArrayList<>();
    final BlockingQueue<ClientLink> links = new LinkedBlockingQueue<>();
    final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    final BlockingQueue<String> closed = new LinkedBlockingQueue<>();
    final BlockingQueue<String> nodes = new LinkedBlockingQueue<>();
    final LoopThread loop = new LoopThread("test-broker-loop", System::nanoTime, fatal::add);
    final UniqueId incarnation = new UniqueId(7, System.nanoTime());
    final NetServer server;

    TestNode(Settings settings) throws IOException {
        server = NetServer.start(
                URI.create(settings.scheme + "://127.0.0.1:" + settings.port),
                new NetSettings(
                        "test/1",
                        "node-a",
                        incarnation,
                        settings.handshakeTimeout,
                        settings.maxUnauthenticated,
                        settings.maxConnections,
                        settings.outboundBytes,
                        settings.tls),
                ConfiguredUsers.of(settings.users, settings.users.isEmpty(), new SecureRandom()),
                loop,
                this,
                this);
    }

    /** Settings with defaults. */
    static final class Settings {
        String scheme = "tcp";
        int port;
        Duration handshakeTimeout = Duration.ofSeconds(5);
        int maxUnauthenticated = 1_000;
        int maxConnections = 10_000;
        long outboundBytes = 1 << 20;
        Map<String, String> users = Map.of();
        NetSettings.@org.jspecify.annotations.Nullable Tls tls;
    }

    int port() {
        return server.address().getPort();
    }

    RawPeer peer() throws IOException {
        return RawPeer.connect(port());
    }

    @Override
    public ClientLink.Receiver accepted(ClientLink link) {
        loop.assertInside();
        links.add(link);
        return receiver();
    }

    @Override
    public ClientLink.Receiver accepted(ClientLink link, String nodeId, UniqueId of) {
        loop.assertInside();
        nodes.add(nodeId + " " + of);
        links.add(link);
        return receiver();
    }

    private ClientLink.Receiver receiver() {
        return new ClientLink.Receiver() {
            @Override
            public void received(Frame frame) {
                loop.assertInside();
                frames.add(frame);
            }

            @Override
            public void closed(String why) {
                loop.assertInside();
                closed.add(why);
            }
        };
    }

    @Override
    public void close() {
        server.close();
        loop.close();
    }
}
