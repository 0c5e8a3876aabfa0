package io.batonmq.jms.internal.message;

import io.batonmq.wire.WireDestination;

/** What every destination of this provider can say: how the protocol names it. Immutable, any thread. */
public interface WireNamed {

    /** The destination as the protocol names it. */
    WireDestination wire();
}
