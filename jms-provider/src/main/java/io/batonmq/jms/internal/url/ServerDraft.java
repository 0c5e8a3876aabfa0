package io.batonmq.jms.internal.url;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known so far about how to reach a server; options given to all servers are set on one draft, which each
 * server copies before its own are set. Used by one thread while it parses a URL.
 */
final class ServerDraft {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    boolean tls;
    Duration connectTimeout = CONNECT_TIMEOUT;

    @Nullable
    Duration silenceLimit;

    @Nullable
    Duration heartbeat;

    boolean noDelay = true;
    boolean keepAlive;
    int sendBuffer;
    int receiveBuffer;
    int trafficClass = -1;

    @Nullable
    Path keyStore;

    @Nullable
    String keyStorePassword;

    @Nullable
    Path trustStore;

    @Nullable
    String trustStorePassword;

    boolean verifyHost = true;
    List<String> protocols = List.of();
    List<String> cipherSuites = List.of();

    /** The first option seen that only matters to a TLS link, or null. */
    @Nullable
    String tlsOption;

    ServerDraft copy() {
        ServerDraft copy = new ServerDraft();
        copy.tls = tls;
        copy.connectTimeout = connectTimeout;
        copy.silenceLimit = silenceLimit;
        copy.heartbeat = heartbeat;
        copy.noDelay = noDelay;
        copy.keepAlive = keepAlive;
        copy.sendBuffer = sendBuffer;
        copy.receiveBuffer = receiveBuffer;
        copy.trafficClass = trafficClass;
        copy.keyStore = keyStore;
        copy.keyStorePassword = keyStorePassword;
        copy.trustStore = trustStore;
        copy.trustStorePassword = trustStorePassword;
        copy.verifyHost = verifyHost;
        copy.protocols = protocols;
        copy.cipherSuites = cipherSuites;
        return copy;
    }

    ServerAddress finish(String host, int port) {
        if (keyStorePassword != null && keyStore == null) {
            throw new InvalidFailoverUrlException(
                    "a key store password is given without a key store; add ssl.keyStore or remove it");
        }
        if (trustStorePassword != null && trustStore == null) {
            throw new InvalidFailoverUrlException(
                    "a trust store password is given without a trust store; add ssl.trustStore or remove it");
        }
        SslSettings ssl = new SslSettings(
                keyStore, keyStorePassword, trustStore, trustStorePassword, verifyHost, protocols, cipherSuites);
        SocketSettings socket = new SocketSettings(noDelay, keepAlive, sendBuffer, receiveBuffer, trafficClass);
        return new ServerAddress(host, port, tls, connectTimeout, silenceLimit, heartbeat, ssl, socket);
    }
}
