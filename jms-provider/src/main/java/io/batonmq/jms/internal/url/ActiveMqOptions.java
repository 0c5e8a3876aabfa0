package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options an ActiveMQ URL may carry: {@code jms.*}, the failover transport's, and those of a server. Stateless. */
final class ActiveMqOptions {

    private static final String OPENWIRE =
            "it belongs to the OpenWire protocol, which BatonMQ doesn't speak: remove it";
    private static final String NODE_REDELIVERY =
            "redelivery is decided by the node (settings maxDeliveries, redeliveryDelay): remove it";
    private static final String POOLS = "BatonMQ's threads are fixed, one per session with listeners: remove it";

    private ActiveMqOptions() {}

    /** Adds the failover transport's options. */
    static OptionTable failover(OptionTable table) {
        table.connection("initialReconnectDelay", (draft, value) -> {
                    draft.connectDelay = value.millis(0);
                    draft.reconnectDelay = draft.connectDelay;
                })
                .connection("maxReconnectDelay", (draft, value) -> draft.maxDelay = value.millis(1))
                .connection("reconnectDelayExponent", (draft, value) -> draft.multiplier = value.factor())
                .connection("useExponentialBackOff", (draft, value) -> draft.exponential = value.bool())
                .connection(
                        "maxReconnectAttempts",
                        (draft, value) -> draft.reconnectRounds =
                                value.integer(-1, Integer.MAX_VALUE, "-1 = for ever, 0 = no reconnection"))
                .connection(
                        "startupMaxReconnectAttempts",
                        (draft, value) -> draft.connectRounds =
                                value.integer(-1, Integer.MAX_VALUE, "-1 = as maxReconnectAttempts"))
                .connection("randomize", (draft, value) -> draft.randomize = value.bool())
                .connection(
                        "timeout", (draft, value) -> draft.failoverTimeout = value.is("-1") ? null : value.millis(1))
                .connection(
                        "warnAfterReconnectAttempts",
                        (draft, value) -> draft.warnEvery = Math.max(0, value.integer(-1, Integer.MAX_VALUE)))
                .connection("updateURIsSupported", (draft, value) -> draft.followsNodeList = value.bool())
                .connection(
                        "maxCacheSize",
                        "jms.replayWindow",
                        (draft, value) -> draft.replayWindow = value.integer(1, 1 << 30, "bytes"));
        ofQpid(table);
        String always = "BatonMQ always keeps unconfirmed commands and sends them again after a failover";
        return table.only("trackMessages", "true", always)
                .only("trackTransactionProducers", "true", always)
                .only("reconnectSupported", "true", "a node that stops tells its clients to move, and they do")
                .only("rebalanceUpdateURIs", "true", "there is one holder at a time, so nothing to balance")
                .only("backup", "false", "standbys keep no client connection ready; a takeover needs none")
                .refused(
                        "backupPoolSize",
                        "it sizes the pool of backup connections, of which BatonMQ has none: remove it")
                .only(
                        "priorityBackup",
                        "false",
                        "one holder serves all clients, so there is no preferred one to return to")
                .refused("priorityURIs", "one holder serves all clients, so none can be preferred: remove it")
                .refused("updateURIsURL", "it names a file with servers; the holder tells clients its nodes: remove it")
                .refused("reconnectDelay", "it is ActiveMQ's inner state: use initialReconnectDelay")
                .refusedPrefix("failover.", "this one of Qpid JMS has no counterpart: remove it");
    }

    /** Qpid JMS writes the same URL; its options of the failover transport have a prefix. */
    private static void ofQpid(OptionTable table) {
        for (String same : List.of(
                "maxReconnectDelay",
                "maxReconnectAttempts",
                "startupMaxReconnectAttempts",
                "warnAfterReconnectAttempts",
                "randomize")) {
            table.alias("failover." + same, same);
        }
        table.alias("failover.reconnectDelay", "initialReconnectDelay")
                .alias("failover.useReconnectBackOff", "useExponentialBackOff")
                .alias("failover.reconnectBackOffMultiplier", "reconnectDelayExponent")
                .only("failover.initialReconnectDelay", "0", "the first round after a loss starts at once");
    }

    /** Adds the options of the connection factory. */
    static OptionTable factory(OptionTable table) {
        table.connection("jms.userName", "jms.username", (draft, value) -> draft.username = value.text())
                .connection("jms.sendTimeout", "jms.callTimeout", (draft, value) -> draft.callTimeout = timeout(value))
                .connection(
                        "jms.requestTimeout", "jms.callTimeout", (draft, value) -> draft.callTimeout = timeout(value))
                .connection(
                        "jms.prefetchPolicy.all",
                        "jms.prefetch",
                        (draft, value) -> draft.prefetch(value.integer(0, Prefetch.MAX_MESSAGES, "0 = pull")))
                .connection("jms.prefetchPolicy.queuePrefetch", (draft, value) -> draft.queuePrefetch = prefetch(value))
                .connection("jms.prefetchPolicy.topicPrefetch", (draft, value) -> draft.topicPrefetch = prefetch(value))
                .connection(
                        "jms.prefetchPolicy.durableTopicPrefetch",
                        (draft, value) -> draft.durableTopicPrefetch = prefetch(value))
                .connection(
                        "jms.prefetchPolicy.queueBrowserPrefetch",
                        (draft, value) -> draft.browserPrefetch = value.integer(1, Prefetch.MAX_MESSAGES))
                .connection(
                        "jms.trustedPackages",
                        "jms.deserializationAllow",
                        (draft, value) -> draft.deserializationAllow = value.classes().stream()
                                .map(ActiveMqOptions::wholePackage)
                                .toList())
                .connection(
                        "jms.trustAllPackages",
                        "jms.deserializationAllow",
                        (draft, value) -> draft.deserializationAllow = value.bool() ? List.of("*") : List.of());
        only(table);
        table.refusedPrefix("jms.redeliveryPolicy.", NODE_REDELIVERY)
                .refusedPrefix(
                        "jms.prefetchPolicy.",
                        "only all, queuePrefetch, topicPrefetch, durableTopicPrefetch and"
                                + " queueBrowserPrefetch have a counterpart: remove it")
                .refusedPrefix("jms.blobTransferPolicy.", "blob messages have no counterpart: remove it")
                .refused("jms.clientIDPrefix", "client identifiers are not made up: remove it, or set jms.clientID")
                .refused("jms.connectionIDPrefix", "connection ids are random: remove it")
                .refused("jms.maxThreadPoolSize", POOLS)
                .refused("jms.useDedicatedTaskRunner", POOLS)
                .refused("jms.useVirtualThreadTaskRunner", POOLS)
                .refused("jms.auditDepth", "the broker's session numbers exclude duplicates: remove it")
                .refused("jms.auditMaximumProducerNumber", "the broker's session numbers exclude duplicates: remove it")
                .refused(
                        "jms.optimizeAcknowledgeTimeOut",
                        "acknowledgements are never held back by time: use jms.ackWindow")
                .refused(
                        "jms.optimizedAckScheduledAckInterval",
                        "acknowledgements are never held back by time: use jms.ackWindow")
                .refused(
                        "jms.consumerFailoverRedeliveryWaitPeriod",
                        "a returning client claims what it still holds: remove it")
                .refused("jms.warnAboutUnstartedConnectionTimeout", "there is no such warning: remove it")
                .refused("jms.maxInflatedDataSizeRatio", "bodies are never compressed: remove it")
                .refused(
                        "jms.connectResponseTimeout",
                        "the greeting is part of a connect attempt: use jms.connectTimeout");
        return table;
    }

    private static void only(OptionTable table) {
        table.only(
                        "jms.useAsyncSend",
                        "false",
                        "a persistent send returns when it is stored; to send without waiting,"
                                + " call send(message, completionListener)")
                .only("jms.alwaysSyncSend", "false", "NON_PERSISTENT messages are never waited for")
                .only("jms.useCompression", "false", "bodies are never compressed")
                .only("jms.dispatchAsync", "true", "messages are always delivered from threads of their own")
                .only("jms.alwaysSessionAsync", "true", "each session delivers from its own thread")
                .only(
                        "jms.copyMessageOnSend",
                        "true",
                        "a message is encoded when it is sent, so later changes never count")
                .only(
                        "jms.optimizeAcknowledge",
                        "true",
                        "acknowledgements always travel without being waited for; " + "jms.ackWindow=1 turns that off")
                .only("jms.optimizedMessageDispatch", "true", "dispatch has no other way")
                .only("jms.sendAcksAsync", "true", "acknowledgements are not waited for; use jms.ackWindow=1 to")
                .only("jms.messagePrioritySupported", "true", "priorities are always heeded")
                .only("jms.checkForDuplicates", "true", "duplicates are always excluded")
                .only("jms.watchTopicAdvisories", "false", "there are no advisory topics")
                .only("jms.nestedMapAndListEnabled", "false", "JMS allows plain values only in map messages")
                .only("jms.objectMessageSerializationDefered", "false", "objects are encoded when they are set")
                .only("jms.disableTimeStampsByDefault", "false", "call MessageProducer.setDisableMessageTimestamp")
                .only("jms.useRetroactiveConsumer", "false", "topics keep nothing for later subscribers")
                .only("jms.exclusiveConsumer", "false", "an exclusive consumer is asked for by the queue")
                .only("jms.nonBlockingRedelivery", "false", "redelivery keeps the order")
                .only("jms.transactedIndividualAck", "false", "a transaction acknowledges as a whole")
                .only("jms.strictCompliance", "true", "BatonMQ follows the specification")
                .only("jms.consumerExpiryCheckEnabled", "true", "expired messages are never delivered")
                .only("jms.rmIdFromConnectionId", "false", "it concerns XA resource managers")
                .only("jms.statsEnabled", "false", "clients keep no JMX statistics");
    }

    /** Adds the options of a server in the list. */
    static OptionTable server(OptionTable table) {
        table.server("connectionTimeout", "jms.connectTimeout", (draft, value) -> {
                    if (value.is("0")) {
                        throw value.refuse("milliseconds from " + CommonOptions.MIN_CONNECT_MILLIS
                                + ": an attempt without a bound could hang for ever");
                    }
                    draft.connectTimeout = value.millis(CommonOptions.MIN_CONNECT_MILLIS);
                })
                .server("wireFormat.maxInactivityDuration", "jms.silenceLimit", (draft, value) -> {
                    if (value.is("0")) {
                        throw value.refuse("milliseconds from 100: a link that is never declared dead could hand out"
                                + " messages that another consumer has received already");
                    }
                    draft.silenceLimit = value.millis(100);
                })
                .server("tcpNoDelay", (draft, value) -> draft.noDelay = value.bool())
                .server("wireFormat.tcpNoDelayEnabled", "tcpNoDelay", (draft, value) -> draft.noDelay = value.bool())
                .server("keepAlive", (draft, value) -> draft.keepAlive = value.bool())
                .server("socketBufferSize", (draft, value) -> {
                    draft.sendBuffer = value.integer(1024, 1 << 28, "bytes");
                    draft.receiveBuffer = draft.sendBuffer;
                })
                .server("trafficClass", (draft, value) -> draft.trafficClass = value.integer(0, 255))
                .server("typeOfService", "trafficClass", (draft, value) -> draft.trafficClass = value.integer(0, 255))
                .tls("verifyHostName", "ssl.verifyHost", (draft, value) -> draft.verifyHost = value.bool())
                .tls("socket.verifyHostName", "ssl.verifyHost", (draft, value) -> draft.verifyHost = value.bool())
                .tls("socket.enabledProtocols", "ssl.protocols", (draft, value) -> draft.protocols = value.names())
                .tls(
                        "socket.enabledCipherSuites",
                        "ssl.cipherSuites",
                        (draft, value) -> draft.cipherSuites = value.names());
        String silence = "the holder says how long a link may be silent, since a dead link must not hand out messages;"
                + " jms.silenceLimit may lower it";
        return table.only("useInactivityMonitor", "true", silence)
                .only("useKeepAlive", "true", silence)
                .refused("wireFormat.maxInactivityDurationInitalDelay", silence + ": remove it")
                .refused("wireFormat.maxInactivityDurationInitialDelay", silence + ": remove it")
                .refused("wireFormat.maxFrameSize", "the node's setting maxMessageSize bounds messages: remove it")
                .refusedPrefix("wireFormat.", OPENWIRE)
                .refused("wireFormat", OPENWIRE)
                .refused("minmumWireFormatVersion", OPENWIRE)
                .only("soTimeout", "0", silence)
                .refused("soWriteTimeout", silence + ": remove it")
                .refused("soLinger", "a link is closed without lingering: remove it")
                .refused("diffServ", "write the octet as trafficClass=…")
                .refused("ioBufferSize", "use socketBufferSize for the socket's buffers, or remove it")
                .only("trace", "false", "set the log level of io.batonmq.jms.internal.link instead")
                .only("useLocalHost", "false", "the host is taken as it is written")
                .only("closeAsync", "true", "sockets are always closed in the background")
                .only("dynamicManagement", "false", "links have no JMX beans")
                .refused("jmxPort", "links have no JMX beans: remove it")
                .refused("startLogging", "set the log level of io.batonmq.jms.internal.link instead: remove it")
                .refused("logWriterName", "set the log level of io.batonmq.jms.internal.link instead: remove it")
                .refusedPrefix("transport.", "it belongs to a broker's listener: remove it")
                .refusedPrefix(
                        "socket.",
                        "only socket.verifyHostName, enabledProtocols and enabledCipherSuites have a"
                                + " counterpart: remove it");
    }

    /** Returns the entry that stands for a package with all below it: at home every entry does. */
    private static String wholePackage(String name) {
        return name.endsWith("*") ? name : name + ".*";
    }

    private static int prefetch(OptionValue value) {
        return value.integer(0, Prefetch.MAX_MESSAGES, "0 = pull");
    }

    private static @Nullable Duration timeout(OptionValue value) {
        return value.is("0") ? null : value.millis(1);
    }
}
