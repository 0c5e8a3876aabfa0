package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Attachment;
import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.Destinations.QueueConsumer;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.wire.BrokerFrame.ConsumerClosed;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.ErrorCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A consumer or browser as its client declared it: its credit, and its place at a queue. Confined to the broker loop. */
final class SessionConsumer implements QueueConsumer {

    /** NEW → OPEN → CLOSED; NEW → CLOSED. OPEN: attached to its queue. */
    enum State {
        NEW,
        OPEN,
        CLOSED
    }

    private final Session session;
    private final int number;
    private final boolean browser;
    private State state = State.NEW;
    private @Nullable Attachment attachment;
    /** The last it was about to be sent a stored message of; 0 = none. */
    private long queue;

    private long messages;
    private long bytes;

    SessionConsumer(Session session, int number, boolean browser) {
        this.session = session;
        this.number = number;
        this.browser = browser;
    }

    @Override
    public int number() {
        return number;
    }

    Session session() {
        return session;
    }

    private void become(State next) {
        state = next;
    }

    long queue() {
        return queue;
    }

    void attached(Attachment place) {
        attachment = place;
        become(State.OPEN);
    }

    /** Leaves its queue; nothing is delivered to it any more. */
    void detach() {
        leave(Attachment::detach);
    }

    /** The same, but its client may declare it anew on another link. */
    void lost() {
        leave(Attachment::lost);
    }

    /** The same, since the database refuses what it was attached with. */
    void refused() {
        leave(Attachment::refused);
    }

    private void leave(Consumer<Attachment> how) {
        Attachment place = attachment;
        attachment = null;
        become(State.CLOSED);
        if (place != null) {
            how.accept(place);
        }
    }

    /** Both run out independently. */
    void credit(int moreMessages, int moreBytes) {
        messages += moreMessages;
        bytes += moreBytes;
        wake();
    }

    void wake() {
        if (attachment != null) {
            attachment.wake();
        }
    }

    /** Answers behind what was delivered. */
    void drain(long request) {
        Drained answer = new Drained(session.number(), number, request);
        if (attachment == null) {
            session.outbox().send(answer);
        } else {
            attachment.drain(() -> {
                if (state == State.OPEN) {
                    session.outbox().send(answer);
                }
            });
        }
    }

    /**
     * A message larger than the bytes left is sent all the same, else it never could be; the debt is paid by later credit.
     */
    @Override
    public boolean ready(int size) {
        Connection connection = session.connection();
        return state == State.OPEN
                && messages > 0
                && bytes > 0
                && session.receives()
                && (connection.started() || browser)
                && connection.holding().gate().trusted();
    }

    @Override
    public boolean marked(long number) {
        queue = number;
        return browser || session.markDispatched(number);
    }

    @Override
    public void mark(Unit unit, long number) {
        queue = number;
        session.markDispatched(unit, number);
    }

    @Override
    public void deliver(Entry entry) {
        messages--;
        bytes -= entry.size();
        Delivery delivery = new Delivery(entry, number, false);
        if (!browser) {
            session.held().add(delivery);
        }
        session.outbox().deliver(delivery, number, browser);
    }

    @Override
    public Identity connection() {
        return session.connection().id();
    }

    @Override
    public void queueRemoved(String why) {
        attachment = null;
        become(State.CLOSED);
        session.connection().remove(this);
        session.outbox().send(new ConsumerClosed(session.number(), number, ErrorCode.DESTINATION_DELETED, why));
    }

    @Override
    public void browseEnded() {
        session.outbox().send(new Drained(session.number(), number, 0));
    }
}
