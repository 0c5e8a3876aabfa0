/** The writer: collects the effects of commands into write batches, folds them, and learns how each batch ended (S1–S7). */
@NullMarked
package io.batonmq.broker.writer;

import org.jspecify.annotations.NullMarked;
