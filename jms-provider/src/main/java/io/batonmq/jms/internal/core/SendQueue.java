package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.ConnectionOptions;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayDeque;
import java.util.Deque;

/** A session's sends outside transactions, which wait for room in the replay window (R19). Confined to the loop. */
final class SendQueue {

    private record Waiting(Order.Send send, CoreCall<Void> call) {}

    private final Core core;
    private final CommandLog log;
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    SendQueue(Core core, CommandLog log) {
        this.core = core;
        this.log = log;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    Call<Void> send(EncodedMessage message) {
        CoreCall<Void> call = core.calls().bounded();
        Waiting next = new Waiting(new Order.Send(message, message.head().persistent()), call);
        waiting.add(next);
        call.onWithdraw(why -> {
            waiting.remove(next);
            return Failures.timedOut(why);
        });
        admit();
        return call;
    }

    /** What fits into the window, but always one. */
    void admit() {
        int window = core.options().replayWindow();
        Waiting next = waiting.peek();
        while (next != null
                && (window == ConnectionOptions.NO_REPLAY
                        || log.bytes() == 0
                        || log.bytes() + next.send().size() <= window)) {
            waiting.remove();
            log.add(next.send(), next.call(), null);
            next = waiting.peek();
        }
    }
}
