package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that has messages in hand until it is told to be done with them. AUTO and DUPS_OK hold one, in their listener;
 * CLIENT and TRANSACTED two, and the latter has sent results too. For one thread, besides that of its listener.
 */
final class HoldingConsumer {
    private static final long BOUND = 60_000;
    /** So many that the transaction is written ahead. */
    private static final int RESULTS = 10;

    /** How its session acknowledges. */
    enum Kind {
        AUTO(Session.AUTO_ACKNOWLEDGE),
        DUPS_OK(Session.DUPS_OK_ACKNOWLEDGE),
        CLIENT(Session.CLIENT_ACKNOWLEDGE),
        TRANSACTED(Session.SESSION_TRANSACTED);

        private final int mode;

        Kind(int mode) {
            this.mode = mode;
        }

        boolean listens() {
            return this == AUTO || this == DUPS_OK;
        }
    }

    private final Kind kind;
    private final String queue;
    private final Session session;
    private final MessageConsumer consumer;
    private final MessageProducer results;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final CountDownLatch inHand = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private @Nullable Message last;
    private @Nullable FutureTask<@Nullable JMSException> ending;

    HoldingConsumer(Connection connection, Kind kind, String queue, String resultQueue) throws JMSException {
        this.kind = kind;
        this.queue = queue;
        session = connection.createSession(kind.mode);
        consumer = session.createConsumer(session.createQueue(queue));
        results = session.createProducer(session.createQueue(resultQueue));
        if (kind.listens()) {
            consumer.setMessageListener(this::onMessage);
        }
    }

    Kind kind() {
        return kind;
    }

    String queue() {
        return queue;
    }

    /** What its listener was given. */
    List<String> seen() {
        return seen;
    }

    private void onMessage(Message message) {
        try {
            String text = message.getBody(String.class);
            seen.add(text);
            inHand.countDown();
            assertThat(leave.await(BOUND, TimeUnit.MILLISECONDS)).isTrue();
            handled.add(text);
        } catch (JMSException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The connection is started: returns when it has what it is to hold. */
    void awaitInHand() throws Exception {
        if (kind.listens()) {
            assertThat(inHand.await(BOUND, TimeUnit.MILLISECONDS)).isTrue();
            return;
        }
        assertThat(consumer.receive(BOUND).getBody(String.class)).isEqualTo("m0");
        last = consumer.receive(BOUND);
        assertThat(last.getBody(String.class)).isEqualTo("m1");
        if (kind == Kind.TRANSACTED) {
            for (int i = 0; i < RESULTS; i++) {
                results.send(session.createTextMessage("result " + "x".repeat(20_000)));
            }
        }
    }

    /** Is done with what it has; where that is a call, it may block, and is made on a thread of its own. */
    void finish() {
        leave.countDown();
        FutureTask<@Nullable JMSException> task = new FutureTask<>(this::end);
        ending = task;
        Thread thread = new Thread(task, "finish-" + queue);
        thread.setDaemon(true);
        thread.start();
    }

    private @Nullable JMSException end() {
        try {
            if (kind == Kind.CLIENT && last != null) {
                last.acknowledge();
            } else if (kind == Kind.TRANSACTED) {
                session.commit();
            }
            return null;
        } catch (JMSException e) {
            return e;
        }
    }

    /** What became of the call; null = it succeeded. */
    @Nullable
    JMSException failure(long millis) throws Exception {
        FutureTask<@Nullable JMSException> task = ending;
        assertThat(task).isNotNull();
        return task.get(millis, TimeUnit.MILLISECONDS);
    }

    /** It is done with what it held: it receives this next, for the first time, and is done with that too. */
    void consumesNext(String text) throws Exception {
        if (kind.listens()) {
            String next = handled.poll(BOUND, TimeUnit.MILLISECONDS);
            while (next != null && !next.equals(text)) {
                next = handled.poll(BOUND, TimeUnit.MILLISECONDS);
            }
            assertThat(next).isEqualTo(text);
            return;
        }
        Message message = consumer.receive(BOUND);
        assertThat(message).as("a message after the loss").isNotNull();
        assertThat(message.getBody(String.class)).isEqualTo(text);
        assertThat(message.getJMSRedelivered()).isFalse();
        if (kind == Kind.TRANSACTED) {
            results.send(session.createTextMessage("result of " + text));
            session.commit();
        } else {
            message.acknowledge();
        }
    }
}
