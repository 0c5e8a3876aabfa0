package io.batonmq.broker.net;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.PeerLinks;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's network: listens for clients and other nodes, and opens links to other nodes. Started and closed by the thread that
 * puts the node together; links are handed over on the broker loop.
 */
public final class NetServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NetServer.class);
    private static final int BACKLOG = 1_024;

    private final IoThreads threads;
    private final Channel channel;
    private final URI address;
    private final Doorkeeper doorkeeper;
    private final NetSettings settings;
    private final Authenticator authenticator;

    private NetServer(
            IoThreads threads,
            Channel channel,
            URI address,
            Doorkeeper doorkeeper,
            NetSettings settings,
            Authenticator authenticator) {
        this.threads = threads;
        this.channel = channel;
        this.address = address;
        this.doorkeeper = doorkeeper;
        this.settings = settings;
        this.authenticator = authenticator;
    }

    /**
     * Binds and begins to accept.
     *
     * @param listen {@code tcp://host:port} or {@code ssl://host:port}; port 0 takes a free one
     * @throws IOException one sentence for the user: the port is in use, the key store can't be read
     */
    public static NetServer start(
            URI listen,
            NetSettings settings,
            Authenticator authenticator,
            Loop loop,
            ClientLink.Acceptor clients,
            PeerLinks.PeerAcceptor nodes)
            throws IOException {
        SslContext tls = tls(listen, settings);
        IoThreads threads = new IoThreads();
        try {
            Doorkeeper doorkeeper =
                    new Doorkeeper(settings, authenticator, loop, clients, nodes, tls, threads.channels());
            ChannelFuture bound = new ServerBootstrap()
                    .group(threads.group())
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    // a peer whose machine is gone says nothing, also where nobody expects it to speak (a waiting
                    // client)
                    .childOption(ChannelOption.SO_KEEPALIVE, true)
                    .childHandler(doorkeeper)
                    .bind(new InetSocketAddress(listen.getHost(), listen.getPort()))
                    .awaitUninterruptibly();
            if (!bound.isSuccess()) {
                throw cannotListen(listen, bound.cause());
            }
            int port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
            URI address = new URI(listen.getScheme(), null, listen.getHost(), port, null, null, null);
            LOG.info("listening on {}", address);
            return new NetServer(threads, bound.channel(), address, doorkeeper, settings, authenticator);
        } catch (IOException | RuntimeException | URISyntaxException e) {
            threads.close();
            throw e instanceof IOException io ? io : new IOException("cannot listen on " + listen + ": " + e, e);
        }
    }

    private static @org.jspecify.annotations.Nullable SslContext tls(URI listen, NetSettings settings)
            throws IOException {
        if ("tcp".equals(listen.getScheme())) {
            return null;
        }
        if (!"ssl".equals(listen.getScheme())) {
            throw new IOException("cannot listen on " + listen + ": the scheme must be tcp or ssl");
        }
        NetSettings.Tls tls = settings.tls();
        if (tls == null) {
            throw new IOException("cannot listen on " + listen + ": a key store with the node's certificate is needed");
        }
        return TlsContexts.server(tls);
    }

    private static IOException cannotListen(URI listen, Throwable cause) {
        String why = cause instanceof BindException
                ? cause.getMessage() + "; is another process using the port?"
                : String.valueOf(cause.getMessage());
        return new IOException("cannot listen on " + listen + ": " + why, cause);
    }

    /** Where it listens, with the port that was taken. */
    public URI address() {
        return address;
    }

    /** Opens links to other nodes; called on, and calling back on, this loop. */
    public PeerLinks nodes(Loop calledOn) {
        return new NodeLinks(threads, settings, authenticator, calledOn);
    }

    /** How many peers are connected, authenticated or not. */
    public int connections() {
        return doorkeeper.connections();
    }

    /** How many of them are not authenticated yet. */
    public int unauthenticated() {
        return doorkeeper.unauthenticated();
    }

    /** Stops listening, drops every link, ends the I/O threads; returns when they have ended. Idempotent. */
    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        threads.close();
    }
}
