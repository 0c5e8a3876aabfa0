package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners: one at a time, their exceptions (C74), and what they may close (C41). */
class ListenerTest extends ClientTest {

    /** Something that a listener does. */
    private interface Doing {
        void run() throws Exception;
    }

    private static CompletableFuture<@Nullable Throwable> outcomeIn(MessageConsumer consumer, Doing doing)
            throws JMSException {
        CompletableFuture<@Nullable Throwable> outcome = new CompletableFuture<>();
        consumer.setMessageListener(message -> {
            try {
                doing.run();
                outcome.complete(null);
            } catch (Throwable e) {
                outcome.complete(e);
            }
        });
        return outcome;
    }

    @Test
    void oneMessageAtATimeAcrossTheConsumersOfASession() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        AtomicInteger running = new AtomicInteger();
        List<String> seen = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            session.createConsumer(queue).setMessageListener(message -> {
                assertThat(running.incrementAndGet()).isEqualTo(1);
                seen.add(Thread.currentThread().getName());
                running.decrementAndGet();
            });
        }
        for (int i = 0; i < 30; i++) {
            core.put(i % 3, text("m" + i), 1);
        }
        connection.start();
        soon().until(() -> seen.size() == 30);
        assertThat(seen).containsOnly(seen.get(0));
        assertThat(seen.get(0)).startsWith("batonmq-session-");
        soon().until(() ->
                core.log.stream().filter(line -> line.startsWith("handled")).count() == 30);
    }

    @RepeatedTest(20)
    void onceItIsClosedItsThreadHasEnded(RepetitionInfo repetition) throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        AtomicReference<@Nullable Thread> called = new AtomicReference<>();
        session.createConsumer(queue).setMessageListener(message -> called.set(Thread.currentThread()));
        core.put(0, text("m"), 1);
        connection.start();
        soon().until(() -> called.get() != null);

        if (repetition.getCurrentRepetition() % 2 == 0) {
            connection.close();
        } else {
            session.close();
        }

        assertThat(called.get()).matches(thread -> !thread.isAlive(), "has ended");
    }

    @Test
    void whileAListenerRunsNothingElseIsTaken() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch in = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            session.createConsumer(queue).setMessageListener(message -> {
                in.countDown();
                awaitLatch(go);
            });
        }
        connection.start();
        core.put(0, text("a"), 1);
        in.await();
        core.onLoop(() -> {
            assertThat(core.consumers.get(0).isAsked()).isFalse();
            assertThat(core.consumers.get(1).isAsked()).isFalse();
        });
        go.countDown();
        soon().until(() -> core.consumers.get(1).isAsked());
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void whateverAListenerThrowsTheNextMessageComes(int mode) throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, mode);
        List<Throwable> thrown = List.of(
                new RuntimeException("runtime"), new AssertionError("error"), new Exception("checked and sneaky"));
        AtomicInteger calls = new AtomicInteger();
        session.createConsumer(queue).setMessageListener(message -> {
            int call = calls.getAndIncrement();
            if (call < thrown.size()) {
                ListenerTest.<RuntimeException>sneak(thrown.get(call));
            }
        });
        connection.start();
        for (int i = 0; i < 4; i++) {
            core.put(0, text("m" + i), 1);
        }
        soon().until(() -> core.log.contains("handled 4"));
        assertThat(core.log).contains("rejected 1", "rejected 2", "rejected 3").doesNotContain("handled 1");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void aListenerMayCloseItsOwnConsumerAndItsMessageIsStillAcknowledged() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        CompletableFuture<@Nullable Throwable> outcome = outcomeIn(consumer, consumer::close);
        connection.start();
        core.put(0, text("a"), 1);
        assertThat(within(outcome)).isNull();
        soon().until(() -> core.log.contains("handled 1"));
        assertThat(core.log).contains("closeConsumer");
    }

    @Test
    void aListenerMustNotCloseOrStopWhatItRunsIn() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        List<Doing> forbidden = List.of(session::close, connection::close, connection::stop);
        connection.start();
        for (int i = 0; i < forbidden.size(); i++) {
            CompletableFuture<@Nullable Throwable> outcome = outcomeIn(session.createConsumer(queue), forbidden.get(i));
            core.put(i, text("a"), 1);
            assertThat(within(outcome)).isInstanceOf(IllegalStateException.class);
        }
        session.createConsumer(queue);
    }

    @Test
    void aContextsListenerMustNotCloseOrStopItsContext() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        List<Runnable> forbidden = List.of(context::close, context::stop);
        for (int i = 0; i < forbidden.size(); i++) {
            int which = i;
            CompletableFuture<@Nullable Throwable> outcome = new CompletableFuture<>();
            JMSConsumer consumer = context.createConsumer(queue);
            consumer.setMessageListener(message -> {
                try {
                    forbidden.get(which).run();
                    outcome.complete(null);
                } catch (RuntimeException e) {
                    outcome.complete(e);
                }
            });
            core.put(i, text("a"), 1);
            assertThat(within(outcome)).isInstanceOf(IllegalStateRuntimeException.class);
        }
    }

    @Test
    void aListenerMayCloseAnotherConnection() throws Exception {
        JmsConnection connection = open();
        ScriptedCore otherCore = new ScriptedCore();
        JmsConnection other = JmsConnection.open(config(otherCore, "tcp://b:1", null), null, null);
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        CompletableFuture<@Nullable Throwable> outcome = outcomeIn(consumer, other::close);
        connection.start();
        core.put(0, text("a"), 1);
        assertThat(within(outcome)).isNull();
        otherCore.loop.close();
    }

    @Test
    void closingAndStoppingWaitForTheListenerThatRuns() throws Exception {
        List<String> ways = List.of("consumer", "session", "stop", "connection");
        JmsConnection connection = open();
        for (int i = 0; i < ways.size(); i++) {
            Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(queue);
            CountDownLatch in = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            consumer.setMessageListener(message -> {
                in.countDown();
                awaitLatch(go);
            });
            connection.start();
            core.put(i, text("a"), 1);
            in.await();
            String way = ways.get(i);
            Background<Boolean> closing = inBackground(() -> {
                switch (way) {
                    case "consumer" -> consumer.close();
                    case "session" -> session.close();
                    case "stop" -> connection.stop();
                    default -> connection.close();
                }
                return true;
            });
            soon().until(closing::isWaiting);
            assertThat(closing.result().isDone()).as(way).isFalse();
            go.countDown();
            assertThat(closing.get()).isTrue();
            assertThat(core.log).as(way).contains("handled " + (i + 1));
            int handled = core.log.indexOf("handled " + (i + 1));
            assertThat(core.log.subList(0, handled)).doesNotContain("close");
        }
    }

    @Test
    void whatWasRecoveredInAListenerIsNotAcknowledged() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        AtomicInteger calls = new AtomicInteger();
        consumer.setMessageListener(message -> {
            try {
                if (calls.incrementAndGet() == 1) {
                    session.recover();
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        connection.start();
        core.put(0, text("a"), 1);
        core.put(0, text("b"), 1);
        soon().until(() -> core.log.contains("handled 2"));
        assertThat(core.log).contains("recover").doesNotContain("handled 1", "rejected 1");
    }

    @Test
    void aSessionWithAListenerDoesNotReceiveAndOneWithoutDoesAgain() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        consumer.setMessageListener(message -> {});
        assertThat(consumer.getMessageListener()).isNotNull();
        assertThatThrownBy(consumer::receive).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.receive(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
        consumer.setMessageListener(null);
        core.put(0, text("a"), 1);
        Message message = consumer.receive(5_000);
        assertThat(message).isNotNull();
    }

    @Test
    void listenersOfAFailedConnectionHoldUpItsCloseForOneTimeoutHoweverManyTheyAre() throws Exception {
        int sessions = 12;
        JmsConnection connection = open("tcp://a:61616?jms.closeTimeout=1000");
        CountDownLatch in = new CountDownLatch(sessions);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < sessions; i++) {
            session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue).setMessageListener(message -> {
                in.countDown();
                awaitLatch(go);
            });
        }
        connection.start();
        for (int i = 0; i < sessions; i++) {
            core.put(i, text("a"), 1);
        }
        in.await();
        core.fail(ErrorCode.LINK_LOST);
        Background<Boolean> closing = inBackground(() -> {
            connection.close();
            return true;
        });
        assertThat(closing.get()).isTrue();
        go.countDown();
    }

    @Test
    void whatIsClosedOneByOneWhileInterruptedWaitsForOneTimeoutHoweverMuchItIs() throws Exception {
        int sessions = 20;
        JmsConnection connection = open("failover:(tcp://a:61616)?jms.closeTimeout=1000");
        List<MessageConsumer> consumers = new ArrayList<>();
        List<Session> open = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
            open.add(session);
            MessageConsumer consumer = session.createConsumer(queue);
            consumer.setMessageListener(message -> {});
            consumers.add(consumer);
        }
        List.of("closeConsumer", "closeSession").forEach(core::hold);
        core.events(events -> events.interrupted(new CoreException(ErrorCode.LINK_LOST, "lost")));
        Background<Boolean> closing = inBackground(() -> {
            for (MessageConsumer consumer : consumers) {
                consumer.close();
            }
            for (Session session : open) {
                session.close();
            }
            connection.close();
            return true;
        });
        assertThat(closing.get()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aListenerThatSendsAsynchronouslyDoesNotWaitForItsOwnThread(int mode) throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, mode);
        CountDownLatch told = new CountDownLatch(1);
        CompletableFuture<@Nullable Throwable> outcome = outcomeIn(session.createConsumer(queue), () -> {
            MessageProducer producer = session.createProducer(queue);
            producer.send(session.createMessage(), completed(told));
            if (session.getTransacted()) {
                session.commit();
            }
            producer.close();
        });
        connection.start();
        core.put(0, text("a"), 1);
        assertThat(within(outcome)).isNull();
        awaitLatch(told);
    }

    private static CompletionListener completed(CountDownLatch told) {
        return new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                told.countDown();
            }

            @Override
            public void onException(Message message, Exception exception) {
                throw new AssertionError(exception);
            }
        };
    }
}
