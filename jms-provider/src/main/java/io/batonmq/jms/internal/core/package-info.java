/**
 * The client's non-blocking core: one connection with its sessions and consumers, and failover and resume around it (R1–R22).
 * Confined to a {@link io.batonmq.jms.internal.core.Loop}; time, randomness and network come from outside, so the same code
 * runs over Netty and in a simulation.
 */
@NullMarked
package io.batonmq.jms.internal.core;

import org.jspecify.annotations.NullMarked;
