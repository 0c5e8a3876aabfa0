package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Buffer.Arrived;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the messages of a connection consumer are handed out to other sessions of its connection (R23). Confined to the loop.
 */
final class Lending {

    private record Taking(Hands hands, CoreCall<@Nullable Delivery> call) {}

    private record Watching(IntSupplier than, CoreCall<Void> call) {}

    private final Core core;
    private final Consumption consumption;
    private final Buffer buffer;
    private final Function<Hands, @Nullable Arrived> nextFresh;
    private final Runnable topUp;
    private final List<Taking> takes = new ArrayList<>();
    private @Nullable Watching watching;

    /** Takes from the buffer what hasn't expired, with {@code nextFresh}. */
    Lending(
            Core core,
            Consumption consumption,
            Buffer buffer,
            Function<Hands, @Nullable Arrived> nextFresh,
            Runnable topUp) {
        this.core = core;
        this.consumption = consumption;
        this.buffer = buffer;
        this.nextFresh = nextFresh;
        this.topUp = topUp;
    }

    /** How many could be handed out now. */
    int available() {
        return consumption.supplies() ? buffer.size() : 0;
    }

    @SuppressWarnings("ReferenceEquality") // this very wait, not one that asks for as much
    Call<Void> awaitMore(IntSupplier than) {
        if (watching != null) {
            throw new IllegalStateException("somebody waits for this consumer's messages already");
        }
        CoreCall<Void> call = core.calls().unbounded();
        Watching next = new Watching(than, call);
        watching = next;
        call.onWithdraw(why -> {
            if (watching == next) {
                watching = null;
            }
            return Failures.timedOut(why);
        });
        tellMore();
        return call;
    }

    /** Hands out the next, or nothing if there is none; waits only for room among the session's acknowledgements (R12). */
    Call<@Nullable Delivery> take(Hands hands) {
        CoreCall<@Nullable Delivery> call = core.calls().unbounded();
        Taking next = new Taking(hands, call);
        takes.add(next);
        call.onWithdraw(why -> {
            takes.remove(next);
            return Failures.timedOut(why);
        });
        serve();
        return call;
    }

    /** Goes on with what commands, link and gate allow now. */
    void pump() {
        serve();
        tellMore();
    }

    private void serve() {
        for (Taking taking : List.copyOf(takes)) {
            if (!consumption.supplies()) {
                end(taking);
            } else if (taking.hands().admits()) {
                Arrived next = nextFresh.apply(taking.hands());
                if (next == null) {
                    end(taking);
                } else {
                    takes.remove(taking);
                    taking.hands().handOut(next, taking.call());
                    topUp.run();
                }
            }
        }
    }

    private void end(Taking taking) {
        takes.remove(taking);
        taking.call().complete(null);
    }

    private void tellMore() {
        Watching now = watching;
        if (now != null && available() > now.than().getAsInt()) {
            watching = null;
            now.call().complete(null);
        }
    }

    /** The consumer has ended. */
    void shut(CoreException why) {
        List.copyOf(takes).forEach(this::end);
        Watching now = watching;
        watching = null;
        if (now != null) {
            now.call().fail(why);
        }
    }
}
