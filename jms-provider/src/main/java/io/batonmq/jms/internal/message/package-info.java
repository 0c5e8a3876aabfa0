/** The message kinds and how they map to what goes over the wire. */
@NullMarked
package io.batonmq.jms.internal.message;

import org.jspecify.annotations.NullMarked;
