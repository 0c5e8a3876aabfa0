package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * ActiveMQ's spelling: {@code failover:(tcp://a:61616,tcp://b:61616)?…}, also {@code failover://(…)} and
 * {@code failover:tcp://a,tcp://b}. Stateless.
 */
final class ActiveMqUrl extends SpellingParser {

    static final String PREFIX = "failover:";
    private static final String NESTED = "nested.";

    /** Made when an option is looked up. */
    private static final class Options {
        static final OptionTable TABLE = ActiveMqOptions.server(
                ActiveMqOptions.factory(ActiveMqOptions.failover(CommonOptions.table(Spelling.ACTIVEMQ))));
    }

    @Override
    OptionTable table() {
        return Options.TABLE;
    }

    @Override
    void defaults(ConnectionDraft draft) {
        draft.connectRounds = Attempts.UNLIMITED;
        draft.reconnectRounds = Attempts.UNLIMITED;
        draft.connectDelay = Duration.ofMillis(10);
        draft.reconnectDelay = Duration.ofMillis(10);
        draft.maxDelay = Duration.ofSeconds(30);
        draft.multiplier = 2;
        draft.randomize = true;
    }

    @Override
    UrlSyntax read(String url) {
        String rest = url.substring(PREFIX.length()).strip();
        if (rest.startsWith("//")) {
            rest = rest.substring(2).strip();
        }
        if (rest.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
            throw new InvalidFailoverUrlException("\"failover:\" is written twice; keep one");
        }
        if (rest.startsWith("(")) {
            UrlReader.Parenthesised parts = UrlReader.parenthesised(rest);
            return new UrlSyntax(
                    Spelling.ACTIVEMQ,
                    List.of(UrlReader.servers(parts.inside())),
                    UrlReader.options(parts.query(), "the connection"));
        }
        return withoutParentheses(UrlReader.servers(rest));
    }

    /** Behind the last server stand its own options, as at home, and those that only the connection can have. */
    private UrlSyntax withoutParentheses(List<UrlSyntax.Server> servers) {
        UrlSyntax.Server last = servers.get(servers.size() - 1);
        List<UrlSyntax.Option> own = new ArrayList<>(last.options());
        List<UrlSyntax.Option> wide = new ArrayList<>(last.options());
        own.removeIf(option -> !Options.TABLE.isForServer(option.name()));
        wide.removeIf(option -> Options.TABLE.isForServer(option.name()));
        List<UrlSyntax.Server> list = new ArrayList<>(servers.subList(0, servers.size() - 1));
        list.add(new UrlSyntax.Server(last.scheme(), last.user(), last.password(), last.host(), last.port(), own));
        return new UrlSyntax(Spelling.ACTIVEMQ, List.of(list), wide);
    }

    /** {@code nested.X} outside is X on every server; at home X itself is refused there, and jms.* can't be nested. */
    @Override
    List<UrlSyntax.Option> connectionOptions(UrlSyntax syntax) {
        List<UrlSyntax.Option> options = new ArrayList<>();
        for (UrlSyntax.Option option : syntax.options()) {
            String name = option.name();
            if (name.startsWith(NESTED)) {
                String inner = name.substring(NESTED.length());
                if (Options.TABLE.knows(inner) && Options.TABLE.isForConnection(inner)) {
                    throw new InvalidFailoverUrlException(
                            "option " + name + ": " + inner + " acts on the connection; write it without \"nested.\"");
                }
                options.add(new UrlSyntax.Option(inner, option.value()));
            } else if (Options.TABLE.isForServer(name) && !name.startsWith("jms.") && !name.startsWith("ssl.")) {
                throw new InvalidFailoverUrlException(
                        "option " + name + " acts on a server: write it behind the server,"
                                + " inside the parentheses, or nested." + name + " for all servers");
            } else {
                options.add(option);
            }
        }
        return options;
    }

    @Override
    void complete(ConnectionDraft draft, UrlSyntax syntax) {
        int startUp = draft.connectRounds == Attempts.UNLIMITED ? draft.reconnectRounds : draft.connectRounds;
        draft.connectRounds = startUp == 0 ? 1 : startUp;
        draft.reconnects = draft.reconnectRounds != 0;
        draft.reconnectRounds = draft.reconnects ? draft.reconnectRounds : 1;
        if (draft.connectRounds == Attempts.UNLIMITED) {
            draft.warnings.add("createConnection tries for ever, as in ActiveMQ, until a node answers or the thread is"
                    + " interrupted; startupMaxReconnectAttempts limits that");
        }
    }
}
