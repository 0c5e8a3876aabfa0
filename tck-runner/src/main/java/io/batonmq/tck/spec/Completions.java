package io.batonmq.tck.spec;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;

/** A completion listener that hands on what it is told and notes a failure. Safe for use by any thread. */
final class Completions implements CompletionListener {
    private final Inbox<Exception> failures = new Inbox<>();
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
            failures.add(e);
        }
    }

    @Override
    public void onException(Message message, Exception exception) {
        failures.add(exception);
    }

    /** The first failure, which must come. */
    Exception nextFailure() throws InterruptedException {
        return failures.next();
    }

    /** The failures that have come by now. */
    List<Exception> failures() {
        return failures.rest();
    }
}
