package io.batonmq.broker.net;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameCodec;
import io.batonmq.wire.ProtocolException;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated link between the broker loop and a channel's I/O thread. Bounded both ways: a peer that doesn't read is
 * dropped, one that sends faster than the loop works is not read from. Methods of {@link ClientLink} belong to the loop, the
 * others to the I/O thread.
 */
final class ServerLink implements ClientLink {
    /** What arrived and waits for the loop; above it nothing is read. */
    private static final long INBOUND_BYTES = 1L << 20;

    private final Channel channel;
    private final Loop loop;
    private final String name;
    private final @Nullable String user;
    private final long outboundLimit;

    private final Queue<Frame> outbound = new ConcurrentLinkedQueue<>();
    /** Signs of life, which overtake what waits: a large body on a slow link must not make it look dead (R8). */
    private final Queue<Frame> urgent = new ConcurrentLinkedQueue<>();

    private final AtomicLong outboundBytes = new AtomicLong();
    private final AtomicLong inboundBytes = new AtomicLong();
    private final AtomicBoolean drainAsked = new AtomicBoolean();
    private volatile boolean finishing;
    private volatile boolean paused;
    /** The loop wants no more for now. */
    private volatile boolean held;

    /** The I/O thread's: the last frame was written. */
    private boolean farewell;

    // the loop's
    private @Nullable Receiver receiver;
    private boolean closed;
    private final Queue<Runnable> waitingForRoom = new ArrayDeque<>();

    ServerLink(Channel channel, Loop loop, String name, @Nullable String user, long outboundLimit) {
        this.channel = channel;
        this.loop = loop;
        this.name = name;
        this.user = user;
        this.outboundLimit = outboundLimit;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable String user() {
        return user;
    }

    void accepted(Receiver newReceiver) {
        loop.assertInside();
        receiver = newReceiver;
    }

    @Override
    public void send(Frame frame) {
        loop.assertInside();
        if (closed) {
            return;
        }
        long waiting = outboundBytes.addAndGet(FrameCodec.estimate(frame));
        if (waiting > outboundLimit) {
            String why = "does not read: " + waiting + " bytes wait to be written";
            Doorkeeper.logDropped(name, ErrorCode.LINK_TOO_MANY, why);
            end(why);
            return;
        }
        if (frame instanceof BrokerFrame.Pong) {
            urgent.add(frame);
        } else {
            outbound.add(frame);
        }
        askToDrain();
    }

    @Override
    public void whenWritable(Runnable task) {
        loop.assertInside();
        if (!closed) {
            waitingForRoom.add(task);
            if (outboundBytes.get() <= outboundLimit / 4) {
                loop.execute(this::roomAgain); // not at once: the task may well send and ask again
            }
        }
    }

    @Override
    public void reads(boolean reads) {
        loop.assertInside();
        if (!closed && held == reads) {
            held = !reads;
            if (held) {
                channel.config().setAutoRead(false);
            } else if (!paused) {
                channel.config().setAutoRead(true);
            }
        }
    }

    @Override
    public void close() {
        loop.assertInside();
        if (!closed) {
            closed = true;
            finishing = true;
            askToDrain();
        }
    }

    /** Drops the link; the receiver is told in a later turn. */
    private void end(String why) {
        closed = true;
        channel.close();
        Receiver told = receiver;
        if (told != null) {
            loop.execute(() -> told.closed(why));
        }
    }

    private void askToDrain() {
        if (drainAsked.compareAndSet(false, true)) {
            try {
                channel.eventLoop().execute(this::drain);
            } catch (RejectedExecutionException e) {
                // the I/O threads have ended, and the channel with them
            }
        }
    }

    /** Encodes and writes while the socket takes it; the rest waits as frames until it does again. */
    void drain() {
        drainAsked.set(false);
        boolean written = false;
        for (Frame frame = urgent.poll(); frame != null; frame = urgent.poll()) {
            write(frame);
            written = true;
        }
        while (channel.isWritable()) {
            Frame frame = outbound.poll();
            if (frame == null) {
                break;
            }
            write(frame);
            written = true;
        }
        if (written) {
            channel.flush();
        }
        if (finishing && !farewell && outbound.isEmpty()) {
            farewell = true;
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> Farewell.close(channel));
        } else if (finishing && !farewell) {
            channel.eventLoop().schedule(() -> channel.close(), Farewell.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void write(Frame frame) {
        int size = FrameCodec.estimate(frame);
        channel.write(frame).addListener(written -> {
            long left = outboundBytes.addAndGet(-size);
            if (left <= outboundLimit / 4 && left + size > outboundLimit / 4) {
                loop.execute(this::roomAgain);
            }
            if (!written.isSuccess() && written.cause() instanceof io.netty.handler.codec.EncoderException) {
                // a frame of ours that is over the limit: going on without it would break the order of things
                loop.execute(() ->
                        lost("a frame could not be encoded: " + written.cause().getMessage()));
            }
        });
    }

    private void roomAgain() {
        while (!closed && outboundBytes.get() <= outboundLimit / 4) {
            Runnable task = waitingForRoom.poll();
            if (task == null) {
                return;
            }
            task.run();
        }
    }

    /** One read's frames. */
    void arrived(List<Frame> frames) {
        long size = 0;
        for (Frame frame : frames) {
            size += FrameCodec.estimate(frame);
        }
        long bytes = size;
        if (inboundBytes.addAndGet(bytes) > INBOUND_BYTES) {
            paused = true; // before the loop gets these frames: it reads the flag after them
            channel.config().setAutoRead(false);
        }
        loop.execute(() -> deliver(frames, bytes));
    }

    private void deliver(List<Frame> frames, long bytes) {
        try {
            for (Frame frame : frames) {
                if (closed || receiver == null) {
                    break;
                }
                receiver.received(frame);
            }
        } catch (ProtocolException e) {
            violation(e);
        }
        if (inboundBytes.addAndGet(-bytes) <= INBOUND_BYTES / 2 && paused) {
            paused = false;
            if (!held) {
                channel.config().setAutoRead(true);
            }
        }
    }

    /** What the peer sent is no protocol. */
    void violated(ProtocolException e) {
        loop.execute(() -> violation(e));
    }

    private void violation(ProtocolException e) {
        if (closed) {
            return;
        }
        Doorkeeper.logDropped(name, e.code(), e.text());
        send(new BrokerFrame.Fault(e.code(), e.text()));
        close();
        Receiver told = receiver;
        if (told != null) {
            loop.execute(() -> told.closed(e.text()));
        }
    }

    /** The peer closed, or the connection broke. */
    void gone(String why) {
        loop.execute(() -> lost(why));
    }

    private void lost(String why) {
        if (!closed) {
            end(why);
        }
    }
}
