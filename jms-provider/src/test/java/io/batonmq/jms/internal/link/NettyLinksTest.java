package io.batonmq.jms.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.LinkFactory.Link;
import io.batonmq.jms.internal.core.LinkFactory.LinkListener;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.jms.internal.url.SocketSettings;
import io.batonmq.jms.internal.url.SslSettings;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Request;
import io.batonmq.wire.TestCertificates;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NettyLinksTest {
    private static final Credentials NOBODY = new Credentials(null, null);
    private final NettyLinks links = NettyLinks.open("test/1");
    private final Recorder recorder = new Recorder();

    @TempDir
    Path folder;

    @AfterEach
    void noThreadIsLeft() {
        links.close();
        links.close();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> ioThreads() == 0);
        assertThat(recorder.surplus).isEmpty();
    }

    private static long ioThreads() {
        return threads("batonmq-client");
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .count();
    }

    /** Netty tells those who listen for an executor's end on a thread that lives for a second and is no daemon. */
    @Test
    void theEndOfTheLastKeepsNoProcessAlive() throws Exception {
        Awaitility.await().until(() -> threads("globalEventExecutor") == 0);
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> node.greet(peer, null, ""));
            Link link = connect(plain(node.port()), NOBODY, 5_000);
            recorder.takeOpened();
            onLoop(link::close);
        }
        links.close();
        Awaitility.await().until(() -> ioThreads() == 0);
        assertThat(threads("globalEventExecutor")).isZero();
    }

    @Test
    void framesGoBothWaysInOrder() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            CompletableFuture<Void> script = node.next(peer -> {
                node.greet(peer, null, "");
                for (int i = 0; i < 1_000; i++) {
                    assertThat(peer.read()).isEqualTo(new Request.Ping(i));
                }
                peer.write(new BrokerFrame.Pong(1, 2, 3), new BrokerFrame.Moved(null, 4));
            });
            Link link = connect(plain(node.port()), NOBODY, 5_000);
            recorder.takeOpened();
            onLoop(() -> {
                for (int i = 0; i < 1_000; i++) {
                    link.send(new Request.Ping(i));
                }
            });

            script.get(10, TimeUnit.SECONDS);
            assertThat(recorder.takeFrame()).isEqualTo(new BrokerFrame.Pong(1, 2, 3));
            assertThat(recorder.takeFrame()).isEqualTo(new BrokerFrame.Moved(null, 4));
            onLoop(() -> {
                link.close();
                link.close();
                link.send(new Request.Ping(1));
            });
        }
    }

    @Test
    void scramAuthenticates() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> node.greet(peer, "ann", "pw"));
            Link link = connect(plain(node.port()), new Credentials("ann", "pw"), 5_000);

            recorder.takeOpened();
            onLoop(link::close);
        }
    }

    @Test
    void aWrongPasswordIsADefiniteRefusal() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> node.greet(peer, "ann", "pw"));
            connect(plain(node.port()), new Credentials("ann", "no"), 5_000);

            recorder.expectClosed(Closed.REFUSED, ErrorCode.SECURITY_AUTHENTICATION, "user or password is wrong");
        }
    }

    @Test
    void nobodyListeningIsUnreachable() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        connect(plain(port), NOBODY, 5_000);

        recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, "refused: /127.0.0.1:" + port);
    }

    @Test
    void anUnknownNameIsUnreachable() throws Exception {
        connect(address("no-such-host.invalid", 1, false, SslSettings.DEFAULT), NOBODY, 10_000);

        recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, "no-such-host.invalid");
    }

    @Test
    void aNodeThatSaysNothingIsGivenUpInTime() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> assertThat(peer.isClosedByOther()).isTrue());
            connect(plain(node.port()), NOBODY, 300);

            recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, "no answer within 300 ms");
        }
    }

    /** C68: a peer that stalls in the TLS handshake. */
    @Test
    void aStalledTlsHandshakeIsGivenUpInTime() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> assertThat(peer.isClosedByOther()).isTrue());
            connect(address("127.0.0.1", node.port(), true, SslSettings.DEFAULT), NOBODY, 1_000);

            recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, "no answer within 1000 ms");
        }
    }

    @Test
    void somethingElseAtThePortIsNamed() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> peer.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8)));
            connect(plain(node.port()), NOBODY, 5_000);

            recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.PROTOCOL_VIOLATION, "HTTP");
        }
    }

    @Test
    void aConnectionClosedDuringTheHandshakeMayBeTriedAgain() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> {
                peer.read();
                peer.close();
            });
            connect(plain(node.port()), NOBODY, 5_000);

            recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, "");
        }
    }

    @Test
    void aNodeThatIsFullMayBeTriedAgain() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> peer.write(new BrokerFrame.Fault(ErrorCode.LINK_TOO_MANY, "full")));
            connect(plain(node.port()), NOBODY, 5_000);

            recorder.expectClosed(Closed.UNREACHABLE, ErrorCode.LINK_TOO_MANY, "full");
        }
    }

    @Test
    void anOpenLinkThatEndsIsLost() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> {
                node.greet(peer, null, "");
                peer.close();
            });
            connect(plain(node.port()), NOBODY, 5_000);
            recorder.takeOpened();

            recorder.expectClosed(Closed.LOST, ErrorCode.LINK_LOST, "tcp://127.0.0.1:" + node.port());
        }
    }

    @Test
    void aNodeThatBreaksTheProtocolIsLost() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> {
                node.greet(peer, null, "");
                peer.write(new byte[] {0, 0, 0, 2, (byte) 0xEE, 0});
            });
            connect(plain(node.port()), NOBODY, 5_000);
            recorder.takeOpened();

            recorder.expectClosed(Closed.LOST, ErrorCode.PROTOCOL_VIOLATION, "no frame has type 238");
        }
    }

    @Test
    void aPeerThatDoesNotReadBlocksNobody() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            CountDownLatch read = new CountDownLatch(1);
            CompletableFuture<Void> script = node.next(peer -> {
                node.greet(peer, null, "");
                read.await(20, TimeUnit.SECONDS);
                for (int i = 0; i < 200; i++) {
                    assertThat(((Command.BodyPart) peer.read()).index()).isEqualTo(i);
                }
            });
            Link link = connect(plain(node.port()), NOBODY, 5_000);
            recorder.takeOpened();
            byte[] part = new byte[256 * 1024];
            onLoop(() -> {
                for (int i = 0; i < 200; i++) {
                    link.send(new Command.BodyPart(1, 1, i, part));
                }
            });
            onLoop(() -> {}); // the loop goes on
            read.countDown();

            script.get(20, TimeUnit.SECONDS);
            onLoop(link::close);
        }
    }

    @Test
    void aPingOvertakesWhatWaits() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            CountDownLatch read = new CountDownLatch(1);
            CompletableFuture<Integer> before = new CompletableFuture<>();
            CompletableFuture<Void> script = node.next(peer -> {
                node.greet(peer, null, "");
                read.await(20, TimeUnit.SECONDS);
                int parts = 0;
                while (peer.read() instanceof Command.BodyPart) {
                    parts++;
                }
                before.complete(parts);
            });
            Link link = connect(plain(node.port()), NOBODY, 5_000);
            recorder.takeOpened();
            byte[] part = new byte[256 * 1024];
            onLoop(() -> {
                for (int i = 0; i < 400; i++) {
                    link.send(new Command.BodyPart(1, 1, i, part));
                }
            });
            onLoop(() -> link.send(new Request.Ping(1)));
            onLoop(() -> {}); // written as far as the socket takes it
            read.countDown();

            script.get(20, TimeUnit.SECONDS);
            assertThat(before.get()).isLessThan(399);
            onLoop(link::close);
        }
    }

    @Test
    void afterCloseNothingIsTold() throws Exception {
        try (ScriptedNode node = ScriptedNode.plain()) {
            node.next(peer -> assertThat(peer.isClosedByOther()).isTrue());
            Link link = connect(plain(node.port()), NOBODY, 200);
            onLoop(link::close);

            CompletableFuture<Void> later = new CompletableFuture<>();
            onLoop(() -> links.loop().schedule(Duration.ofMillis(400), () -> later.complete(null)));
            later.get(10, TimeUnit.SECONDS);
            assertThat(recorder.events).isEmpty();
        }
    }

    @Test
    void connectionsShareOneThread() throws Exception {
        NettyLinks second = NettyLinks.open("test/2");
        CompletableFuture<Thread> of = new CompletableFuture<>();
        second.loop().execute(() -> of.complete(Thread.currentThread()));
        CompletableFuture<Thread> mine = new CompletableFuture<>();
        links.loop().execute(() -> mine.complete(Thread.currentThread()));

        assertThat(of.get(10, TimeUnit.SECONDS)).isSameAs(mine.get(10, TimeUnit.SECONDS));
        assertThat(mine.get().isDaemon()).isTrue();
        second.close();
        onLoop(() -> {}); // still there for the first
    }

    @Test
    void tlsWithATrustedCertificateOpens() throws Exception {
        Path own = TestCertificates.selfSigned(folder, "node", "ip:127.0.0.1");
        try (ScriptedNode node = ScriptedNode.tls(own)) {
            node.next(peer -> node.greet(peer, null, ""));
            Link link = connect(address("127.0.0.1", node.port(), true, trusting(own, true)), NOBODY, 10_000);

            recorder.takeOpened();
            onLoop(link::close);
        }
    }

    /** The lookups are those of other links: this one's is done when the node accepts it. */
    @Test
    void lookupsThatHangHoldUpNeitherTlsNorAPasswordNorAnAddress() throws Exception {
        Path own = TestCertificates.selfSigned(folder, "node", "ip:127.0.0.1");
        SharedIo io = SharedIo.join();
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedNode node = ScriptedNode.tls(own);
                ScriptedNode other = ScriptedNode.plain()) {
            node.next(peer -> {
                for (int i = 0; i < 50; i++) {
                    io.lookups().execute(() -> hang(end));
                }
                node.greet(peer, "ann", "pw");
            });
            Credentials ann = new Credentials("ann", "pw");
            Link link = connect(address("127.0.0.1", node.port(), true, trusting(own, true)), ann, 10_000);
            recorder.takeOpened();
            onLoop(link::close);

            other.next(peer -> other.greet(peer, null, "")); // an address without a name waits for no lookup
            Link second = connect(plain(other.port()), NOBODY, 10_000);
            recorder.takeOpened();
            onLoop(second::close);
        } finally {
            end.countDown();
            io.leave();
        }
    }

    private static void hang(CountDownLatch end) {
        try {
            assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anUntrustedCertificateIsADefiniteRefusal() throws Exception {
        Path own = TestCertificates.selfSigned(folder, "node", "ip:127.0.0.1");
        try (ScriptedNode node = ScriptedNode.tls(own)) {
            node.next(peer -> node.greet(peer, null, ""));
            connect(address("127.0.0.1", node.port(), true, SslSettings.DEFAULT), NOBODY, 10_000);

            recorder.expectClosed(Closed.REFUSED, ErrorCode.SECURITY_TLS, "certification path");
        }
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessNotVerified() throws Exception {
        Path own = TestCertificates.selfSigned(folder, "node", "dns:other.example");
        try (ScriptedNode node = ScriptedNode.tls(own)) {
            node.next(peer -> node.greet(peer, null, ""));
            connect(address("127.0.0.1", node.port(), true, trusting(own, true)), NOBODY, 10_000);
            recorder.expectClosed(Closed.REFUSED, ErrorCode.SECURITY_TLS, "127.0.0.1");

            node.next(peer -> node.greet(peer, null, ""));
            Link link = connect(address("127.0.0.1", node.port(), true, trusting(own, false)), NOBODY, 10_000);
            recorder.takeOpened();
            onLoop(link::close);
        }
    }

    @Test
    void aStoreThatCannotBeReadIsNamed() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.p12"), "not a key store");
        connect(address("127.0.0.1", 1, true, trusting(broken, true)), NOBODY, 10_000);

        recorder.expectClosed(Closed.REFUSED, ErrorCode.SECURITY_TLS, "ssl.trustStore: cannot read " + broken);
    }

    private static SslSettings trusting(Path store, boolean verifyHost) {
        return new SslSettings(null, null, store, TestCertificates.PASSWORD, verifyHost, List.of(), List.of());
    }

    private static ServerAddress plain(int port) {
        return address("127.0.0.1", port, false, SslSettings.DEFAULT);
    }

    private static ServerAddress address(String host, int port, boolean tls, SslSettings ssl) {
        return new ServerAddress(host, port, tls, Duration.ofSeconds(5), null, null, ssl, SocketSettings.DEFAULT);
    }

    private Link connect(ServerAddress address, Credentials credentials, int timeoutMillis) throws Exception {
        CompletableFuture<Link> link = new CompletableFuture<>();
        links.loop()
                .execute(() ->
                        link.complete(links.connect(address, credentials, Duration.ofMillis(timeoutMillis), recorder)));
        return link.get(10, TimeUnit.SECONDS);
    }

    private void onLoop(Runnable task) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        links.loop().execute(() -> {
            task.run();
            done.complete(null);
        });
        done.get(10, TimeUnit.SECONDS);
    }

    /** Takes down what a link tells. */
    private final class Recorder implements LinkListener {
        private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private final BlockingQueue<Object> surplus = new LinkedBlockingQueue<>();

        private record End(Closed kind, ErrorCode code, String text) {}

        @Override
        public void opened() {
            links.loop().assertInside();
            events.add("opened");
        }

        @Override
        public void received(Frame frame) {
            links.loop().assertInside();
            events.add(frame);
        }

        @Override
        public void closed(Closed kind, ErrorCode code, String text) {
            links.loop().assertInside();
            events.add(new End(kind, code, text));
        }

        private Object take() throws InterruptedException {
            @Nullable Object event = events.poll(15, TimeUnit.SECONDS);
            return Objects.requireNonNull(event, "nothing was told in time");
        }

        void takeOpened() throws InterruptedException {
            assertThat(take()).isEqualTo("opened");
        }

        Object takeFrame() throws InterruptedException {
            return take();
        }

        void expectClosed(Closed kind, ErrorCode code, String text) throws Exception {
            assertThat(take()).isInstanceOfSatisfying(End.class, end -> {
                assertThat(end.kind()).as(end.text()).isEqualTo(kind);
                assertThat(end.code()).as(end.text()).isEqualTo(code);
                assertThat(end.text()).contains(text);
            });
            onLoop(() -> {});
            events.drainTo(surplus);
        }
    }
}
