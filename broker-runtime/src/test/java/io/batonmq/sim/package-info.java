/**
 * The simulated world: the cores of nodes and clients in one thread, under a virtual clock, a model database and a network
 * where a seed decides every delay, loss, crash, pause and reordering (DESIGN section 9).
 */
@NullMarked
package io.batonmq.sim;

import org.jspecify.annotations.NullMarked;
