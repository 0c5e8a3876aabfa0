package io.batonmq.jms.internal.core;

import java.util.function.IntSupplier;
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

    /** Of {@link ClientConnection#supply}: how many messages could be handed out now. */
    int available();

    /**
     * Of {@link ClientConnection#supply}: completes as soon as more messages could be handed out than {@code than} says, which
     * is asked on the loop whenever something has changed. At most one such call of a consumer is open at a time.
     */
    Call<Void> awaitMore(IntSupplier than);

    /**
     * Of {@link ClientConnection#supply}: hands out the next message to another session, which acknowledges, commits or
     * gives it back as if it were its own (R23). Completes with null if there is none that can be handed out now; waits only
     * for room among that session's unconfirmed acknowledgements (R12). That session must hold nothing of consumers of its
     * own.
     */
    Call<@Nullable Delivery> takeFor(ClientSession other);

    /** Whether a browse has come to its end. */
    boolean exhausted();

    /** No more is handed out; what was not handed out goes back uncounted; what was stays with the session. */
    Call<Void> close();
}
