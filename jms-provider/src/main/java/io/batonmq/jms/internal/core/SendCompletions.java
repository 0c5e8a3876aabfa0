package io.batonmq.jms.internal.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous sends of a session: in whatever order their outcomes come, they are told in the order of the sends, one
 * after the other, each once (7.3). Confined to the loop.
 */
public final class SendCompletions {

    /** Calls the application back. */
    public interface Teller {

        /**
         * Runs the callback on the application's side, after all that came before, and then {@code returned} on the loop.
         *
         * @return false if there is no such side any more: neither will run
         */
        boolean tell(Runnable callback, Runnable returned);
    }

    /** What is told of one send, on the teller's side. */
    public interface Outcome {

        /**
         * Called once.
         *
         * @param failure null = the message is as safe as its delivery mode says
         */
        void told(@Nullable Throwable failure);
    }

    private static final class Entry {
        private final Call<Void> call;
        private final Outcome outcome;
        private boolean done;
        private @Nullable Throwable failure;

        Entry(Call<Void> call, Outcome outcome) {
            this.call = call;
            this.outcome = outcome;
        }
    }

    private final Teller teller;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private final List<CompletableFuture<@Nullable Void>> waiting = new ArrayList<>();
    /** Sent, and the callback has not returned yet. */
    private int open;

    /** None yet. */
    public SendCompletions(Teller teller) {
        this.teller = teller;
    }

    /** A message was sent; its outcome is told when those before it have been. */
    public void add(Call<Void> call, Outcome outcome) {
        Entry entry = new Entry(call, outcome);
        queue.add(entry);
        open++;
        call.result().whenComplete((nothing, failure) -> completed(entry, failure));
    }

    private void completed(Entry entry, @Nullable Throwable failure) {
        entry.done = true;
        entry.failure = failure;
        for (Entry head = queue.peek(); head != null && head.done; head = queue.peek()) {
            Entry next = queue.remove();
            if (!teller.tell(() -> next.outcome.told(next.failure), this::returned)) {
                returned();
            }
        }
    }

    private void returned() {
        open--;
        if (open == 0) {
            List<CompletableFuture<@Nullable Void>> idle = List.copyOf(waiting);
            waiting.clear();
            idle.forEach(waiter -> waiter.complete(null));
        }
    }

    /** The session closes while it is interrupted; what is still open is told its true outcome (R13, R22). */
    public void giveUp(String why) {
        for (Entry entry : List.copyOf(queue)) {
            if (!entry.done) {
                entry.call.withdraw(why);
            }
        }
    }

    /** Completes once every callback has returned. */
    public CompletableFuture<@Nullable Void> idle() {
        CompletableFuture<@Nullable Void> idle = new CompletableFuture<>();
        if (open == 0) {
            idle.complete(null);
        } else {
            waiting.add(idle);
        }
        return idle;
    }
}
