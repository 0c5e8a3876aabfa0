package io.batonmq.jms.internal.url;

/**
 * The options of the TIBCO spelling. TIBCO's own URLs carry none: these are the names of its factory properties
 * ({@code factories.conf}), to be written behind the last server. Stateless.
 */
final class TibcoOptions {

    private TibcoOptions() {}

    /** Adds the factory's properties. */
    static OptionTable factory(OptionTable table) {
        table.connection("connect_attempt_count", (draft, value) -> draft.connectRounds = count(value))
                .connection("connect_attempt_delay", (draft, value) -> draft.connectDelay = value.millis(0))
                .connection(
                        "connect_attempt_timeout",
                        (draft, value) -> draft.connectAttemptTimeout = value.millis(CommonOptions.MIN_CONNECT_MILLIS))
                .connection("reconnect_attempt_count", (draft, value) -> draft.reconnectRounds = count(value))
                .connection("reconnect_attempt_delay", (draft, value) -> draft.reconnectDelay = value.millis(0))
                .connection(
                        "reconnect_attempt_timeout",
                        (draft, value) ->
                                draft.reconnectAttemptTimeout = value.millis(CommonOptions.MIN_CONNECT_MILLIS))
                .connection("clientID", "jms.clientID", (draft, value) -> draft.clientID = value.text())
                .connection(
                        "tibco.tibjms.ft.switch.exception",
                        "jms.events",
                        (draft, value) -> draft.events = value.bool() ? EventLevel.SWITCH : EventLevel.FAILURES)
                .connection(
                        "tibco.tibjms.ft.events.exception",
                        "jms.events",
                        (draft, value) -> draft.events = value.bool() ? EventLevel.ALL : EventLevel.FAILURES)
                .tls("ssl_verify_hostname", "ssl.verifyHost", (draft, value) -> draft.verifyHost = value.bool());
        return table.refused("metric", "one holder serves all clients, so nothing is balanced: remove it")
                .only("ssl_verify_host", "true", "the node's certificate is always checked, against ssl.trustStore")
                .refused("ssl_trusted", "put the certificates into a store: use ssl.trustStore")
                .refused("ssl_identity", "put the key and certificate into a store: use ssl.keyStore")
                .refused("ssl_private_key", "put the key and certificate into a store: use ssl.keyStore")
                .refused("ssl_issuer", "put the certificates into a store: use ssl.keyStore")
                .refused("ssl_password", "use ssl.keyStorePassword")
                .refused("ssl_expected_hostname", "the host of each server is expected: remove it")
                .refused("ssl_ciphers", "use ssl.cipherSuites, with the JDK's names")
                .refused("ssl_auth_only", "a link is encrypted as a whole or not at all: remove it")
                .refused("multicast_enabled", "there is no multicast: remove it")
                .refusedPrefix("com.tibco.tibjms.connect.", "use connect_attempt_count, _delay and _timeout")
                .refusedPrefix("com.tibco.tibjms.reconnect.", "use reconnect_attempt_count, _delay and _timeout")
                .refusedPrefix("com.tibco.tibjms.", "it has no counterpart: remove it");
    }

    private static int count(OptionValue value) {
        return value.integer(1, Integer.MAX_VALUE, "rounds through the list");
    }
}
