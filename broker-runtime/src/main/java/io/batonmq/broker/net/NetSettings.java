package io.batonmq.broker.net;

import io.batonmq.wire.UniqueId;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a node's network needs to know. Immutable.
 *
 * @param product product and version, told in the greeting, for logs
 * @param nodeId the node's stable id
 * @param incarnation the random id of this process start
 * @param handshakeTimeout a peer that isn't authenticated by then is dropped; TLS included. Default: 5 s
 * @param maxUnauthenticated most peers that are not authenticated yet. Default: 1,000
 * @param maxConnections most peers in all. Default: 10,000
 * @param outboundBytes a peer for which more waits to be written is dropped, because it doesn't read
 * @param tls needed to listen on {@code ssl://} and to reach nodes there
 */
public record NetSettings(
        String product,
        String nodeId,
        UniqueId incarnation,
        Duration handshakeTimeout,
        int maxUnauthenticated,
        int maxConnections,
        long outboundBytes,
        @Nullable Tls tls) {

    /** Default of {@link #outboundBytes}: several consumers' credit, and replies. */
    public static final long OUTBOUND_BYTES = 16L << 20;

    /**
     * A node's certificate and whom it trusts. Files are JKS or PKCS#12, told by their content.
     *
     * @param keyStore the node's key and certificate
     * @param keyStorePassword its password, and the key's
     * @param trustStore authorities to trust for other nodes and, with {@code clientCertificates}, for clients; null = the
     *     JDK's own list
     * @param trustStorePassword its password
     * @param clientCertificates whether every peer must show a certificate
     */
    public record Tls(
            Path keyStore,
            String keyStorePassword,
            @Nullable Path trustStore,
            @Nullable String trustStorePassword,
            boolean clientCertificates) {
        @Override
        public String toString() {
            return "Tls[keyStore=" + keyStore + ", trustStore=" + trustStore + "]";
        }
    }
}
