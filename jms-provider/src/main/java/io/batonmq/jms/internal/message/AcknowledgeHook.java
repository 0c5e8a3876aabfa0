package io.batonmq.jms.internal.message;

import jakarta.jms.JMSException;

/** What {@code Message.acknowledge()} does: the session that delivered the message. The caller's thread. */
@FunctionalInterface
public interface AcknowledgeHook {

    /** Acknowledges everything the session has delivered (CLIENT_ACKNOWLEDGE), or nothing. */
    void acknowledge() throws JMSException;
}
