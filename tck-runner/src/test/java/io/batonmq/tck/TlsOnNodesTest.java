package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.jms.FailoverListener;
import io.batonmq.wire.TestCertificates;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS both ways between clients and nodes, and among nodes, and what of it goes wrong (C68). */
class TlsOnNodesTest {
    private static final long SOON = 30_000;

    /** Stores of keys: an authority, and what it has signed. */
    @TempDir
    static Path stores;

    private static Path authority;
    private static Path trust;
    private static Path ofNodes;
    private static Path ofClient;
    private static Path stranger;
    /** Serves by itself. */
    private static BrokerNode only;

    @TempDir
    Path folder;

    @BeforeAll
    static void makeCertificatesAndServe() throws Exception {
        authority = TestCertificates.authority(stores, "authority");
        trust = TestCertificates.trusting(stores, "trust", authority);
        ofNodes = TestCertificates.signed(stores, "nodes", authority, "ip:127.0.0.1");
        ofClient = TestCertificates.signed(stores, "client", authority, "dns:client.example");
        stranger = TestCertificates.selfSigned(stores, "stranger", "ip:127.0.0.1");
        only = start(stores, "only", trust);
        soon().until(() -> only.status().role() == NodeRole.HOLDER);
    }

    @AfterAll
    static void stop() throws Exception {
        only.close();
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
    }

    private static BrokerNode start(Path folder, String id, Path trusted) throws Exception {
        BrokerNode node = BrokerNode.create(BrokerConfig.of(Map.of(
                "listen",
                "ssl://127.0.0.1:0",
                "nodeId",
                id,
                "data",
                folder.resolve(id).toString(),
                "store.url",
                "jdbc:h2:async:" + folder.resolve("store") + ";WRITE_DELAY=0",
                "tls.keyStore",
                ofNodes.toString(),
                "tls.keyStorePassword",
                TestCertificates.PASSWORD,
                "tls.trustStore",
                trusted.toString(),
                "tls.trustStorePassword",
                TestCertificates.PASSWORD,
                "tls.clientCertificates",
                "true")));
        node.start();
        soon().until(() -> node.status().address().matches("ssl://127.0.0.1:[1-9]\\d*"));
        return node;
    }

    private static String keys(Path store) {
        return "&ssl.keyStore=" + store + "&ssl.keyStorePassword=" + TestCertificates.PASSWORD;
    }

    private static String trusting(Path store) {
        return "&ssl.trustStore=" + store + "&ssl.trustStorePassword=" + TestCertificates.PASSWORD;
    }

    private static BatonConnectionFactory once(String servers, String options) {
        return new BatonConnectionFactory("failover:(" + servers
                + ")?randomize=false&startupMaxReconnectAttempts=1&jms.connectTimeout=20000" + options);
    }

    /** The second node knows only who comes with the certificate that the client gets while it runs. */
    @Test
    void aClientFailsOverWithTheStoresOfItsUrlAsTheyAreThenPastPeersThatStall() throws Exception {
        Path later = TestCertificates.authority(folder, "later");
        Path renewed = TestCertificates.signed(folder, "renewed", later, "dns:client.example");
        Path mine = Files.copy(ofClient, folder.resolve("mine.p12"));
        List<FailoverListener.Resumption> resumed = new CopyOnWriteArrayList<>();
        List<JMSException> failures = new CopyOnWriteArrayList<>();
        try (BrokerNode a = start(folder, "a", trust);
                ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            soon().until(() -> a.status().role() == NodeRole.HOLDER);
            try (BrokerNode b = start(folder, "b", TestCertificates.trusting(folder, "ofB", later, ofNodes))) {
                soon().until(() -> a.status().nodes().size() == 2);
                String stalled = "127.0.0.1:" + silent.getLocalPort();
                BatonConnectionFactory factory = new BatonConnectionFactory("failover:(ssl://" + stalled + ",tcp://"
                        + stalled + "," + a.status().address() + ","
                        + b.status().address() + ")?randomize=false&jms.connectTimeout=1000" + keys(mine)
                        + trusting(trust));
                try (Connection connection = factory.createConnection()) {
                    connection.setExceptionListener(failures::add);
                    FailoverListener.set(connection, new FailoverListener() {
                        @Override
                        public void resumed(Resumption how) {
                            resumed.add(how);
                        }
                    });
                    Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(session.createQueue("q"));
                    MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
                    connection.start();
                    producer.send(session.createTextMessage("before"));

                    Files.copy(renewed, mine, StandardCopyOption.REPLACE_EXISTING);
                    a.stop();
                    producer.send(session.createTextMessage("after"));
                    assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("before");
                    assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("after");
                    soon().until(() -> resumed.size() == 1);
                }
                assertThat(resumed.get(0).to()).isEqualTo(b.status().address());
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void theNodesHostMustBeInItsCertificateUnlessNotVerified() throws Exception {
        int port = Integer.parseInt(only.status().address().replaceFirst(".*:", ""));
        String byName = "ssl://localhost:" + port;
        assertThatThrownBy(() -> once(byName, keys(ofClient) + trusting(trust)).createConnection())
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("localhost");
        try (JMSContext context = once(byName, keys(ofClient) + trusting(trust) + "&ssl.verifyHost=false")
                .createContext()) {
            assertThat(context.getClientID()).isNull();
        }
    }

    @Test
    void anUntrustedNodeIsPassedOverAndNeverSpokenToInClear() throws Exception {
        String address = only.status().address();
        assertThatThrownBy(
                        () -> once(address, keys(ofClient) + trusting(stranger)).createConnection())
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("certification path");

        try (TlsPeer unknown = new TlsPeer(stranger)) {
            String servers = "ssl://127.0.0.1:" + unknown.port() + "," + address;
            try (JMSContext context =
                    once(servers, keys(ofClient) + trusting(trust)).createContext()) {
                context.createProducer().send(context.createQueue("passed"), "over");
            }
            soon().until(() -> unknown.refusals() == 1);
            assertThat(unknown.bytes()).isZero();
        }
    }

    @Test
    void aClientWithoutACertificateOrWithAnUnknownOneStaysOutside() throws Exception {
        String address = only.status().address();
        for (String keys : List.of("", keys(stranger))) {
            assertThatThrownBy(() -> once(address, keys + trusting(trust)).createConnection())
                    .isInstanceOf(JMSSecurityException.class)
                    .hasMessageContaining("certificate");
        }
        assertThatThrownBy(() -> once(address.replace("ssl:", "tcp:"), "").createConnection())
                .isInstanceOf(JMSException.class);
    }

    /** An operator's mistakes: the wrong one of two files, a file that was never filled. */
    @Test
    void aStoreThatHasNotWhatItIsForIsNamed() throws Exception {
        Path empty = TestCertificates.trusting(folder, "empty");
        String address = only.status().address();
        assertThatThrownBy(() -> once(address, trusting(empty)).createConnection())
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("ssl.trustStore: " + empty + " contains no certificate");
        assertThatThrownBy(() -> once(address, keys(trust) + trusting(trust)).createConnection())
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("ssl.keyStore: " + trust + " contains no key");
        assertThatThrownBy(() -> start(folder, "mistaken", empty))
                .hasMessageContaining("trust store " + empty + " contains no certificate");
    }
}
