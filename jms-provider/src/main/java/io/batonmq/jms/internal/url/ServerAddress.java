package io.batonmq.jms.internal.url;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One server of a failover URL with everything a link needs to reach it; connection-wide options are already merged
 * in. Immutable. Holds a name, never a resolved address: each attempt resolves it again.
 *
 * @param host host name or IP address, an IPv6 address without brackets
 * @param port 1 to 65535. Default: 61616, {@code ssl://} 61617; TIBCO spelling 7222 and 7243
 * @param tls whether the link is encrypted. Never falls back to clear text
 * @param connectTimeout bound of one attempt: name lookup, connect, TLS and greeting. Default: 5 s
 * @param silenceLimit how long the link may stay silent before it counts as dead; only ever lowers what the holder
 *     dictates (R8), null for the holder's value. Option {@code jms.silenceLimit}, ActiveMQ
 *     {@code wireFormat.maxInactivityDuration}, Artemis {@code clientFailureCheckPeriod}. Default: null
 * @param heartbeat how often the link is probed; only ever lowers what the holder dictates, null for the holder's
 *     value. Option {@code jms.heartbeat}. Default: null
 * @param ssl TLS settings; meaningless unless {@code tls}
 * @param socket socket settings
 */
public record ServerAddress(
        String host,
        int port,
        boolean tls,
        Duration connectTimeout,
        @Nullable Duration silenceLimit,
        @Nullable Duration heartbeat,
        SslSettings ssl,
        SocketSettings socket) {

    /** Returns an address to hand to a connector, not yet resolved. */
    public InetSocketAddress unresolved() {
        return InetSocketAddress.createUnresolved(host, port);
    }

    /**
     * Returns this server's settings applied to another host: how a node is reached that the URL doesn't name but the
     * holder announces.
     *
     * @param otherHost the announced host
     * @param otherPort the announced port
     */
    public ServerAddress at(String otherHost, int otherPort) {
        return new ServerAddress(otherHost, otherPort, tls, connectTimeout, silenceLimit, heartbeat, ssl, socket);
    }

    /** Returns whether both mean the same endpoint, whatever their settings. */
    public boolean sameEndpoint(ServerAddress other) {
        return port == other.port && host.equalsIgnoreCase(other.host);
    }

    // Written out: the generated ones are put together by their first call, which costs a starting client 30 ms.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ServerAddress that
                && port == that.port
                && host.equals(that.host)
                && tls == that.tls
                && connectTimeout.equals(that.connectTimeout)
                && Objects.equals(silenceLimit, that.silenceLimit)
                && Objects.equals(heartbeat, that.heartbeat)
                && ssl.equals(that.ssl)
                && socket.equals(that.socket);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }

    /** Returns {@code tcp://host:port} or {@code ssl://host:port}. */
    @Override
    public String toString() {
        return (tls ? "ssl://" : "tcp://") + UrlSyntax.bracketed(host) + ":" + port;
    }
}
