package io.batonmq.store.jdbc;

import io.batonmq.store.StoreException;
import java.util.Locale;
import java.util.Set;

/**
 * An H2 URL that is fit for a node: a file by way of {@code async:}, which survives a thread's interrupt, or a server.
 * Immutable.
 *
 * @param url as it is given to the driver
 * @param embedded whether the database runs in this process
 */
record H2Url(String url, boolean embedded) {

    private static final String PREFIX = "jdbc:h2:";
    private static final Set<String> INTERRUPTIBLE = Set.of("nio", "niomapped", "niomem", "zip", "classpath");

    static H2Url of(StoreSettings settings) {
        String rest = settings.url().substring(PREFIX.length());
        int semicolon = rest.indexOf(';');
        String place = semicolon < 0 ? rest : rest.substring(0, semicolon);
        String options = semicolon < 0 ? "" : rest.substring(semicolon);
        String upper = options.toUpperCase(Locale.ROOT);
        if (place.isBlank()) {
            throw unusable(settings, "names no database: say jdbc:h2:async:./data/batonmq");
        }
        if (upper.contains(";AUTO_SERVER=TRUE")) {
            throw unusable(
                    settings,
                    "has AUTO_SERVER=TRUE, with which the database dies with the node that opened it: run an H2 server"
                            + " (jdbc:h2:tcp://…) or use PostgreSQL");
        }
        int colon = place.indexOf(':');
        String scheme = colon < 0 ? "" : place.substring(0, colon).toLowerCase(Locale.ROOT);
        boolean server = scheme.equals("tcp") || scheme.equals("ssl");
        if (scheme.equals("mem") || (server && place.contains("/mem:"))) {
            if (!settings.allowInMemory()) {
                throw unusable(
                        settings,
                        "is in memory: not shared between nodes and gone after a restart. Use a file"
                                + " (jdbc:h2:async:./data/batonmq), an H2 server or PostgreSQL");
            }
            return new H2Url(settings.url(), !server);
        }
        if (INTERRUPTIBLE.contains(scheme)) {
            throw unusable(
                    settings, "uses " + scheme + ":, which an interrupted thread closes for ever: use async: instead");
        }
        if (server) {
            return new H2Url(
                    with(
                            settings.url(),
                            upper,
                            "NETWORK_TIMEOUT",
                            Long.toString(settings.socketTimeout().toMillis())),
                    false);
        }
        // A scheme of one letter is a drive.
        String file = scheme.equals("file") ? place.substring(colon + 1) : place;
        String safe = scheme.length() <= 1 || scheme.equals("file") ? "async:" + file : place;
        String url = with(PREFIX + safe + options, upper, "WRITE_DELAY", "0");
        return new H2Url(with(url, upper, "DB_CLOSE_ON_EXIT", "FALSE"), true);
    }

    /** The same server with another network timeout. */
    H2Url withNetworkTimeout(long millis) {
        return embedded
                ? this
                : new H2Url(url.replaceFirst("(?i);NETWORK_TIMEOUT=[0-9]+", "") + ";NETWORK_TIMEOUT=" + millis, false);
    }

    private static String with(String url, String upperOptions, String option, String value) {
        return upperOptions.contains(";" + option + "=") ? url : url + ";" + option + "=" + value;
    }

    static StoreException.Unusable unusable(StoreSettings settings, String why) {
        String message = "store.url " + settings.shownUrl() + " " + why;
        return new StoreException.Unusable(message, new IllegalArgumentException(message));
    }
}
