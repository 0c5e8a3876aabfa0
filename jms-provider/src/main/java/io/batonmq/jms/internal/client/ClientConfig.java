package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.message.DestinationMaker;
import io.batonmq.jms.internal.message.MessageSettings;
import io.batonmq.jms.internal.url.FailoverUrl;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What a connection factory gives its connections. Immutable.
 *
 * @param url the failover URL
 * @param clientId the JMS client identifier, if the factory or URL sets one
 * @param messages what messages inherit
 * @param destinations makes destination objects
 * @param cores makes connections' cores
 * @param clock the client's clock, for message headers (R18)
 * @param observer told of failovers, if any
 */
public record ClientConfig(
        FailoverUrl url,
        @Nullable String clientId,
        MessageSettings messages,
        DestinationMaker destinations,
        CoreMaker cores,
        InstantSource clock,
        @Nullable FailoverObserver observer) {

    /** How long an ordinary call may take. */
    OpenCalls.Limits callLimits() {
        Duration failoverTimeout = url.policy().failoverTimeout();
        return new OpenCalls.Limits(
                url.options().callTimeout(), failoverTimeout == null ? null : () -> failoverTimeout);
    }

    Duration closeTimeout() {
        return url.options().closeTimeout();
    }
}
