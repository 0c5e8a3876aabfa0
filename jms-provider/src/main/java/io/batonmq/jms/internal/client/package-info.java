/** Connections, sessions, producers, consumers and browsers as the specification has them. */
@NullMarked
package io.batonmq.jms.internal.client;

import org.jspecify.annotations.NullMarked;
