/**
 * The BatonMQ wire protocol: one record per frame, the encoded message, the codec and its limits. Used by client and node
 * alike; knows the JDK and Netty's buffers, nothing of JMS.
 */
@NullMarked
package io.batonmq.wire;

import org.jspecify.annotations.NullMarked;
