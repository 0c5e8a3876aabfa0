package io.batonmq.jms;

import io.batonmq.jms.FailoverListener.Resumption;
import io.batonmq.jms.internal.client.FailoverObserver;
import io.batonmq.jms.internal.core.ConnectionEvents;
import jakarta.jms.JMSException;
import java.util.List;

/** Translates for the inside, which knows nothing of this package. Stateless. */
record FailoverListenerAdapter(FailoverListener listener) implements FailoverObserver {
    @Override
    public void interrupted(JMSException cause) {
        listener.interrupted(cause);
    }

    @Override
    public void resumed(ConnectionEvents.Resumed how) {
        listener.resumed(new Resumption(how.from(), how.to(), how.epoch(), how.reattached(), how.claimsLost()));
    }

    @Override
    public void topology(List<String> nodes) {
        listener.topology(nodes);
    }
}
