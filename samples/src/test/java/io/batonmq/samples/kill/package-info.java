/** Holders killed and paused, in real processes, while clients of every kind are at work. */
@NullMarked
package io.batonmq.samples.kill;

import org.jspecify.annotations.NullMarked;
