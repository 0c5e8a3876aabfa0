package io.batonmq.jms;

import io.batonmq.jms.internal.client.FailoverObserver;
import io.batonmq.jms.internal.client.JmsConnection;
import io.batonmq.jms.internal.client.JmsContext;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Told how a connection fares when brokers come and go: richer than an {@code ExceptionListener}, and never about a
 * terminal failure, which is the ExceptionListener's alone. Set it for all connections of a factory
 * ({@link BatonConnectionFactory#setFailoverListener}) or for one ({@link #set}). Called on the connection's own events
 * thread, one call at a time, with no lock held: it may use or close the connection. Every method does nothing by
 * default.
 */
public interface FailoverListener {

    /**
     * The link to the broker is lost; the connection tries to resume. If it is back before its grace ends (as long as what
     * it holds unacknowledged is kept for it), its non-durable subscriptions have missed no persistent message; else they
     * begin anew.
     *
     * @param cause why, with an error code
     */
    default void interrupted(JMSException cause) {}

    /**
     * The connection goes on.
     *
     * @param how where, and with what
     */
    default void resumed(Resumption how) {}

    /**
     * The brokers of the cluster, as the one that was asked knows them. Called whenever a node's answer or heartbeat brings
     * another list than before: several times while connecting, and with a stale one from a node that stands by.
     *
     * @param nodes their addresses, the one that is taken to serve first
     */
    default void topology(List<String> nodes) {}

    /**
     * How a connection came back.
     *
     * @param from the broker's address before
     * @param to the broker's address now; the same after a mere loss of the link
     * @param epoch the lease's number: it grows with each takeover
     * @param reattached true = the sessions go on where they were; false = another cluster answered: sessions and
     *     consumers were made anew, and what was in progress failed with {@code BATON-OUTCOME-UNKNOWN}
     * @param claimsLost how many messages the application holds unacknowledged that went to other consumers meanwhile:
     *     they can't be acknowledged here any more
     */
    record Resumption(String from, String to, long epoch, boolean reattached, int claimsLost) {}

    /**
     * Sets the listener of one connection, in place of the one before.
     *
     * @param connection made by this provider, not wrapped
     * @param listener null = none
     * @throws JMSException if the connection is closed or another provider's
     */
    static void set(Connection connection, @Nullable FailoverListener listener) throws JMSException {
        if (!(connection instanceof JmsConnection own)) {
            throw new JMSException("a " + connection.getClass().getName() + " is not a connection of BatonMQ itself");
        }
        own.setFailoverObserver(observer(listener));
    }

    /**
     * As {@link #set(Connection, FailoverListener)}, for the connection behind a context.
     *
     * @param context made by this provider, not wrapped
     * @param listener null = none
     * @throws JMSException if the connection is closed or the context another provider's
     */
    static void set(JMSContext context, @Nullable FailoverListener listener) throws JMSException {
        if (!(context instanceof JmsContext own)) {
            throw new JMSException("a " + context.getClass().getName() + " is not a context of BatonMQ itself");
        }
        own.connection().setFailoverObserver(observer(listener));
    }

    /** As the connection knows it. */
    private static @Nullable FailoverObserver observer(@Nullable FailoverListener listener) {
        return listener == null ? null : new FailoverListenerAdapter(listener);
    }
}
