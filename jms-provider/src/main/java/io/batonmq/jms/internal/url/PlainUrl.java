package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.List;

/**
 * One server, {@code tcp://a:61616} or {@code ssl://a:61617}: {@code createConnection} tries for 30 s, a loss ends the
 * connection. A single ActiveMQ URL is one of these, so ActiveMQ's options for a server are known. Stateless.
 */
final class PlainUrl extends SpellingParser {

    /** Made when an option is looked up. */
    private static final class Options {
        static final OptionTable TABLE =
                ActiveMqOptions.server(ActiveMqOptions.factory(CommonOptions.table(Spelling.PLAIN)));

        static final OptionTable FAILOVER = ActiveMqOptions.failover(new OptionTable(Spelling.ACTIVEMQ));
    }

    @Override
    OptionTable table() {
        return Options.TABLE;
    }

    /** Returns whether a single server may have that option. */
    static boolean knows(String option) {
        return Options.TABLE.knows(option);
    }

    @Override
    void defaults(ConnectionDraft draft) {
        draft.connectRounds = Attempts.UNLIMITED;
        draft.connectDeadline = Duration.ofSeconds(30);
        draft.connectDelay = Duration.ofMillis(10);
        draft.maxDelay = Duration.ofSeconds(1);
        draft.multiplier = 2;
        draft.randomize = false;
        draft.reconnects = false;
    }

    @Override
    UrlSyntax read(String url) {
        UrlSyntax.Server server = UrlReader.server(url);
        for (UrlSyntax.Option option : server.options()) {
            String name = option.name();
            if (knows(name)) {
                continue;
            }
            if (Options.FAILOVER.knows(name) || name.startsWith("nested.")) {
                throw new InvalidFailoverUrlException("option " + name + " needs ActiveMQ's failover: write failover:("
                        + server.scheme() + "://" + UrlSyntax.bracketed(server.host())
                        + (server.port() < 0 ? "" : ":" + server.port()) + ")?" + name + "=…");
            }
            if (TibcoUrl.owns(name)) {
                throw new InvalidFailoverUrlException(
                        "option " + name + " needs a list of servers; in TIBCO EMS, too, one"
                                + " server alone is not reconnected to: write it twice, joined by a comma");
            }
        }
        UrlSyntax.Server bare = new UrlSyntax.Server(
                server.scheme(), server.user(), server.password(), server.host(), server.port(), List.of());
        return new UrlSyntax(Spelling.PLAIN, List.of(List.of(bare)), server.options());
    }

    @Override
    void complete(ConnectionDraft draft, UrlSyntax syntax) {
        draft.reconnectDelay = draft.connectDelay;
    }
}
