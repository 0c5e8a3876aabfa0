package io.batonmq.jms.internal.url;

/** BatonMQ's own options, {@code jms.*} and {@code ssl.*}, which every spelling understands. Stateless. */
final class CommonOptions {

    /** The lowest bound of a connect attempt: below it a slow name lookup would fail every attempt. */
    static final int MIN_CONNECT_MILLIS = 100;

    private CommonOptions() {}

    /** Returns a table with these options, to which a spelling adds its own. */
    static OptionTable table(Spelling spelling) {
        OptionTable table = new OptionTable(spelling);
        identity(table);
        flow(table);
        time(table);
        tls(table);
        return table;
    }

    private static void identity(OptionTable table) {
        table.connection("jms.clientID", (draft, value) -> draft.clientID = value.text())
                .connection("jms.username", (draft, value) -> draft.username = value.text())
                .connection("jms.password", (draft, value) -> draft.password = value.value())
                .connection("jms.events", (draft, value) -> draft.events = value.events())
                .connection("jms.deserializationAllow", (draft, value) -> draft.deserializationAllow = value.classes())
                .connection("jms.deserializationDeny", (draft, value) -> draft.deserializationDeny = value.classes());
    }

    private static void flow(OptionTable table) {
        table.connection(
                        "jms.prefetch",
                        (draft, value) -> draft.prefetch(value.integer(0, Prefetch.MAX_MESSAGES, "0 = pull")))
                .connection("jms.replayWindow", (draft, value) -> draft.replayWindow = replayWindow(value))
                .connection("jms.ackWindow", (draft, value) -> draft.ackWindow = value.integer(1, 10_000));
    }

    private static void time(OptionTable table) {
        table.connection("jms.callTimeout", (draft, value) -> draft.callTimeout = value.millis(1))
                .connection("jms.closeTimeout", (draft, value) -> draft.closeTimeout = value.millis(0))
                .server("jms.silenceLimit", (draft, value) -> draft.silenceLimit = value.millis(100))
                .server("jms.heartbeat", (draft, value) -> draft.heartbeat = value.millis(10))
                .server(
                        "jms.connectTimeout",
                        (draft, value) -> draft.connectTimeout = value.millis(MIN_CONNECT_MILLIS));
    }

    private static void tls(OptionTable table) {
        table.tls("ssl.keyStore", "ssl.keyStore", (draft, value) -> draft.keyStore = value.path())
                .tls(
                        "ssl.keyStorePassword",
                        "ssl.keyStorePassword",
                        (draft, value) -> draft.keyStorePassword = value.value())
                .tls("ssl.trustStore", "ssl.trustStore", (draft, value) -> draft.trustStore = value.path())
                .tls(
                        "ssl.trustStorePassword",
                        "ssl.trustStorePassword",
                        (draft, value) -> draft.trustStorePassword = value.value())
                .tls("ssl.verifyHost", "ssl.verifyHost", (draft, value) -> draft.verifyHost = value.bool())
                .tls("ssl.protocols", "ssl.protocols", (draft, value) -> draft.protocols = value.names())
                .tls("ssl.cipherSuites", "ssl.cipherSuites", (draft, value) -> draft.cipherSuites = value.names());
    }

    /** Reads bytes, or -1 for no replay at all (R19: only if it is asked for by name). */
    static int replayWindow(OptionValue value) {
        int bytes = value.integer(ConnectionOptions.NO_REPLAY, 1 << 30, "bytes; -1 = no replay");
        if (bytes == 0) {
            throw value.refuse("bytes from 1 to " + (1 << 30) + ", or -1 for no replay");
        }
        return bytes;
    }
}
