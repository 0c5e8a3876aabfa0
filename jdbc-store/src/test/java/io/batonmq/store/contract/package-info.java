/**
 * What every store must do, as abstract tests: run on H2, on PostgreSQL and on the simulation's model store. A subclass
 * says how to open a node's stores.
 */
@NullMarked
package io.batonmq.store.contract;

import org.jspecify.annotations.NullMarked;
