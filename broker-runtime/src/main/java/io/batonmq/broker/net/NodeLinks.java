package io.batonmq.broker.net;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.AuthMechanism;
import io.batonmq.wire.Handshake;
import io.batonmq.wire.OpeningHandshake;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Links from this node to others. Called on one loop, calls back there. */
final class NodeLinks implements PeerLinks {
    private final IoThreads threads;
    private final NetSettings settings;
    private final Authenticator authenticator;
    private final Loop loop;
    private final SecureRandom random = new SecureRandom();

    NodeLinks(IoThreads threads, NetSettings settings, Authenticator authenticator, Loop loop) {
        this.threads = threads;
        this.settings = settings;
        this.authenticator = authenticator;
        this.loop = loop;
    }

    @Override
    public PeerLink connect(String address, Listener listener) {
        loop.assertInside();
        NodeLink link = new NodeLink(threads, loop, listener, handshake());
        link.limit();
        threads.lookups().execute(() -> lookUp(address, link));
        return link;
    }

    private OpeningHandshake handshake() {
        Handshake.Hello hello = OpeningHandshake.nodeHello(
                settings.product(),
                settings.nodeId(),
                settings.incarnation(),
                AuthMechanism.offered(authenticator.users(), authenticator.anonymous()));
        String password = authenticator.nodePassword();
        return new OpeningHandshake(hello, password == null ? null : Authenticator.NODE, password, random);
    }

    /** Reads stores and resolves names: blocks. */
    private void lookUp(String address, NodeLink link) {
        try {
            URI uri = new URI(address);
            String host = uri.getHost();
            if (host == null || uri.getPort() < 0) {
                throw new URISyntaxException(address, "tcp://host:port or ssl://host:port expected");
            }
            SslContext tls = "ssl".equals(uri.getScheme()) ? tls() : null;
            List<InetSocketAddress> found = new ArrayList<>();
            for (InetAddress each : InetAddress.getAllByName(host)) {
                found.add(new InetSocketAddress(each, uri.getPort()));
            }
            link.connect(found, tls, host);
        } catch (URISyntaxException e) {
            link.fail("not an address: " + e.getMessage());
        } catch (UnknownHostException e) {
            link.fail("no such host: " + e.getMessage());
        } catch (IOException e) {
            link.fail(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable SslContext tls() throws IOException {
        NetSettings.Tls tls = settings.tls();
        if (tls == null) {
            throw new IOException("the node is on ssl://, and this one has no key store");
        }
        return TlsContexts.client(tls);
    }
}
