package io.batonmq.jms.internal.core;

import org.jspecify.annotations.Nullable;

/** One consumer or browser with its prefetch buffer. On the loop. */
public interface ClientConsumer {

    /**
     * Hands out the next message as soon as there is one, the connection is started and its link alive (R8). At most one
     * take of a consumer is open at a time.
     *
     * @param wait false = completes with null if, asked now, the holder has none (receiveNoWait)
     */
    Call<@Nullable Delivery> take(boolean wait);

    /** Whether a browse has come to its end. */
    boolean exhausted();

    /** No more is handed out; what was not handed out goes back uncounted; what was stays with the session. */
    Call<Void> close();
}
