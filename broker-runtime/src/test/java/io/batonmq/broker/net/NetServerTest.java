package io.batonmq.broker.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.FrameCodec;
import io.batonmq.wire.Handshake;
import io.batonmq.wire.OpeningHandshake;
import io.batonmq.wire.ProtocolException;
import io.batonmq.wire.RawPeer;
import io.batonmq.wire.Request;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetServerTest {
    private static final Handshake.Hello CLIENT = OpeningHandshake.clientHello("test");
    private final TestNode.Settings settings = new TestNode.Settings();
    private @Nullable TestNode started;

    @AfterEach
    void everythingIsGone() {
        if (started != null) {
            started.close();
            assertThat(started.fatal).isEmpty();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("batonmq-net")));
    }

    private TestNode node() throws IOException {
        if (started == null) {
            started = new TestNode(settings);
        }
        return started;
    }

    @Test
    void framesArriveOnTheLoopInOrderAndAnswersGoBack() throws Exception {
        try (RawPeer peer = node().peer()) {
            Handshake.Hello hello = peer.greet(CLIENT, null, null);
            assertThat(hello.incarnation()).isEqualTo(node().incarnation);
            peer.write(new Request.Ping(1), new Request.Started(true), new Request.Ping(2));

            ClientLink link = take(node().links);
            assertThat(link.user()).isNull();
            assertThat(link.name()).startsWith("#1 /127.0.0.1:");
            assertThat(List.of(take(node().frames), take(node().frames), take(node().frames)))
                    .containsExactly(new Request.Ping(1), new Request.Started(true), new Request.Ping(2));
            node().loop.execute(() -> link.send(new BrokerFrame.Pong(2, 3, 4)));
            assertThat(peer.read()).isEqualTo(new BrokerFrame.Pong(2, 3, 4));
        }
        assertThat(take(node().closed)).contains("closed");
        assertThat(node().server.unauthenticated()).isZero();
    }

    @Test
    void usersAuthenticateWithScram() throws Exception {
        settings.users = Map.of("ann", "secret");
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, "ann", "secret");

            assertThat(take(node().links).user()).isEqualTo("ann");
        }
    }

    @Test
    void aWrongPasswordIsToldAsSuch() throws Exception {
        settings.users = Map.of("ann", "secret");
        try (RawPeer peer = node().peer()) {
            assertThatThrownBy(() -> peer.greet(CLIENT, "ann", "wrong"))
                    .isInstanceOfSatisfying(
                            ProtocolException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.SECURITY_AUTHENTICATION));
            assertThat(peer.isClosedByOther()).isTrue();
        }
        assertThat(node().links).isEmpty();
    }

    @Test
    void aClientCannotPassForANode() throws Exception {
        settings.users = Map.of("ann", "secret");
        Handshake.Hello nodeHello = OpeningHandshake.nodeHello("x", "n", node().incarnation, List.of());
        try (RawPeer peer = node().peer()) {
            assertThatThrownBy(() -> {
                        peer.greet(nodeHello, "ann", "secret");
                        peer.read();
                    })
                    .hasMessageContaining("a node must authenticate as one");
        }
        assertThat(node().nodes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "474554202f20485454502f312e310d0a0d0a", // GET /
                "16030100c8010000c40303", // TLS hello
                "7fffffff0100", // 2^31-1 bytes
                "ffffffff",
                "00000000",
                "deadbeefcafebabe0123456789",
                "00000006010041544e42", // no magic
                "000000024000" // a request before the greeting
            })
    void strangersAreDroppedAtOnce(String hex) throws Exception {
        try (RawPeer stranger = node().peer();
                RawPeer client = node().peer()) {
            stranger.write(HexFormat.of().parseHex(hex));

            assertThat(stranger.isClosedByOther()).isTrue();
            client.greet(CLIENT, null, null);
            assertThat(take(node().links)).isNotNull();
        }
        assertThat(node().links).isEmpty();
    }

    @Test
    void aLargeFrameBeforeAuthenticationIsRefused() throws Exception {
        try (RawPeer stranger = node().peer()) {
            stranger.write(HexFormat.of().parseHex("00001001"));

            assertThat(stranger.isClosedByOther()).isTrue();
        }
    }

    @Test
    void silentSocketsDontLockOutClientsAndAreDroppedInTime() throws Exception {
        settings.maxUnauthenticated = 50;
        settings.handshakeTimeout = Duration.ofSeconds(2);
        List<RawPeer> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                silent.add(node().peer());
            }
            assertThat(node().server.unauthenticated()).isLessThanOrEqualTo(50);
            try (RawPeer client = node().peer()) {
                client.greet(CLIENT, null, null);
                assertThat(take(node().links)).isNotNull();
                for (RawPeer each : silent) {
                    assertThat(each.isClosedByOther()).isTrue();
                }
                client.write(new Request.Ping(5));
                assertThat(take(node().frames)).isEqualTo(new Request.Ping(5));
                Awaitility.await()
                        .atMost(Duration.ofSeconds(5))
                        .until(() -> node().server.connections() == 1
                                && node().server.unauthenticated() == 0);
            }
        } finally {
            for (RawPeer each : silent) {
                each.close();
            }
        }
    }

    @Test
    void aSlowPeerHasNoMoreTimeThanASilentOne() throws Exception {
        settings.handshakeTimeout = Duration.ofMillis(600);
        byte[] hello = FrameCodec.encode(CLIENT);
        long start = System.nanoTime();
        try (RawPeer slow = node().peer()) {
            int[] next = {0};
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> {
                        try {
                            slow.write(new byte[] {hello[next[0]++ % (hello.length - 1)]});
                            return false;
                        } catch (IOException e) {
                            return true; // closed by the node
                        }
                    });
        }
        assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(4).toNanos());
    }

    @Test
    void overTheConnectionLimitTheReasonIsTold() throws Exception {
        settings.maxConnections = 1;
        try (RawPeer first = node().peer()) {
            first.greet(CLIENT, null, null);
            try (RawPeer second = node().peer()) {
                assertThat(second.read()).isInstanceOfSatisfying(BrokerFrame.Fault.class, fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.LINK_TOO_MANY);
                    assertThat(fault.text()).contains("1 connections");
                });
                assertThatThrownBy(second::read).isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    void aMalformedFrameAfterAuthenticationEndsTheLinkWithAReason() throws Exception {
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            peer.write(new Request.Ping(1));
            peer.write(HexFormat.of().parseHex("00000002ee00"));

            assertThat(peer.read())
                    .isEqualTo(new BrokerFrame.Fault(ErrorCode.PROTOCOL_VIOLATION, "no frame has type 238"));
            assertThat(peer.isClosedByOther()).isTrue();
            assertThat(take(node().frames)).isEqualTo(new Request.Ping(1));
            assertThat(take(node().closed)).isEqualTo("no frame has type 238");
        }
    }

    @Test
    void whatWasSentBeforeCloseReachesAPeerThatIsStillSending() throws Exception {
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            ClientLink link = take(node().links);
            node().loop.execute(() -> {
                link.send(new BrokerFrame.Moved("tcp://b:1", 9));
                link.close();
                link.close();
                link.send(new BrokerFrame.Moved("tcp://late:1", 10));
            });
            peer.write(new Request.Ping(1));

            assertThat(peer.read()).isEqualTo(new BrokerFrame.Moved("tcp://b:1", 9));
            assertThatThrownBy(peer::read).isInstanceOf(EOFException.class);
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> node().server.connections() == 0);
        assertThat(node().closed).isEmpty();
    }

    @Test
    void aPeerThatDoesNotReadIsDropped() throws Exception {
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            ClientLink link = take(node().links);
            byte[] part = new byte[64 * 1024];
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> {
                        node().loop.execute(() -> link.send(new BrokerFrame.DeliverPart(1, 1, 0, part)));
                        return !node().closed.isEmpty();
                    });

            assertThat(take(node().closed)).contains("does not read");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> node().server.connections() == 0);
        }
    }

    @Test
    void aSenderOfManyFramesGoesOnAsThereIsRoom() throws Exception {
        int parts = 200;
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            ClientLink link = take(node().links);
            byte[] part = new byte[256 * 1024];
            Runnable sendNext = new Runnable() {
                private int index;

                @Override
                public void run() {
                    link.send(new BrokerFrame.DeliverPart(1, 1, index++, part));
                    if (index < parts) {
                        link.whenWritable(this);
                    }
                }
            };
            node().loop.execute(sendNext);

            for (int i = 0; i < parts; i++) {
                assertThat(((BrokerFrame.DeliverPart) peer.read()).index()).isEqualTo(i);
            }
        }
    }

    /** R8: a sign of life is not behind what a slow peer has still to read. */
    @Test
    void aPongOvertakesWhatWaitsToBeWritten() throws Exception {
        settings.outboundBytes = 64 << 20;
        int parts = 100;
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            ClientLink link = take(node().links);
            byte[] part = new byte[256 * 1024];
            node().loop.execute(() -> {
                for (int i = 0; i < parts; i++) {
                    link.send(new BrokerFrame.DeliverPart(1, 1, i, part));
                }
                link.send(new BrokerFrame.Pong(1, 2, 3));
            });
            int before = 0;
            int next = 0;
            for (int i = 0; i <= parts; i++) {
                if (peer.read() instanceof BrokerFrame.DeliverPart read) {
                    assertThat(read.index()).isEqualTo(next++);
                } else {
                    before = next;
                }
            }
            assertThat(next).isEqualTo(parts);
            assertThat(before).as("parts that came before the pong").isLessThan(parts / 2);
        }
    }

    @Test
    void aPeerIsReadFromOnlyWhileTheLoopWantsIt() throws Exception {
        int parts = 60;
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            ClientLink link = take(node().links);
            node().loop.execute(() -> link.reads(false));
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < parts; i++) {
                    try {
                        peer.write(new Command.BodyPart(1, 1, i, new byte[256 * 1024]));
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
            // what is on its way arrives, and then nothing more for a while
            int[] seen = {-1};
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> {
                        boolean same = seen[0] == node().frames.size();
                        seen[0] = node().frames.size();
                        return same;
                    });
            assertThat(seen[0]).isLessThan(10);

            node().loop.execute(() -> link.reads(true));
            writer.get(30, TimeUnit.SECONDS);
            for (int i = 0; i < parts; i++) {
                assertThat(((Command.BodyPart) take(node().frames)).index()).isEqualTo(i);
            }
        }
    }

    @Test
    void aPeerIsNotReadFromWhileTheLoopIsBehind() throws Exception {
        int parts = 400;
        CountDownLatch free = new CountDownLatch(1);
        try (RawPeer peer = node().peer()) {
            peer.greet(CLIENT, null, null);
            take(node().links);
            node().loop.execute(() -> {
                try {
                    free.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            int[] written = {0};
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (; written[0] < parts; written[0]++) {
                    try {
                        peer.write(new Command.BodyPart(1, 1, written[0], new byte[256 * 1024]));
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
            // what fits into the socket's buffers and the bound went out, and then no more for a while
            int[] seen = {-1};
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> {
                        boolean same = seen[0] == written[0];
                        seen[0] = written[0];
                        return same && seen[0] > 0;
                    });
            assertThat(written[0]).isLessThan(parts);

            free.countDown();
            writer.get(30, TimeUnit.SECONDS);
            for (int i = 0; i < parts; i++) {
                assertThat(((Command.BodyPart) take(node().frames)).index()).isEqualTo(i);
            }
        }
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        TestNode.Settings second = new TestNode.Settings();
        second.port = node().port();

        assertThatThrownBy(() -> new TestNode(second))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on tcp://127.0.0.1:" + second.port)
                .hasMessageContaining("is another process using the port?");
    }

    @Test
    void healthChecksThatComeAndGoLeaveNothing() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (Socket check = node().peer().socket()) {
                assertThat(check.isConnected()).isTrue();
            }
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> node().server.connections() == 0 && node().server.unauthenticated() == 0);
    }

    @Test
    void badUsersAreNamedWithoutTheirPasswords() {
        settings.users = Map.of("ann", "SCRAM-SHA-256$broken");

        assertThatThrownBy(this::node)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("users.ann")
                .hasMessageNotContaining("broken");
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        return Objects.requireNonNull(queue.poll(10, TimeUnit.SECONDS));
    }
}
