package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that come by a bad way, with bad credentials, or go without a word (C24, C38, C49, C50). */
class ComingAndGoingTest {
    private static final long SOON = 30_000;

    @TempDir
    static Path folder;

    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start(
                1,
                H2Fixture.freshDatabase(),
                folder,
                Map.of("users.alice", "secret", "users.bob", "other", "maxDeliveries", "5"));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static Connection alice(String url) throws JMSException {
        return new BatonConnectionFactory(url).createConnection("alice", "secret");
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aMessageWhoseListenersProcessWasKilledComesAgainAndItsClientIdentifierIsFreeAtOnce() throws Exception {
        String url = nodes.url("jms.username=alice", "jms.password=secret", "jms.clientID=killed");
        try (Connection connection = alice(nodes.url())) {
            Session session = connection.createSession();
            session.createProducer(session.createQueue("killed")).send(session.createTextMessage("m"));
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        BusyClientMain.class.getName(),
                        url,
                        "killed")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            while (line != null && !line.equals("in")) {
                line = out.readLine();
            }
            assertThat(line).isEqualTo("in");
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        try (Connection connection = new BatonConnectionFactory(url).createConnection()) {
            assertThat(connection.getClientID()).isEqualTo("killed");
            connection.start();
            Session session = connection.createSession();
            Message message =
                    session.createConsumer(session.createQueue("killed")).receive(SOON);
            assertThat(message.getBody(String.class)).isEqualTo("m");
            assertThat(message.getJMSRedelivered()).isTrue();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }

    @Test
    void wrongCredentialsAreRefusedAtOnceHoweverLongTheUrlWouldTry() throws Exception {
        BatonConnectionFactory factory = nodes.factory();
        for (String[] wrong : List.of(
                new String[] {"alice", "wrong"}, new String[] {"mallory", "secret"}, new String[] {"alice", ""})) {
            assertThatThrownBy(() -> factory.createConnection(wrong[0], wrong[1]))
                    .isInstanceOf(JMSSecurityException.class)
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(factory::createConnection).as("anonymous").isInstanceOf(JMSSecurityException.class);
        factory.createConnection("bob", "other").close();
    }

    @Test
    void aNodeThatAcceptsAndNeverAnswersIsPassedOverInEverySpelling() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String bad = "tcp://127.0.0.1:" + silent.getLocalPort();
            String good = nodes.address(0);
            for (String url : List.of(
                    "failover:(" + bad + "," + good
                            + ")?randomize=false&startupMaxReconnectAttempts=20&jms.connectTimeout=300",
                    "(" + bad + "," + good + ")?ha=true&initialConnectAttempts=20&jms.connectTimeout=300",
                    bad + "," + good + "?jms.connectTimeout=300")) {
                Connection connection = org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                        Duration.ofMillis(SOON), () -> alice(url), url);
                connection.close();
            }
        }
    }

    @Test
    void withNobodyThereEachSpellingsLimitHolds() throws Exception {
        String nobody = "tcp://127.0.0.1:" + closedPort();
        for (String url : List.of(
                "failover:(" + nobody + ")?startupMaxReconnectAttempts=2",
                "(" + nobody + ")?ha=true&initialConnectAttempts=2&retryInterval=100",
                nobody + "," + nobody)) {
            org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                    Duration.ofMillis(SOON),
                    () -> assertThatThrownBy(() -> alice(url))
                            .as(url)
                            .isInstanceOfSatisfying(
                                    JMSException.class,
                                    e -> assertThat(e.getErrorCode()).isEqualTo("BATON-LINK-UNREACHABLE")));
        }
    }
}
