package io.batonmq.jms.internal.core;

/** How the sessions of a connection, and then the connection itself, come to their ends (R14, R22). Confined to the loop. */
final class Ends {
    private final CommandLog control;
    private final Sessions sessions;
    private final Closing closing;
    private final Runnable closed;

    /** {@code closed} is told of the connection's own end. */
    Ends(CommandLog control, Sessions sessions, Closing closing, Runnable closed) {
        this.control = control;
        this.sessions = sessions;
        this.closing = closing;
        this.closed = closed;
    }

    /** All commands of a closing session are confirmed: its end is written, unless it goes with the connection's. */
    void drained(CoreSession session) {
        if (!closing.begun()) {
            control.add(new Order.CloseSession(session.number()), session.closing(), null);
        }
    }

    /** R14: a session that was only waiting for its end has come to it. */
    void endedAtHolder(CoreSession session) {
        for (Kept kept : control.all()) {
            if (kept.order() instanceof Order.CloseSession ended && ended.closed() == session.number()) {
                control.replace(kept, Order.Skip.SKIP);
            }
        }
        sessions.remove(session.number());
        session.ended(Failures.closed("the session"));
    }

    /** The outcome of one of the connection's own commands: an end that was refused is an end all the same. */
    void settled(Kept kept) {
        kept.complete();
        if (kept.order() instanceof Order.CloseSession ended) {
            CoreSession session = sessions.remove(ended.closed());
            if (session != null) {
                session.ended(Failures.closed("the session"));
            }
        } else if (kept.order() == Order.CloseConnection.CLOSE) {
            closed.run();
        }
    }

    /** R22: the connection's own end is written once nothing else is open. */
    void progress() {
        if (closing.begun() && control.isEmpty() && sessions.areDrained()) {
            control.add(Order.CloseConnection.CLOSE, null, null);
        }
    }
}
