/** The node as a whole: where it is put together, configured, started and stopped. */
@NullMarked
package io.batonmq.broker;

import org.jspecify.annotations.NullMarked;
