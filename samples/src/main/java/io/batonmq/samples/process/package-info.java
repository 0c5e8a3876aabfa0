/** Nodes and clients in processes of their own: started, watched, killed, and their ledgers. */
@NullMarked
package io.batonmq.samples.process;

import org.jspecify.annotations.NullMarked;
