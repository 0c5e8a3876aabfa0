package io.batonmq.store;

/**
 * One holding of one lease by one process: every write and every lease change names it (L3, S2).
 *
 * @param leaseName key of the lease
 * @param nodeId the node's stable id
 * @param incarnation the random id of this process start
 * @param epoch the fencing token
 */
public record LeaseTerm(String leaseName, String nodeId, Identity incarnation, long epoch) {}
