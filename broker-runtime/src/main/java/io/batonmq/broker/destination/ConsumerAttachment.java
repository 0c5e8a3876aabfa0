package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Attachment;
import io.batonmq.broker.destination.Destinations.QueueConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A consumer on a queue or subscription. Confined to the broker loop. */
final class ConsumerAttachment implements Attachment {
    /** MADE → ACTIVE (its unit is durable) → CLOSED; MADE → CLOSED. */
    private enum State {
        MADE,
        ACTIVE,
        CLOSED
    }

    /** Why a consumer leaves. */
    enum Leaving {
        CLOSED,
        LOST,
        REFUSED
    }

    private final Dispatcher dispatcher;
    private final QueueConsumer consumer;
    private final @Nullable Selection selection;
    private final List<Runnable> drains = new ArrayList<>(1);
    private State state = State.MADE;
    private Consumer<Leaving> onLeaving = how -> {};

    /** Whether the dispatcher takes it as ready. */
    boolean inRing;
    /** It is ready, but the store does not know yet that its session is dispatched to (R9). */
    boolean awaitsMark;

    ConsumerAttachment(Dispatcher dispatcher, QueueConsumer consumer, @Nullable Selection selection) {
        this.dispatcher = dispatcher;
        this.consumer = consumer;
        this.selection = selection;
    }

    QueueConsumer consumer() {
        return consumer;
    }

    boolean isActive() {
        return state == State.ACTIVE;
    }

    /** What it selects; null = it takes everything. */
    @Nullable
    Selection selection() {
        return selection;
    }

    /** Told when it has left, unless its queue went first. */
    void whenLeaving(Consumer<Leaving> task) {
        onLeaving = task;
    }

    void activate() {
        if (state == State.MADE) {
            state = State.ACTIVE;
            dispatcher.wake(this);
        }
    }

    void close() {
        state = State.CLOSED;
    }

    void finishDrains() {
        List<Runnable> done = List.copyOf(drains);
        drains.clear();
        done.forEach(Runnable::run);
    }

    @Override
    public void wake() {
        if (state == State.ACTIVE) {
            dispatcher.wake(this);
        }
    }

    @Override
    public void drain(Runnable done) {
        if (state == State.CLOSED) {
            done.run();
            return;
        }
        drains.add(done);
        dispatcher.drain(this);
    }

    @Override
    public void detach() {
        leave(Leaving.CLOSED);
    }

    @Override
    public void lost() {
        leave(Leaving.LOST);
    }

    @Override
    public void refused() {
        leave(Leaving.REFUSED);
    }

    private void leave(Leaving how) {
        if (state != State.CLOSED) {
            close();
            dispatcher.detach(this);
            onLeaving.accept(how);
        }
    }
}
