package io.batonmq.broker.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.Frame;
import io.batonmq.wire.NodeFrame;
import io.batonmq.wire.RawPeer;
import io.batonmq.wire.TestCertificates;
import io.batonmq.wire.UniqueId;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** L5: what a standby can tell of the holder's process from its link. */
class NodeLinksTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @TempDir
    Path folder;

    /** Often: of each hundred nodes that were closed, three used to leave a socket open. */
    @RepeatedTest(100)
    void aNodeIsGreetedAndItsEndIsSeen() throws Exception {
        try (TestNode standby = new TestNode(new TestNode.Settings())) {
            try (TestNode holder = new TestNode(new TestNode.Settings())) {
                connect(standby, "tcp://127.0.0.1:" + holder.port());

                assertThat(next()).isEqualTo("opened node-a " + holder.incarnation);
                assertThat(holder.nodes.poll(10, TimeUnit.SECONDS)).isEqualTo("node-a " + standby.incarnation);
                ClientLink link = Objects.requireNonNull(holder.links.poll(10, TimeUnit.SECONDS));
                holder.loop.execute(() -> link.send(new NodeFrame.Released(7)));
                assertThat(next()).isEqualTo("received " + new NodeFrame.Released(7));
            }
            assertThat(next()).isEqualTo("lost");
        }
    }

    @Test
    void nodesWithTheSameUsersKnowEachOther() throws Exception {
        TestNode.Settings settings = new TestNode.Settings();
        settings.users = Map.of("ann", "secret", "bob", "other");
        try (TestNode standby = new TestNode(settings);
                TestNode holder = new TestNode(settings)) {
            connect(standby, "tcp://127.0.0.1:" + holder.port());

            assertThat(next()).startsWith("opened node-a");
            assertThat(Objects.requireNonNull(holder.links.poll(10, TimeUnit.SECONDS))
                            .user())
                    .isEqualTo(Authenticator.NODE);
        }
    }

    @Test
    void nodesWithOtherUsersDoNot() throws Exception {
        TestNode.Settings settings = new TestNode.Settings();
        settings.users = Map.of("ann", "secret");
        TestNode.Settings others = new TestNode.Settings();
        others.users = Map.of("ann", "changed");
        try (TestNode standby = new TestNode(settings);
                TestNode holder = new TestNode(others)) {
            connect(standby, "tcp://127.0.0.1:" + holder.port());

            assertThat(next()).startsWith("failed user or password is wrong");
        }
    }

    @Test
    void nobodyListeningIsRefused() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        try (TestNode standby = new TestNode(new TestNode.Settings())) {
            connect(standby, "tcp://127.0.0.1:" + port);

            assertThat(next()).isEqualTo("refused");
        }
    }

    @Test
    void silenceProvesNothing() throws Exception {
        try (TestNode standby = new TestNode(new TestNode.Settings());
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            connect(standby, "tcp://127.0.0.1:" + silent.getLocalPort());

            assertThat(next()).isEqualTo("failed no answer within 2000 ms");
        }
    }

    @Test
    void aConnectionThatIsClosedAtOnceProvesNothing() throws Exception {
        try (TestNode standby = new TestNode(new TestNode.Settings());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            connect(standby, "tcp://127.0.0.1:" + other.getLocalPort());
            other.accept().close();

            assertThat(next()).startsWith("failed");
        }
    }

    @Test
    void somethingElseAtThePortProvesNothing() throws Exception {
        try (TestNode standby = new TestNode(new TestNode.Settings());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            connect(standby, "tcp://127.0.0.1:" + other.getLocalPort());
            try (Socket socket = other.accept();
                    RawPeer peer = new RawPeer(socket)) {
                peer.write("HTTP/1.1 400\r\n\r\n".getBytes(StandardCharsets.UTF_8));

                assertThat(next()).startsWith("failed the peer speaks HTTP");
            }
        }
    }

    @Test
    void anUnknownNameOrAnAddressThatIsNoneProvesNothing() throws Exception {
        try (TestNode standby = new TestNode(new TestNode.Settings())) {
            connect(standby, "tcp://no-such-host.invalid:1");
            assertThat(next()).startsWith("failed");
            connect(standby, "nonsense");
            assertThat(next()).startsWith("failed not an address");
        }
    }

    @Test
    void nodesTalkOverTls() throws Exception {
        Path store = TestCertificates.selfSigned(folder, "node", "ip:127.0.0.1");
        TestNode.Settings settings = new TestNode.Settings();
        settings.scheme = "ssl";
        settings.tls = new NetSettings.Tls(store, TestCertificates.PASSWORD, store, TestCertificates.PASSWORD, true);
        try (TestNode standby = new TestNode(settings);
                TestNode holder = new TestNode(settings)) {
            connect(standby, "ssl://127.0.0.1:" + holder.port());

            assertThat(next()).isEqualTo("opened node-a " + holder.incarnation);
        }
    }

    @Test
    void afterCloseNothingIsTold() throws Exception {
        try (TestNode standby = new TestNode(new TestNode.Settings());
                TestNode holder = new TestNode(new TestNode.Settings())) {
            PeerLinks.PeerLink link = connect(standby, "tcp://127.0.0.1:" + holder.port());
            assertThat(next()).startsWith("opened");
            CompletableFuture<Void> closed = new CompletableFuture<>();
            standby.loop.execute(() -> {
                link.close();
                link.close();
                closed.complete(null);
            });
            closed.get(10, TimeUnit.SECONDS);

            assertThat(holder.closed.poll(10, TimeUnit.SECONDS)).isNotNull();
            assertThat(events).isEmpty();
        }
    }

    private String next() throws InterruptedException {
        return Objects.requireNonNull(events.poll(15, TimeUnit.SECONDS), "nothing was told in time");
    }

    private PeerLinks.PeerLink connect(TestNode from, String address) throws Exception {
        CompletableFuture<PeerLinks.PeerLink> link = new CompletableFuture<>();
        from.loop.execute(() -> link.complete(from.server.nodes(from.loop).connect(address, new PeerLinks.Listener() {
            @Override
            public void opened(String nodeId, UniqueId incarnation) {
                events.add("opened " + nodeId + " " + incarnation);
            }

            @Override
            public void refused() {
                events.add("refused");
            }

            @Override
            public void failed(String why) {
                events.add("failed " + why);
            }

            @Override
            public void received(Frame frame) {
                events.add("received " + frame);
            }

            @Override
            public void lost() {
                events.add("lost");
            }
        })));
        return link.get(10, TimeUnit.SECONDS);
    }
}
