package io.batonmq.jms.internal.url;

/** The options an Artemis URL may carry: the connection factory's and the connector's. Stateless. */
final class ArtemisOptions {

    private static final String POOLS = "BatonMQ's threads are fixed, one per session with listeners: remove it";
    private static final String LARGE =
            "messages of any size up to the node's maxMessageSize are sent alike: remove it";
    private static final String ACCEPTOR = "it belongs to a broker's acceptor: remove it";
    private static final String NO_PROXY = "links go straight to the node: remove it";

    private ArtemisOptions() {}

    /** Adds what decides how a server is found. */
    static OptionTable failover(OptionTable table) {
        return table.connection("ha", (draft, value) -> draft.followsNodeList = value.bool())
                .connection("HA", "ha", (draft, value) -> draft.followsNodeList = value.bool())
                .connection(
                        "reconnectAttempts",
                        (draft, value) -> draft.reconnectRounds =
                                value.integer(-1, Integer.MAX_VALUE, "-1 = for ever, 0 = no reconnection"))
                .connection(
                        "failoverAttempts",
                        (draft, value) ->
                                draft.failoverRounds = value.integer(-1, Integer.MAX_VALUE, "-1 = for ever, 0 = none"))
                .connection(
                        "initialConnectAttempts",
                        (draft, value) ->
                                draft.connectRounds = value.integer(-1, Integer.MAX_VALUE, "-1 = for ever, 0 = once"))
                .connection("retryInterval", (draft, value) -> {
                    draft.connectDelay = value.millis(0);
                    draft.reconnectDelay = draft.connectDelay;
                })
                .connection("retryIntervalMultiplier", (draft, value) -> draft.multiplier = value.factor())
                .connection("maxRetryInterval", (draft, value) -> draft.maxDelay = value.millis(1))
                .connection(
                        "callFailoverTimeout",
                        (draft, value) -> draft.failoverTimeout = value.is("-1") ? null : value.millis(1))
                .connection("connectionLoadBalancingPolicyClassName", ArtemisOptions::loadBalancing)
                .only(
                        "useTopologyForLoadBalancing",
                        "true",
                        "clients follow the holder; ha=false keeps to the listed servers")
                .refused("failoverOnInitialConnection", "it has no effect in Artemis either: remove it");
    }

    private static void loadBalancing(ConnectionDraft draft, OptionValue value) {
        String policy = value.value().substring(value.value().lastIndexOf('.') + 1);
        draft.randomize = switch (policy) {
            case "FirstElementConnectionLoadBalancingPolicy" -> false;
            case "RoundRobinConnectionLoadBalancingPolicy",
                    "RandomConnectionLoadBalancingPolicy",
                    "RandomStickyConnectionLoadBalancingPolicy" -> true;
            default ->
                throw value.refuse("one of Artemis' own policies: FirstElement… (servers as written),"
                        + " RoundRobin…, Random… or RandomSticky… (at random)");
        };
    }

    /** Adds what shapes a connection. */
    static OptionTable factory(OptionTable table) {
        table.connection("clientID", "jms.clientID", (draft, value) -> draft.clientID = value.text())
                .connection("user", "jms.username", (draft, value) -> draft.username = value.text())
                .connection("password", "jms.password", (draft, value) -> draft.password = value.value())
                .connection("callTimeout", "jms.callTimeout", (draft, value) -> draft.callTimeout = value.millis(1))
                .connection(
                        "confirmationWindowSize",
                        "jms.replayWindow",
                        (draft, value) -> draft.replayWindow = CommonOptions.replayWindow(value))
                .connection("consumerWindowSize", ArtemisOptions::consumerWindow)
                .connection(
                        "blockOnAcknowledge",
                        "jms.ackWindow",
                        (draft, value) -> draft.ackWindow = value.bool() ? 1 : 64)
                .server(
                        "clientFailureCheckPeriod",
                        "jms.silenceLimit",
                        (draft, value) -> draft.silenceLimit = value.millis(100));
        for (String name : new String[] {"deserializationAllowList", "deserializationWhiteList"}) {
            table.connection(
                    name, "jms.deserializationAllow", (draft, value) -> draft.deserializationAllow = value.classes());
        }
        for (String name : new String[] {"deserializationDenyList", "deserializationBlackList"}) {
            table.connection(
                    name, "jms.deserializationDeny", (draft, value) -> draft.deserializationDeny = value.classes());
        }
        only(table);
        refused(table);
        return table;
    }

    private static void consumerWindow(ConnectionDraft draft, OptionValue value) {
        int bytes = value.integer(0, 1 << 30, "bytes; 0 = pull; without bound, -1 in Artemis, is not offered");
        if (bytes == 0) {
            draft.prefetch(0);
        } else {
            draft.prefetchBytes = bytes;
        }
    }

    private static void only(OptionTable table) {
        table.only("type", "CF|QUEUE_CF|TOPIC_CF", "one factory serves queues and topics; XA factories are not offered")
                .only(
                        "blockOnDurableSend",
                        "true",
                        "a persistent send returns when it is stored; to send without waiting,"
                                + " call send(message, completionListener)")
                .only("blockOnNonDurableSend", "false", "NON_PERSISTENT messages are never waited for")
                .only("preAcknowledge", "false", "messages are never acknowledged before they are delivered")
                .only(
                        "connectionTTL",
                        "60000",
                        "the node decides how long it keeps the sessions of a client that is away"
                                + " (its setting resumeTimeout)")
                .only("autoGroup", "false", "set the message property JMSXGroupID")
                .only("consumerMaxRate", "-1", "rates are not limited; use jms.prefetch")
                .only("producerMaxRate", "-1", "rates are not limited; the broker slows producers when it must")
                .only("producerWindowSize", "-1|65536", "the broker decides how much a producer may send ahead")
                .only("enableSharedClientID", "false", "one connection per client id; use shared subscriptions")
                .only("enable1xPrefixes", "false", "there are no jms.queue. and jms.topic. prefixes")
                .only("ignoreJTA", "false", "XA is not offered")
                .only("useGlobalPools", "true", "all connections share one network thread")
                .only("cacheDestinations", "false", "creating a destination object costs nothing")
                .only("compressLargeMessage", "false", "bodies are never compressed")
                .only("compressLargeMessages", "false", "bodies are never compressed")
                .only("cacheLargeMessagesClient", "false", "bodies are kept in memory");
    }

    private static void refused(OptionTable table) {
        table.refused("ackBatchSize", "acknowledgements are counted, not measured: use jms.ackWindow")
                .refused("dupsOKBatchSize", "acknowledgements are counted, not measured: use jms.ackWindow")
                .refused("transactionBatchSize", "acknowledgements of a transaction travel with it: remove it")
                .refused("groupID", "set the message property JMSXGroupID")
                .refused("minLargeMessageSize", LARGE)
                .refused("compressionLevel", LARGE)
                .refused("initialMessagePacketSize", LARGE)
                .refused("onMessageCloseTimeout", "close() waits for a running listener, as JMS says: remove it")
                .refused("threadPoolMaxSize", POOLS)
                .refused("scheduledThreadPoolMaxSize", POOLS)
                .refused("flowControlThreadPoolMaxSize", POOLS)
                .refused("incomingInterceptorList", "there are no packet interceptors: remove it")
                .refused("outgoingInterceptorList", "there are no packet interceptors: remove it")
                .refused("passwordCodec", "write the password as it is, or give it to createConnection: remove it")
                .refused("protocolManagerFactoryStr", "there is one protocol: remove it");
    }

    /** Adds the connector's options. */
    static OptionTable connector(OptionTable table) {
        table.server("sslEnabled", (draft, value) -> draft.tls = value.bool())
                .server(
                        "connect-timeout-millis",
                        "jms.connectTimeout",
                        (draft, value) -> draft.connectTimeout = value.millis(CommonOptions.MIN_CONNECT_MILLIS))
                .server("tcpNoDelay", (draft, value) -> draft.noDelay = value.bool())
                .server("tcpSendBufferSize", (draft, value) -> draft.sendBuffer = value.integer(1024, 1 << 28, "bytes"))
                .server(
                        "tcpReceiveBufferSize",
                        (draft, value) -> draft.receiveBuffer = value.integer(1024, 1 << 28, "bytes"))
                .tls("keyStorePath", "ssl.keyStore", (draft, value) -> draft.keyStore = value.path())
                .tls(
                        "keyStorePassword",
                        "ssl.keyStorePassword",
                        (draft, value) -> draft.keyStorePassword = value.value())
                .tls("trustStorePath", "ssl.trustStore", (draft, value) -> draft.trustStore = value.path())
                .tls(
                        "trustStorePassword",
                        "ssl.trustStorePassword",
                        (draft, value) -> draft.trustStorePassword = value.value())
                .tls("verifyHost", "ssl.verifyHost", (draft, value) -> draft.verifyHost = value.bool())
                .tls("enabledProtocols", "ssl.protocols", (draft, value) -> draft.protocols = value.names())
                .tls("enabledCipherSuites", "ssl.cipherSuites", (draft, value) -> draft.cipherSuites = value.names());
        String told = "stores are JKS or PKCS#12, told by their content";
        table.only("keyStoreType", "JKS|PKCS12", told)
                .only("trustStoreType", "JKS|PKCS12", told)
                .only(
                        "trustAll",
                        "false",
                        "a link that trusts everybody is not encrypted against anybody: give a trust store")
                .only("sslProvider", "JDK", "TLS is the JDK's")
                .only("useDefaultSslContext", "false", "without stores in the URL the JDK's own are used anyway")
                .only("useEpoll", "false", "the network thread uses the JDK's selector on all systems")
                .only("useKQueue", "false", "the network thread uses the JDK's selector on all systems")
                .only("useNio", "true", "the network thread uses the JDK's selector on all systems")
                .only("httpEnabled", "false", "there is no HTTP tunnel")
                .only("httpUpgradeEnabled", "false", "there is no HTTP tunnel")
                .only("useServlet", "false", "there is no HTTP tunnel")
                .only("useInvm", "false", "links are network links")
                .only("protocols", "CORE", "a BatonMQ client speaks BatonMQ's protocol only")
                .only("socksEnabled", "false", NO_PROXY)
                .only("proxyProtocolEnabled", "false", NO_PROXY)
                .refusedPrefix("socks", NO_PROXY)
                .refusedPrefix("http", "there is no HTTP tunnel: remove it")
                .refused("keyPassword", "the key must have the key store's password: use keyStorePassword")
                .refused("keyStoreProvider", told + ": remove it")
                .refused("trustStoreProvider", told + ": remove it")
                .refused("keyStoreAlias", "a store with one key is expected: remove it")
                .refused("sniHost", "the host of the server is sent: remove it")
                .refused("crlPath", "revocation is the JDK's setting: remove it")
                .refused("crcOptions", "revocation is the JDK's setting: remove it")
                .refused("ocspResponderURL", "revocation is the JDK's setting: remove it")
                .refused("forceSSLParameters", "settings of the URL always win: remove it")
                .refused("sslContext", "give stores in the URL: remove it")
                .refused("sslAutoReload", "stores are read for every attempt: remove it")
                .refused(
                        "sslHandshakeTimeout", "the handshake is part of a connect attempt: use connect-timeout-millis")
                .refused("handshake-timeout", "the handshake is part of a connect attempt: use connect-timeout-millis")
                .refused("trustManagerFactoryPlugin", "give a trust store: remove it")
                .refused("nioRemotingThreads", POOLS)
                .refused("remotingThreads", POOLS)
                .refused("useGlobalWorkerPool", POOLS)
                .refused("useNioGlobalWorkerPool", POOLS)
                .refused("batchDelay", "writes are gathered without a delay: remove it")
                .refused("writeBufferLowWaterMark", "write buffers are bounded by themselves: remove it")
                .refused("writeBufferHighWaterMark", "write buffers are bounded by themselves: remove it")
                .refused("localAddress", "the system picks the local address: remove it")
                .refused("localPort", "the system picks the local port: remove it")
                .refused("shutdownTimeout", "use jms.closeTimeout")
                .refused("quietPeriod", "use jms.closeTimeout");
        for (String name : new String[] {
            "needClientAuth",
            "wantClientAuth",
            "backlog",
            "directDeliver",
            "connectionsAllowed",
            "connectionTtl",
            "router"
        }) {
            table.refused(name, ACCEPTOR);
        }
        return table;
    }
}
