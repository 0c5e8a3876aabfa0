package io.batonmq.jms.internal.message;

import io.batonmq.wire.WireDestination;
import jakarta.jms.JMSException;

/** Deletes temporary destinations: the connection through which the application got hold of one. Any thread. */
public interface TemporaryOwner {

    /** Deletes it; refused if another connection made it or a consumer of it is open. */
    void delete(WireDestination temporary) throws JMSException;
}
