package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.List;

/**
 * Artemis' spelling: {@code (tcp://a:61616,tcp://b:61616)?ha=true&…}, or one URL with an option that only Artemis has.
 * Stateless.
 */
final class ArtemisUrl extends SpellingParser {

    /** Made when an option is looked up. */
    private static final class Options {
        static final OptionTable TABLE = ArtemisOptions.connector(
                ArtemisOptions.factory(ArtemisOptions.failover(CommonOptions.table(Spelling.ARTEMIS))));
    }

    @Override
    OptionTable table() {
        return Options.TABLE;
    }

    /** Returns whether a single URL with that option is an Artemis URL. */
    static boolean owns(String option) {
        return !PlainUrl.knows(option) && Options.TABLE.knows(option);
    }

    @Override
    void defaults(ConnectionDraft draft) {
        draft.connectRounds = 1;
        draft.reconnectRounds = 0;
        draft.failoverRounds = 0;
        draft.connectDelay = Duration.ofSeconds(2);
        draft.reconnectDelay = Duration.ofSeconds(2);
        draft.maxDelay = Duration.ofSeconds(2);
        draft.multiplier = 1;
        draft.randomize = true;
        draft.followsNodeList = false;
        draft.callTimeout = Duration.ofSeconds(30);
        draft.failoverTimeout = Duration.ofSeconds(30);
        draft.events = EventLevel.ALL;
    }

    @Override
    UrlSyntax read(String url) {
        if (!url.startsWith("(")) {
            UrlSyntax.Server server = UrlReader.server(url);
            UrlSyntax.Server bare = new UrlSyntax.Server(
                    server.scheme(), server.user(), server.password(), server.host(), server.port(), List.of());
            return new UrlSyntax(Spelling.ARTEMIS, List.of(List.of(bare)), server.options());
        }
        UrlReader.Parenthesised parts = UrlReader.parenthesised(url);
        return new UrlSyntax(
                Spelling.ARTEMIS,
                List.of(UrlReader.servers(parts.inside())),
                UrlReader.options(parts.query(), "the connection"));
    }

    @Override
    void complete(ConnectionDraft draft, UrlSyntax syntax) {
        draft.connectRounds = draft.connectRounds == 0 ? 1 : draft.connectRounds;
        boolean forEver = draft.reconnectRounds < 0 || draft.failoverRounds < 0;
        long rounds = (long) draft.reconnectRounds + draft.failoverRounds;
        draft.reconnects = forEver || rounds > 0;
        draft.reconnectRounds = forEver ? Attempts.UNLIMITED : (int) Math.max(1, Math.min(rounds, Integer.MAX_VALUE));
        if (draft.connectRounds == Attempts.UNLIMITED) {
            draft.warnings.add("createConnection tries for ever until a node answers or the thread is interrupted;"
                    + " initialConnectAttempts limits that");
        }
        if (!draft.reconnects && draft.followsNodeList) {
            draft.warnings.add("ha=true alone doesn't reconnect, as in Artemis: set reconnectAttempts");
        }
    }
}
