package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Loop.Timer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One call in progress: it ends once, and knows how to be taken back (R13). Confined to the loop.
 *
 * @param <T> the result
 */
final class CoreCall<T> implements Call<T> {

    /** Takes a call back and says what its caller is told: that nothing happened, or that it isn't known. */
    interface Withdrawal {
        CoreException withdraw(String why);
    }

    private final Calls calls;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final boolean bounded;
    private @Nullable Withdrawal withdrawal;
    private @Nullable Timer timer;
    private boolean ended;

    /** Made by {@link Calls}. */
    CoreCall(Calls calls, boolean bounded) {
        this.calls = calls;
        this.bounded = bounded;
    }

    @Override
    public CompletableFuture<T> result() {
        return result;
    }

    @Override
    public void withdraw(String why) {
        calls.loop().assertInside();
        if (!ended) {
            fail(truth(why));
        }
    }

    CoreCall<T> onWithdraw(Withdrawal way) {
        withdrawal = way;
        return this;
    }

    /** Takes it back, and returns the truth as far as it is known. */
    CoreException truth(String why) {
        return withdrawal == null ? Failures.timedOut(why) : withdrawal.withdraw(why);
    }

    boolean ended() {
        return ended;
    }

    /** Whether it ends by itself when the connection stays interrupted (the URL's failover timeout). */
    boolean bounded() {
        return bounded;
    }

    void timer(@Nullable Timer next) {
        if (timer != null) {
            timer.cancel();
        }
        timer = next;
    }

    void complete(@Nullable T value) {
        end(() -> result.complete(value));
    }

    void fail(CoreException cause) {
        end(() -> result.completeExceptionally(cause));
    }

    private void end(Runnable effect) {
        if (!ended) {
            ended = true;
            timer(null);
            calls.ended(this, effect);
        }
    }
}
