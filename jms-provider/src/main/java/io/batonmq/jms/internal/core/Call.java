package io.batonmq.jms.internal.core;

import java.util.concurrent.CompletableFuture;

/**
 * A call in progress. The result completes on the loop, exceptionally with a {@link CoreException}.
 *
 * @param <T> the result
 */
public interface Call<T> {

    /** Completed on the loop; may be waited for on any other thread. */
    CompletableFuture<T> result();

    /**
     * On the loop: gives up waiting (a timeout, an interrupt; R13). If the command was never written it is gone; else its
     * outcome stays unknown and it is never replayed. Completes the result exceptionally with {@code CALL_TIMEOUT} (nothing
     * happened) or {@code OUTCOME_UNKNOWN} unless it is already complete. A {@link ClientConsumer#take} that is withdrawn
     * hands nothing out.
     */
    void withdraw(String why);
}
