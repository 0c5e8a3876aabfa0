/** The network server: bytes to frames and back, nothing else. */
@NullMarked
package io.batonmq.broker.net;

import org.jspecify.annotations.NullMarked;
