package io.batonmq.jms;

import io.batonmq.jms.internal.client.CoreMaker;
import io.batonmq.jms.internal.core.ClientConnection;
import io.batonmq.jms.internal.core.ClientCores;
import io.batonmq.jms.internal.core.ConnectionEvents;
import io.batonmq.jms.internal.core.ConnectionSettings;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.link.NettyLinks;
import io.batonmq.jms.internal.url.FailoverUrl;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Where a connection's core, loop, clock, randomness and network are put together. Stateless, any thread. */
final class ClientTransport {
    private ClientTransport() {}

    /** Makes cores whose messages are stamped by that clock. */
    static CoreMaker cores(InstantSource clock) {
        return (url, clientId, user, password, events) -> make(clock, url, clientId, user, password, events);
    }

    private static CoreMaker.Made make(
            InstantSource clock,
            FailoverUrl url,
            @Nullable String clientId,
            @Nullable String user,
            @Nullable String password,
            ConnectionEvents events) {
        NettyLinks links = NettyLinks.open(product());
        ConnectionSettings settings = new ConnectionSettings(
                url.groups(), url.policy(), url.options(), new Credentials(user, password), clientId);
        ClientConnection connection =
                ClientCores.connection(settings, links, links.loop(), new SecureRandom(), clock, events);
        return new CoreMaker.Made(connection, links::close);
    }

    private static String product() {
        String version = ClientTransport.class.getPackage().getImplementationVersion();
        return version == null ? "BatonMQ client" : "BatonMQ client " + version;
    }
}
