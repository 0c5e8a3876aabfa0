package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known so far about a connection while its URL is parsed; starts with the defaults all spellings share, to
 * which each spelling adds its own. Used by one thread while it parses a URL.
 */
final class ConnectionDraft {

    final ServerDraft servers = new ServerDraft();
    final List<String> warnings = new ArrayList<>();

    @Nullable
    String clientID;

    @Nullable
    String username;

    @Nullable
    String password;

    int queuePrefetch = Prefetch.DEFAULT.queue();
    int topicPrefetch = Prefetch.DEFAULT.topic();
    int durableTopicPrefetch = Prefetch.DEFAULT.durableTopic();
    int browserPrefetch = Prefetch.DEFAULT.browser();
    int prefetchBytes = Prefetch.DEFAULT.bytes();
    int replayWindow = 1 << 20;
    int ackWindow = 64;

    @Nullable
    Duration callTimeout;

    Duration closeTimeout = Duration.ofSeconds(5);
    EventLevel events = EventLevel.FAILURES;
    List<String> deserializationAllow = List.of();
    List<String> deserializationDeny = List.of();

    int connectRounds = Attempts.UNLIMITED;

    @Nullable
    Duration connectDeadline;

    Duration connectDelay = Duration.ofMillis(10);

    @Nullable
    Duration connectAttemptTimeout;

    int reconnectRounds = Attempts.UNLIMITED;
    int failoverRounds;
    Duration reconnectDelay = Duration.ofMillis(10);

    @Nullable
    Duration reconnectAttemptTimeout;

    Duration maxDelay = Duration.ofSeconds(30);
    boolean exponential = true;
    double multiplier = 2;
    double jitter = Attempts.JITTER;
    boolean reconnects = true;
    boolean randomize;

    @Nullable
    Duration failoverTimeout;

    boolean followsNodeList = true;
    int warnEvery = 10;

    /** Sets all kinds of prefetch alike. */
    void prefetch(int messages) {
        queuePrefetch = messages;
        topicPrefetch = messages;
        durableTopicPrefetch = messages;
        browserPrefetch = Math.max(1, messages);
    }

    ConnectionOptions options() {
        return new ConnectionOptions(
                clientID,
                username,
                password,
                new Prefetch(queuePrefetch, topicPrefetch, durableTopicPrefetch, browserPrefetch, prefetchBytes),
                replayWindow,
                ackWindow,
                callTimeout,
                closeTimeout,
                events,
                deserializationAllow,
                deserializationDeny);
    }

    ReconnectPolicy policy() {
        Attempts connect = new Attempts(
                connectRounds,
                connectDeadline,
                connectDelay,
                exponential ? multiplier : 1,
                longest(connectDelay),
                jitter,
                connectAttemptTimeout);
        Attempts reconnect = new Attempts(
                reconnectRounds,
                null,
                reconnectDelay,
                exponential ? multiplier : 1,
                longest(reconnectDelay),
                jitter,
                reconnectAttemptTimeout);
        return new ReconnectPolicy(
                connect, reconnects ? reconnect : null, randomize, failoverTimeout, followsNodeList, warnEvery);
    }

    /** A first delay above the longest is not cut: it was asked for by name. */
    private Duration longest(Duration first) {
        return first.compareTo(maxDelay) > 0 ? first : maxDelay;
    }
}
