package io.batonmq.broker.session;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.wire.BrokerFrame.Fault;
import io.batonmq.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The client's end of a link: says what the test says, keeps what it is told. */
final class ScriptedLink implements ClientLink {
    private final Holder holder;
    private final String name;
    private final @Nullable String user;
    private final List<Frame> received = new ArrayList<>();
    private @Nullable Receiver receiver;
    private boolean open = true;
    private boolean read = true;

    ScriptedLink(Holder holder, String name, @Nullable String user) {
        this.holder = holder;
        this.name = name;
        this.user = user;
    }

    /** Large bodies wait from now on until they are let go. */
    boolean holdsUp;

    private final List<Runnable> heldUp = new ArrayList<>();

    void open(Receiver to) {
        receiver = to;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable String user() {
        return user;
    }

    @Override
    public void send(Frame frame) {
        if (open) {
            received.add(frame);
        }
    }

    @Override
    public void whenWritable(Runnable task) {
        if (holdsUp) {
            heldUp.add(task);
        } else {
            task.run();
        }
    }

    void letGo() {
        holdsUp = false;
        heldUp.forEach(holder.loop::execute);
        holder.run();
    }

    @Override
    public void reads(boolean reads) {
        read = reads;
    }

    boolean isRead() {
        return read;
    }

    @Override
    public void close() {
        open = false;
    }

    boolean isOpen() {
        return open;
    }

    /** The client writes these; nothing happens before the loop runs. */
    void write(Frame... frames) {
        for (Frame frame : frames) {
            holder.loop.execute(() -> Objects.requireNonNull(receiver).received(frame));
        }
    }

    /** The client's end breaks. */
    void reset() {
        holder.loop.run();
        if (open) {
            open = false;
            Objects.requireNonNull(receiver).closed("reset");
            holder.run();
        }
    }

    /** What was received and not yet taken, of one kind; taken with this. */
    <F extends Frame> List<F> take(Class<F> kind) {
        holder.run();
        List<F> taken = new ArrayList<>();
        received.removeIf(frame -> kind.isInstance(frame) && taken.add(kind.cast(frame)));
        return taken;
    }

    <F extends Frame> F one(Class<F> kind) {
        List<F> all = take(kind);
        if (all.size() != 1) {
            throw new AssertionError("expected one " + kind.getSimpleName() + ", got " + all + " beside " + received);
        }
        return all.get(0);
    }

    List<Frame> all() {
        holder.run();
        return List.copyOf(received);
    }

    Fault fault() {
        Fault fault = one(Fault.class);
        if (open) {
            throw new AssertionError("the link is open after " + fault);
        }
        return fault;
    }
}
