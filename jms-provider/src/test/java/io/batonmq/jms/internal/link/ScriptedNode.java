package io.batonmq.jms.internal.link;

import io.batonmq.wire.AnsweringHandshake;
import io.batonmq.wire.AuthMechanism;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Frame;
import io.batonmq.wire.OpeningHandshake;
import io.batonmq.wire.ProtocolException;
import io.batonmq.wire.RawPeer;
import io.batonmq.wire.ScramCredentials;
import io.batonmq.wire.TestCertificates;
import io.batonmq.wire.UniqueId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A node that does what a test says, on one thread per connection. */
final class ScriptedNode implements AutoCloseable {
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<RawPeer> peers = new ArrayList<>();
    private final SecureRandom random = new SecureRandom();

    private ScriptedNode(ServerSocket server) {
        this.server = server;
    }

    static ScriptedNode plain() throws IOException {
        return new ScriptedNode(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    static ScriptedNode tls(Path keyStore) throws IOException, GeneralSecurityException {
        char[] password = TestCertificates.PASSWORD.toCharArray();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(keyStore.toFile(), password), password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return new ScriptedNode(
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    int port() {
        return server.getLocalPort();
    }

    /** What a node does with a connection. */
    interface Script {
        void play(RawPeer peer) throws Exception;
    }

    /** Accepts the next connection and plays the script; the future tells how that went. */
    CompletableFuture<Void> next(Script script) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                RawPeer peer = new RawPeer(server.accept());
                synchronized (peers) {
                    peers.add(peer);
                }
                script.play(peer);
                result.complete(null);
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** Greets and authenticates; with a user only if one is given. */
    void greet(RawPeer peer, @Nullable String user, String password) throws IOException {
        Map<String, ScramCredentials> users =
                user == null ? Map.of() : Map.of(user, ScramCredentials.ofPassword(password, random));
        AnsweringHandshake handshake = new AnsweringHandshake(
                OpeningHandshake.nodeHello(
                        "test", "n", new UniqueId(1, 1), AuthMechanism.offered(user != null, user == null)),
                users::get,
                new byte[] {1},
                random);
        try {
            while (!handshake.done()) {
                Frame answer = handshake.receive(peer.read());
                if (answer != null) {
                    peer.write(answer);
                }
            }
        } catch (ProtocolException e) {
            peer.write(new BrokerFrame.Fault(e.code(), e.text()));
        }
    }

    @Override
    public void close() throws Exception {
        server.close();
        synchronized (peers) {
            for (RawPeer peer : peers) {
                peer.close();
            }
        }
        threads.shutdownNow();
        if (!threads.awaitTermination(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a script did not end");
        }
    }
}
