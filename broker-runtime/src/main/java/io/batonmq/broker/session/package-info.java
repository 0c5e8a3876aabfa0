/** What a client connection and its sessions own in a node. */
@NullMarked
package io.batonmq.broker.session;

import org.jspecify.annotations.NullMarked;
