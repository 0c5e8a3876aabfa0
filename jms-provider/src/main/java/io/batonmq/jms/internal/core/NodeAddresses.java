package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.ReconnectPolicy;
import io.batonmq.jms.internal.url.ServerAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The servers a connection may try: those of the URL, and those the holder announced. First those that share state with
 * the last holder (L11). Confined to the loop.
 */
final class NodeAddresses {
    private final ReconnectPolicy policy;
    private final List<List<ServerAddress>> groups;
    private final Random random;
    private List<ServerAddress> home;
    private List<String> announced = List.of();

    NodeAddresses(ReconnectPolicy policy, List<List<ServerAddress>> groups, Random random) {
        this.policy = policy;
        this.groups = groups;
        this.random = random;
        this.home = groups.get(0);
    }

    /** A link to this server was answered by a holder. */
    void arrivedAt(ServerAddress address) {
        for (List<ServerAddress> group : groups) {
            if (named(group, address) != null) {
                home = group;
                return;
            }
        }
    }

    /** The holder's list of its cluster; true if it is news. */
    boolean announced(List<String> nodes) {
        if (nodes.isEmpty() || nodes.equals(announced)) {
            return false;
        }
        announced = List.copyOf(nodes);
        return true;
    }

    List<String> announced() {
        return announced;
    }

    /** One round in its order, each server once. */
    Deque<ServerAddress> round(@Nullable ServerAddress lost) {
        List<ServerAddress> round = new ArrayList<>(policy.round(List.of(home), lost, random));
        if (policy.followsNodeList()) {
            for (String node : announced) {
                add(round, parse(node));
            }
        }
        List<List<ServerAddress>> others = new ArrayList<>(groups);
        others.remove(home);
        for (ServerAddress address : policy.round(others, lost, random)) {
            add(round, address);
        }
        return new ArrayDeque<>(round);
    }

    private static void add(List<ServerAddress> round, @Nullable ServerAddress address) {
        if (address != null && named(round, address) == null) {
            round.add(address);
        }
    }

    /** Where a hint leads; null if it can't be understood, or if the policy keeps to the servers of the URL. */
    @Nullable
    ServerAddress hinted(String node) {
        ServerAddress address = parse(node);
        boolean listed = address != null && named(address) != null;
        return listed || policy.followsNodeList() ? address : null;
    }

    /** An announced address, reached as the URL's servers are; null if it can't be understood. */
    @Nullable
    ServerAddress parse(String node) {
        String text = node.substring(node.indexOf("://") < 0 ? 0 : node.indexOf("://") + 3);
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            return null;
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            return null;
        }
        if (port < 1 || port > 65_535 || host.isEmpty()) {
            return null;
        }
        ServerAddress announcedAddress = home.get(0).at(host, port);
        ServerAddress named = named(announcedAddress);
        return named == null ? announcedAddress : named;
    }

    /** The URL's first server with the same endpoint, with its own settings. */
    private @Nullable ServerAddress named(ServerAddress address) {
        for (List<ServerAddress> group : groups) {
            ServerAddress named = named(group, address);
            if (named != null) {
                return named;
            }
        }
        return null;
    }

    private static @Nullable ServerAddress named(List<ServerAddress> servers, ServerAddress address) {
        for (ServerAddress each : servers) {
            if (each.sameEndpoint(address)) {
                return each;
            }
        }
        return null;
    }
}
