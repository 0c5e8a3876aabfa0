package io.batonmq.store;

/**
 * A node that contends for the lease, as it last wrote itself down.
 *
 * @param nodeId its stable id
 * @param incarnation of its process
 * @param advertise its address for clients and for the other nodes
 * @param seenMillisAgo how long ago, in database time
 */
public record NodeRow(String nodeId, Identity incarnation, String advertise, long seenMillisAgo) {}
