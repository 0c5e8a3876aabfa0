package io.batonmq.tck;

import io.batonmq.wire.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Somebody with a certificate of his own who takes connections and counts what he hears. Has a thread; for any thread. */
final class TlsPeer implements AutoCloseable {
    private final SSLServerSocket server;
    private final Thread thread = new Thread(this::accept, "tls-peer");
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger bytes = new AtomicInteger();

    TlsPeer(Path keys) throws IOException, GeneralSecurityException {
        char[] password = TestCertificates.PASSWORD.toCharArray();
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(keys.toFile(), password), password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** How many handshakes failed. */
    int refusals() {
        return refusals.get();
    }

    /** How many bytes were said to him under TLS. */
    int bytes() {
        return bytes.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try (SSLSocket socket = (SSLSocket) server.accept()) {
                bytes.addAndGet(socket.getInputStream().readAllBytes().length);
            } catch (SSLException e) {
                refusals.incrementAndGet();
            } catch (IOException e) {
                // The server was closed, or a peer has gone: there is nothing to count.
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
