package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ConnectionEvents.Resumed;
import jakarta.jms.JMSException;
import java.util.List;

/** What the public failover listener is told; the public package adapts it. Called on the connection's events thread. */
public interface FailoverObserver {

    /** The link is lost, a resume is under way. */
    void interrupted(JMSException cause);

    /** The connection is back. */
    void resumed(Resumed how);

    /** The list of nodes changed. */
    void topology(List<String> nodes);
}
