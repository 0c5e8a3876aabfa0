package io.batonmq.tck.spec;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.CompletableFuture;

/** A completion listener that hands on what it is told and notes a failure. Safe for use by any thread. */
final class Completions implements CompletionListener {
    private final CompletableFuture<Exception> failure = new CompletableFuture<>();
    private final Done done;

    /** What to do with a message whose send is complete. */
    @FunctionalInterface
    interface Done {
        void completed(Message message) throws JMSException;
    }

    Completions(Done done) {
        this.done = done;
    }

    @Override
    public void onCompletion(Message message) {
        try {
            done.completed(message);
        } catch (JMSException e) {
            failure.complete(e);
        }
    }

    @Override
    public void onException(Message message, Exception exception) {
        failure.complete(exception);
    }

    /** Completed with the first failure. */
    CompletableFuture<Exception> failure() {
        return failure;
    }
}
