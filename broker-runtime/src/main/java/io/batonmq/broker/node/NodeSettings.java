package io.batonmq.broker.node;

import io.batonmq.broker.destination.DestinationSettings;
import io.batonmq.broker.lease.LeaseSettings;
import io.batonmq.broker.session.SessionSettings;
import io.batonmq.broker.writer.BatchWriter;
import java.time.Duration;

/**
 * What the core of a node is configured with; checked as a whole by {@code BrokerConfig}. Immutable.
 *
 * @param lease intervals of the lease
 * @param sessions times and bounds of sessions
 * @param destinations bounds of queues, redelivery
 * @param batches bounds of write batches
 * @param mostParked clients that may wait at a standby
 * @param stopTimeout bound of a graceful handover (L8)
 */
public record NodeSettings(
        LeaseSettings lease,
        SessionSettings sessions,
        DestinationSettings destinations,
        BatchWriter.Bounds batches,
        int mostParked,
        Duration stopTimeout) {}
