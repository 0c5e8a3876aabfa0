package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.url.ConnectionOptions;
import io.batonmq.jms.internal.url.ReconnectPolicy;
import io.batonmq.jms.internal.url.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a connection is made from. Immutable.
 *
 * @param groups the servers of the URL; servers of different groups share no state
 * @param policy how a server is found, at first and after a loss
 * @param options what the connection is like
 * @param credentials what its links authenticate with
 * @param clientId the client identifier it opens with, null = none yet
 */
public record ConnectionSettings(
        List<List<ServerAddress>> groups,
        ReconnectPolicy policy,
        ConnectionOptions options,
        Credentials credentials,
        @Nullable String clientId) {

    /** With the client identifier of the URL, if it has one. */
    public ConnectionSettings(
            List<List<ServerAddress>> groups,
            ReconnectPolicy policy,
            ConnectionOptions options,
            Credentials credentials) {
        this(groups, policy, options, credentials, options.clientID());
    }

    /** Copies the lists. */
    public ConnectionSettings {
        List<List<ServerAddress>> copies = new ArrayList<>(groups.size());
        for (List<ServerAddress> group : groups) {
            copies.add(List.copyOf(group));
        }
        groups = List.copyOf(copies);
        if (groups.isEmpty() || groups.contains(List.<ServerAddress>of())) {
            throw new IllegalArgumentException("a connection needs a server in each group");
        }
    }
}
