/**
 * The node as a non-blocking core: role, links by role, one holding of the lease after the other. The same code runs over
 * Netty and JDBC and in a simulation (DESIGN section 9).
 */
@NullMarked
package io.batonmq.broker.node;

import org.jspecify.annotations.NullMarked;
