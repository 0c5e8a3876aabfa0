package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.message.MessageFactory;
import io.batonmq.jms.internal.message.MessageSettings;
import io.batonmq.jms.internal.message.TestDestinations;
import io.batonmq.jms.internal.url.FailoverUrl;
import io.batonmq.wire.EncodedMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** What the tests of this package share: connections over {@link ScriptedCore}s. */
abstract class ClientTest {
    static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_000L);

    final Queue queue = new TestDestinations().queue("q");
    final Topic topic = new TestDestinations().topic("t");
    final ScriptedCore core = new ScriptedCore();
    private final List<AutoCloseable> opened = new ArrayList<>();

    static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(5));
    }

    static ClientConfig config(ScriptedCore core, String url, @Nullable FailoverObserver observer) {
        FailoverUrl parsed = FailoverUrl.parse(url);
        return new ClientConfig(
                parsed,
                parsed.options().clientID(),
                MessageSettings.DEFAULT,
                new TestDestinations(),
                (known, clientId, user, password, events) ->
                        new CoreMaker.Made(core.connect(events), () -> core.log.add("release")),
                InstantSource.fixed(NOW),
                observer);
    }

    JmsConnection open(String url) throws JMSException {
        JmsConnection connection = JmsConnection.open(config(core, url, null), null, null);
        opened.add(connection);
        return connection;
    }

    JmsConnection openForQueues() throws JMSException {
        JmsConnection connection = JmsConnection.openForQueues(config(core, "tcp://a:61616", null), null, null);
        opened.add(connection);
        return connection;
    }

    JmsConnection open() throws JMSException {
        return open("tcp://a:61616");
    }

    JmsContext context(int mode) {
        JmsContext context = JmsContext.open(config(core, "tcp://a:61616", null), null, null, mode);
        opened.add(context);
        return context;
    }

    static Session session(Connection connection, int mode) throws JMSException {
        return connection.createSession(mode);
    }

    static EncodedMessage text(String text) throws JMSException {
        MessageFactory factory = TestDestinations.factory(MessageSettings.DEFAULT);
        TextMessage message = factory.text();
        message.setText(text);
        message.setJMSDestination(new TestDestinations().queue("q"));
        return EncodedMessage.encode(factory.encode(factory.adopt(message)));
    }

    static String textOf(EncodedMessage message) throws JMSException {
        MessageFactory factory = TestDestinations.factory(MessageSettings.DEFAULT);
        return ((TextMessage) factory.decode(message.decode(), 1)).getText();
    }

    /** Runs on another thread, which the result can be waited for and interrupted. */
    static <T> Background<T> inBackground(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future, "caller");
        thread.setDaemon(true);
        thread.start();
        return new Background<>(future, thread);
    }

    record Background<T>(FutureTask<T> result, Thread thread) {
        T get() throws Exception {
            return result.get(10, TimeUnit.SECONDS);
        }

        boolean isWaiting() {
            Thread.State state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }
    }

    static <T> T within(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
        core.loop.close();
    }
}
