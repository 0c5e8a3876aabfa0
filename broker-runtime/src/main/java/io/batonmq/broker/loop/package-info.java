/** The one thread that owns broker state, and its timers. */
@NullMarked
package io.batonmq.broker.loop;

import org.jspecify.annotations.NullMarked;
