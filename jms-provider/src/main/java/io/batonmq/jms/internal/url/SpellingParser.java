package io.batonmq.jms.internal.url;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the parsers of the four spellings have in common: each takes the text apart in its own way, has its own options
 * and defaults, and leaves the rest to this class. Stateless.
 */
abstract sealed class SpellingParser permits ActiveMqUrl, ArtemisUrl, TibcoUrl, PlainUrl {

    private static final Set<String> CLEAR = Set.of("tcp", "nio", "netty", "netty-connector");
    private static final Set<String> TLS = Set.of("ssl", "nio+ssl", "tls");
    private static final Map<String, String> FOREIGN = Map.ofEntries(
            Map.entry("vm", "starts a broker inside the client; start a node and connect to it with tcp://"),
            Map.entry("amqp", "is the AMQP protocol; write tcp://, BatonMQ's port is 61616"),
            Map.entry("amqps", "is the AMQP protocol; write ssl://, BatonMQ's port is 61617"),
            Map.entry("udp", "finds brokers by multicast; list the nodes with tcp://, the holder tells the others"),
            Map.entry("jgroups", "finds brokers by JGroups; list the nodes with tcp://, the holder tells the others"),
            Map.entry("multicast", "finds brokers by multicast; list the nodes with tcp://"),
            Map.entry("discovery", "finds brokers by multicast; list the nodes with failover:(tcp://…)"),
            Map.entry("static", "is for networks of brokers; write failover:(tcp://…)"),
            Map.entry("fanout", "sends to several brokers at once, which is not offered; write failover:(tcp://…)"),
            Map.entry("http", "is an HTTP tunnel, which is not offered; write tcp://"),
            Map.entry("https", "is an HTTP tunnel, which is not offered; write ssl://"),
            Map.entry("ws", "is WebSocket, which is not offered; write tcp://"),
            Map.entry("wss", "is WebSocket, which is not offered; write ssl://"),
            Map.entry(
                    "tibjmsnaming", "looks factories up in a TIBCO server; use BatonMQ's context factory and tcp://"));

    /** The spelling's options: asked for only if there are some, since a large table costs a starting client time. */
    abstract OptionTable table();

    /** Takes the URL apart. */
    abstract UrlSyntax read(String url);

    /** Sets the spelling's defaults. */
    abstract void defaults(ConnectionDraft draft);

    /** Brings what the options said into the model's terms, once all are set. */
    abstract void complete(ConnectionDraft draft, UrlSyntax syntax);

    /** Returns the port of a server that names none. */
    int defaultPort(boolean tls) {
        return tls ? 61617 : 61616;
    }

    /** Returns the options behind the list in the form the table knows. */
    List<UrlSyntax.Option> connectionOptions(UrlSyntax syntax) {
        return syntax.options();
    }

    final FailoverUrl parse(String url) {
        UrlSyntax syntax = read(url);
        ConnectionDraft draft = new ConnectionDraft();
        defaults(draft);
        List<UrlSyntax.Option> options = connectionOptions(syntax);
        if (!options.isEmpty()) {
            table().apply(options, draft);
        }
        userInfo(syntax, draft);
        List<List<ServerAddress>> groups = new ArrayList<>();
        boolean anyTls = false;
        for (List<UrlSyntax.Server> group : syntax.groups()) {
            // The same server twice switches reconnection on in TIBCO EMS; trying it twice in a round is pointless.
            Set<ServerAddress> servers = new LinkedHashSet<>();
            for (UrlSyntax.Server server : group) {
                ServerAddress address = server(server, draft);
                servers.add(address);
                anyTls |= address.tls();
            }
            groups.add(List.copyOf(servers));
        }
        if (draft.servers.tlsOption != null && !anyTls) {
            throw tlsWithoutTls(draft.servers.tlsOption);
        }
        if (draft.password != null && draft.username == null) {
            throw new InvalidFailoverUrlException(
                    "a password is given without a user name; add jms.username or remove it");
        }
        complete(draft, syntax);
        return new FailoverUrl(syntax, groups, draft.options(), draft.policy(), draft.warnings);
    }

    private ServerAddress server(UrlSyntax.Server server, ConnectionDraft draft) {
        ServerDraft own = draft.servers.copy();
        boolean secureScheme = isTls(server);
        own.tls |= secureScheme;
        if (!server.options().isEmpty()) {
            table().apply(server, own);
        }
        if (secureScheme && !own.tls) {
            throw new InvalidFailoverUrlException("server " + UrlReader.shown(server.host()) + " is written "
                    + server.scheme() + ":// and has sslEnabled=false; keep one");
        }
        if (own.tlsOption != null && !own.tls) {
            throw tlsWithoutTls(own.tlsOption);
        }
        return own.finish(server.host(), server.port() < 0 ? defaultPort(own.tls) : server.port());
    }

    private static InvalidFailoverUrlException tlsWithoutTls(String option) {
        return new InvalidFailoverUrlException("option " + option
                + " has no effect on servers without TLS: write ssl:// in place of tcp://, or remove it");
    }

    private static boolean isTls(UrlSyntax.Server server) {
        String scheme = server.scheme().toLowerCase(Locale.ROOT);
        if (TLS.contains(scheme)) {
            return true;
        }
        if (!CLEAR.contains(scheme)) {
            String reason = FOREIGN.get(scheme);
            throw new InvalidFailoverUrlException(
                    reason == null
                            ? "scheme " + scheme
                                    + ":// is unknown; a server is written tcp://host:port or ssl://host:port"
                            : "scheme " + scheme + ":// " + reason);
        }
        return false;
    }

    /** User and password before the host act on the connection, as if given by name. */
    private static void userInfo(UrlSyntax syntax, ConnectionDraft draft) {
        UrlSyntax.@Nullable Server first = null;
        for (List<UrlSyntax.Server> group : syntax.groups()) {
            for (UrlSyntax.Server server : group) {
                if (server.user() == null) {
                    continue;
                }
                if (draft.username != null && first == null) {
                    throw new InvalidFailoverUrlException(
                            "the user name is given both before '@' and as an option; keep one");
                }
                if (first != null && !same(first, server)) {
                    throw new InvalidFailoverUrlException(
                            "servers of one connection can't have different users or passwords before '@'");
                }
                first = server;
                draft.username = server.user();
                if (server.password() != null) {
                    draft.password = server.password();
                }
            }
        }
    }

    private static boolean same(UrlSyntax.Server a, UrlSyntax.Server b) {
        return Objects.equals(a.user(), b.user()) && Objects.equals(a.password(), b.password());
    }
}
