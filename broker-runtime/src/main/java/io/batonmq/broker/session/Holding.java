package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.loop.DatabaseTime;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.Identity;
import io.batonmq.store.MessageStore;
import java.util.List;
import java.util.function.Supplier;

/**
 * One holding of the lease, as its sessions see it: who we are and whom we work with. Immutable.
 *
 * @param epoch of the holding
 * @param leaseName the lease's key
 * @param cluster the cluster's id (L11)
 * @param nodes addresses of the cluster's nodes, the holder first
 */
public record Holding(
        long epoch,
        String leaseName,
        Identity cluster,
        Destinations destinations,
        Writer writer,
        MessageStore store,
        Loop loop,
        DatabaseTime time,
        SessionSettings settings,
        ServingGate gate,
        Supplier<List<String>> nodes) {}
