package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * TIBCO EMS's spelling: {@code tcp://a:7222,tcp://b:7222}; {@code +} separates groups that share no state. Two entries,
 * even equal ones, switch reconnection on. Stateless.
 */
final class TibcoUrl extends SpellingParser {

    /** Made when an option is looked up. */
    private static final class Options {
        static final OptionTable TABLE = TibcoOptions.factory(CommonOptions.table(Spelling.TIBCO));
    }

    @Override
    OptionTable table() {
        return Options.TABLE;
    }

    /** Returns whether only a TIBCO URL has that option. */
    static boolean owns(String option) {
        return !PlainUrl.knows(option) && Options.TABLE.knows(option);
    }

    @Override
    int defaultPort(boolean tls) {
        return tls ? 7243 : 7222;
    }

    @Override
    void defaults(ConnectionDraft draft) {
        draft.connectRounds = 2;
        draft.reconnectRounds = 4;
        draft.connectDelay = Duration.ofMillis(500);
        draft.reconnectDelay = Duration.ofMillis(500);
        draft.maxDelay = Duration.ofMillis(500);
        draft.multiplier = 1;
        draft.randomize = false;
    }

    @Override
    UrlSyntax read(String url) {
        List<List<UrlSyntax.Server>> groups = new ArrayList<>();
        for (String group : UrlReader.split(url, '+')) {
            groups.add(new ArrayList<>(UrlReader.servers(group.strip())));
        }
        List<UrlSyntax.Server> lastGroup = groups.get(groups.size() - 1);
        UrlSyntax.Server last = lastGroup.remove(lastGroup.size() - 1);
        lastGroup.add(
                new UrlSyntax.Server(last.scheme(), last.user(), last.password(), last.host(), last.port(), List.of()));
        return new UrlSyntax(Spelling.TIBCO, groups, last.options());
    }

    @Override
    void complete(ConnectionDraft draft, UrlSyntax syntax) {
        // Each delay is its own constant: the longest is the one that was set.
        draft.maxDelay = Duration.ZERO;
    }
}
