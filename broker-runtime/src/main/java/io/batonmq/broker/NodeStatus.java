package io.batonmq.broker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows of itself and of the lease at one instant. Immutable.
 *
 * @param nodeId its stable id
 * @param address what clients connect to
 * @param role what it is
 * @param epoch of its holding, 0 while it has none; each holding has a higher one than all before (it is no time)
 * @param reason why it stands by or has stopped; empty for a holder
 * @param holder node id of the lease's holder as last read, null = none
 * @param leaseEpoch the lease's epoch as last read
 * @param nodes addresses of the nodes that contend for the lease, this one too, as last read: at most a heartbeat old, empty
 *     in a holder that has just begun
 */
public record NodeStatus(
        String nodeId,
        String address,
        NodeRole role,
        long epoch,
        String reason,
        @Nullable String holder,
        long leaseEpoch,
        List<String> nodes) {}
