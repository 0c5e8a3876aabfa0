package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is on its way to the application is not delivered once the connection is stopped or its consumer closed (6.1.5, 8.8), and
 * it is not lost: a message that waits for its listener, behind the session's CompletionListener, say.
 */
class StopTest extends ClientTest {
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch in = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CompletableFuture<@Nullable Throwable> outcome = new CompletableFuture<>();
    private JmsConnection connection;
    private Session session;
    private MessageConsumer consumer;

    /** What the CompletionListener does, behind which a message waits. */
    private interface Doing {
        void run() throws Exception;
    }

    @BeforeEach
    void aStartedConsumer() throws JMSException {
        connection = open();
        session = session(connection, Session.CLIENT_ACKNOWLEDGE);
        consumer = session.createConsumer(queue);
        consumer.setMessageListener(this::see);
        connection.start();
    }

    @AfterEach
    void theCompletionListenerReturns() {
        go.countDown();
    }

    private void see(Message message) {
        try {
            seen.add(message.getBody(String.class));
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    /** The session's thread is in a CompletionListener, and a message waits behind it. */
    private void occupied(Doing doing) throws Exception {
        session.createProducer(queue).send(session.createMessage(), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                in.countDown();
                try {
                    go.await();
                    doing.run();
                    outcome.complete(null);
                } catch (Throwable e) {
                    outcome.complete(e);
                }
            }

            @Override
            public void onException(Message message, Exception exception) {
                outcome.complete(exception);
            }
        });
        in.await();
        core.put(0, text("queued"), 1);
        core.onLoop(() -> assertThat(core.consumers.get(0).isAsked()).isFalse());
    }

    /** The session's thread has done everything that was given to it so far. */
    private void settle() throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        session.createProducer(queue).send(session.createMessage(), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                done.complete(true);
            }

            @Override
            public void onException(Message message, Exception exception) {
                done.completeExceptionally(exception);
            }
        });
        assertThat(within(done)).isTrue();
    }

    @Test
    void whatIsQueuedBehindTheCompletionListenerThatStopsComesAfterTheStart() throws Exception {
        occupied(connection::stop);
        go.countDown();
        assertThat(within(outcome)).isNull();
        settle();
        assertThat(seen).isEmpty();

        core.put(0, text("next"), 1);
        connection.start();

        soon().until(() -> core.log.contains("handled 2"));
        assertThat(seen).containsExactly("queued", "next");
        assertThat(core.log).contains("handled 1").doesNotContain("rejected 1");
    }

    @Test
    void whatIsQueuedWhenAnotherThreadStopsComesAfterTheStartAndIsNotWaitedFor() throws Exception {
        occupied(() -> {});
        Background<Boolean> stopping = inBackground(() -> {
            connection.stop();
            return true;
        });
        assertThat(stopping.get()).as("the CompletionListener still runs").isTrue();
        go.countDown();
        assertThat(within(outcome)).isNull();
        settle();
        assertThat(seen).isEmpty();

        connection.start();

        soon().until(() -> core.log.contains("handled 1"));
        assertThat(seen).containsExactly("queued");
    }

    @Test
    void stoppedAndStartedWhileItIsQueuedItComesOnce() throws Exception {
        occupied(() -> {
            connection.stop();
            connection.start();
        });
        go.countDown();
        soon().until(() -> core.log.contains("handled 1"));
        settle();
        assertThat(seen).containsExactly("queued");
    }

    @Test
    void whatWentToAnotherConsumerWhileTheConnectionWasStoppedIsNotDelivered() throws Exception {
        occupied(connection::stop);
        go.countDown();
        assertThat(within(outcome)).isNull();
        core.lost.add(1L);
        core.put(0, text("next"), 1);

        connection.start();

        soon().until(() -> core.log.contains("handled 2"));
        assertThat(seen).containsExactly("next");
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "no listener"})
    void aListenerThatIsGoneIsGivenNothingAndItsMessageGoesBack(String way) throws Exception {
        occupied(() -> {
            if (way.equals("close")) {
                consumer.close();
            } else {
                consumer.setMessageListener(null);
            }
        });
        go.countDown();
        assertThat(within(outcome)).isNull();
        soon().until(() -> core.log.contains("unseen 1"));
        settle();
        assertThat(seen).isEmpty();
    }

    @Test
    void whatWaitsForTheStartIsNotDeliveredOnceTheSessionWasRecovered() throws Exception {
        occupied(connection::stop);
        go.countDown();
        assertThat(within(outcome)).isNull();
        session.recover();
        core.put(0, text("again"), 2);

        connection.start();

        soon().until(() -> core.log.contains("handled 2"));
        assertThat(seen).containsExactly("again");
    }

    @Test
    void aBodyThatDidNotConvertIsNotReceivedWhileTheConnectionIsStopped() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        JMSConsumer receiver = context.createConsumer(queue);
        core.put(1, text("not a number"), 1);
        assertThatThrownBy(() -> receiver.receiveBody(Integer.class)).isInstanceOf(MessageFormatRuntimeException.class);
        context.stop();
        assertThat(receiver.receiveNoWait()).isNull();
        soon().until(() -> core.log.contains("rejected 1"));
    }
}
