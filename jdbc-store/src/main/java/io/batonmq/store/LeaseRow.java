package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * The lease row as one statement read it.
 *
 * @param leaseName its key
 * @param cluster random id made with the schema (L11)
 * @param holder node id, null = released or never taken
 * @param incarnation of the holder
 * @param epoch the current epoch
 * @param renewals renewal count within the epoch; it and the epoch only grow (L7)
 * @param expiresInMillis expiry minus the database's now; negative = expired; more than the activation interval counts as
 *     the activation interval (L7)
 * @param advertise the holder's address for clients
 * @param successor the node a graceful handover named (L8)
 * @param databaseMillis the database's clock at the read
 */
public record LeaseRow(
        String leaseName,
        Identity cluster,
        @Nullable String holder,
        @Nullable Identity incarnation,
        long epoch,
        long renewals,
        long expiresInMillis,
        @Nullable String advertise,
        @Nullable String successor,
        long databaseMillis) {}
