/** The failover URL spellings, one parser each, all giving the same options and reconnect policy. */
@NullMarked
package io.batonmq.jms.internal.url;

import org.jspecify.annotations.NullMarked;
