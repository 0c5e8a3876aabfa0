package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What calls do and throw, on nodes that hand over: C27, C35, C37, C40, C41, C42, C45, C83, C98. */
class ApiRulesTest {
    private static final long SOON = 10_000;

    @TempDir
    static Path folder;

    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start(2, H2Fixture.freshDatabase(), folder, Map.of());
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static Connection started(String... options) throws JMSException {
        Connection connection = nodes.factory(options).createConnection();
        connection.start();
        return connection;
    }

    private static <T> FutureTask<T> inBackground(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future, "caller");
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    private static <T> T within(FutureTask<T> task) throws Exception {
        return task.get(2 * SOON, TimeUnit.MILLISECONDS);
    }

    @Test
    void aListenerMayCloseItsConsumerButNotItsSessionOrConnection() throws Exception {
        try (Connection connection = started();
                Connection other = started()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("closing");
            MessageConsumer consumer = session.createConsumer(queue);
            CompletableFuture<List<String>> told = new CompletableFuture<>();
            consumer.setMessageListener(message -> {
                List<String> outcomes = new ArrayList<>();
                for (ThrowingCallable call : List.<ThrowingCallable>of(
                        session::close, connection::close, connection::stop, consumer::close, other::close)) {
                    try {
                        call.call();
                        outcomes.add("done");
                    } catch (IllegalStateException e) {
                        outcomes.add("refused");
                    } catch (Throwable e) {
                        outcomes.add(e.toString());
                    }
                }
                told.complete(outcomes);
            });
            Session sending = connection.createSession();
            sending.createProducer(queue).send(sending.createTextMessage("m"));
            assertThat(told.get(SOON, TimeUnit.MILLISECONDS))
                    .containsExactly("refused", "refused", "refused", "done", "done");
            MessageConsumer next = sending.createConsumer(queue);
            assertThat(next.receive(300)).as("acknowledged all the same").isNull();
        }
    }

    @Test
    void anExceptionListenerIsToldOnceAndMayCloseAndConnectAnew() throws Exception {
        List<JMSException> told = new CopyOnWriteArrayList<>();
        CompletableFuture<Connection> renewed = new CompletableFuture<>();
        AtomicInteger received = new AtomicInteger();
        Connection first = nodes.plainFactory().createConnection();
        Queue queue = first.createSession().createQueue("renewed");
        for (int i = 0; i < 15; i++) {
            first.createSession().createConsumer(queue).setMessageListener(message -> received.incrementAndGet());
        }
        first.setExceptionListener(failure -> {
            told.add(failure);
            try {
                first.close();
                Connection second = nodes.factory().createConnection();
                second.createSession().createConsumer(queue).setMessageListener(m -> received.incrementAndGet());
                second.start();
                renewed.complete(second);
            } catch (JMSException e) {
                renewed.completeExceptionally(e);
            }
        });
        first.start();
        nodes.takeOver();
        try (Connection second = renewed.get(2 * SOON, TimeUnit.MILLISECONDS);
                Connection sender = started()) {
            Session session = sender.createSession();
            session.createProducer(queue).send(session.createTextMessage("m"));
            Nodes.soon().until(() -> received.get() == 1);
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void aListenerThatIsSetAfterTheConnectionDiedIsToldOnce() throws Exception {
        List<JMSException> told = new CopyOnWriteArrayList<>();
        try (Connection connection = nodes.plainFactory().createConnection()) {
            nodes.takeOver();
            Nodes.soon().until(() -> {
                try {
                    connection.createSession();
                    return false;
                } catch (JMSException e) {
                    return true;
                }
            });
            connection.setExceptionListener(told::add);
            Nodes.soon().until(() -> told.size() == 1);
            connection.setExceptionListener(told::add);
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void aReplyReachesATemporaryQueueWhoseOwnerFailedOver() throws Exception {
        try (Connection requester = started();
                Connection responder = started()) {
            Session asking = requester.createSession();
            Session answering = responder.createSession();
            Queue requests = asking.createQueue("requests");
            TemporaryQueue replies = asking.createTemporaryQueue();
            MessageConsumer consumer = asking.createConsumer(replies);
            Message request = asking.createTextMessage("request");
            request.setJMSReplyTo(replies);
            asking.createProducer(requests).send(request);
            Message received = answering.createConsumer(requests).receive(SOON);
            nodes.takeOver();
            MessageProducer anonymous = answering.createProducer(null);
            anonymous.send(received.getJMSReplyTo(), answering.createTextMessage("reply"));
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("reply");
            assertThatThrownBy(() -> answering.createConsumer(received.getJMSReplyTo()))
                    .as("another connection's")
                    .isInstanceOf(InvalidDestinationException.class);
            consumer.close();
            replies.delete();
            assertThatThrownBy(() -> anonymous.send(received.getJMSReplyTo(), answering.createTextMessage("too late")))
                    .isInstanceOf(InvalidDestinationException.class);
            Queue ordinary = answering.createQueue("ordinary");
            anonymous.send(ordinary, answering.createTextMessage("the session goes on"));
            assertThat(answering.createConsumer(ordinary).receive(SOON)).isNotNull();
        }
    }

    @Test
    void anInterruptFreesOneThreadAndHurtsNobodyElse() throws Exception {
        try (Connection connection = started()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("interrupts");
            MessageConsumer consumer = session.createConsumer(queue);
            CompletableFuture<Thread> began = new CompletableFuture<>();
            FutureTask<String> receiving = inBackground(() -> {
                began.complete(Thread.currentThread());
                try {
                    consumer.receive();
                    return "received";
                } catch (JMSException e) {
                    return e.getErrorCode();
                }
            });
            Thread caller = began.get(SOON, TimeUnit.MILLISECONDS);
            Nodes.soon().until(() -> Nodes.waits(caller));
            caller.interrupt();
            assertThat(within(receiving)).isEqualTo("BATON-CALL-INTERRUPTED");
            // With the flag set a send that waits for the database fails at once, in that thread only.
            Session sending = connection.createSession();
            MessageProducer producer = sending.createProducer(queue);
            FutureTask<String> interrupted = inBackground(() -> {
                Thread.currentThread().interrupt();
                try {
                    producer.send(sending.createTextMessage("maybe"));
                    return "sent";
                } catch (JMSException e) {
                    return e.getErrorCode();
                }
            });
            assertThat(within(interrupted)).isIn("BATON-OUTCOME-UNKNOWN", "BATON-CALL-INTERRUPTED", "sent");
            producer.send(sending.createTextMessage("certain"));
            String body;
            do {
                body = consumer.receive(SOON).getBody(String.class);
            } while (body.equals("maybe"));
            assertThat(body).isEqualTo("certain");
        }
    }

    @Test
    void callsDuringAnOutageEndAtTheirBoundAndTheirObjectsGoOnAfterIt() throws Exception {
        try (Connection connection = started("timeout=1500")) {
            Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = transacted.createQueue("outage");
            transacted.createProducer(queue).send(transacted.createTextMessage("uncommitted"));
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(queue);
            MessageConsumer consumer = connection.createSession().createConsumer(queue);
            int first = nodes.stopHolder();
            nodes.awaitHolder();
            int second = nodes.stopHolder();

            assertThat(consumer.receiveNoWait()).as("at once").isNull();
            List<FutureTask<Long>> calls = new ArrayList<>();
            calls.add(timed(() -> producer.send(session.createTextMessage("given up"))));
            calls.add(timed(transacted::commit));
            calls.add(timed(() -> connection.createSession().createTemporaryQueue()));
            for (int i = 0; i < 10; i++) {
                calls.add(timed(() -> connection.createSession().createConsumer(queue)));
            }
            FutureTask<Message> receiving = inBackground(() -> consumer.receive(1_000));
            assertThat(within(receiving)).isNull();
            for (FutureTask<Long> call : calls) {
                assertThat(within(call)).as("milliseconds until it failed").isBetween(500L, 4_000L);
            }
            nodes.startAgain(first);
            nodes.startAgain(second);
            nodes.awaitHolder();

            assertThatThrownBy(transacted::commit).as("that was given up").isInstanceOf(JMSException.class);
            transacted.createProducer(queue).send(transacted.createTextMessage("m1"));
            transacted.commit();
            producer.send(session.createTextMessage("m2"));
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("m1");
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("m2");
            assertThat(consumer.receive(100)).as("nothing that failed was sent").isNull();
        }
    }

    /** How long it takes until the call fails; it must. */
    private static FutureTask<Long> timed(ThrowingCallable call) {
        return inBackground(() -> {
            long start = System.nanoTime();
            assertThatThrownBy(call).isInstanceOf(JMSException.class);
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        });
    }

    @Test
    void aReceiveThatWaitsThroughATakeoverGetsItsMessageWithAnyPrefetch() throws Exception {
        for (int prefetch : new int[] {0, 1}) {
            try (Connection connection = started("jms.prefetch=" + prefetch);
                    Connection sender = started()) {
                Session session = sender.createSession();
                Queue one = session.createQueue("waiting-one-" + prefetch);
                Queue two = session.createQueue("waiting-two-" + prefetch);
                MessageConsumer endless = connection.createSession().createConsumer(one);
                MessageConsumer bounded = connection.createSession().createConsumer(two);
                FutureTask<Message> first = inBackground(() -> endless.receive());
                FutureTask<Message> second = inBackground(() -> bounded.receive(2 * SOON));
                nodes.takeOver();
                session.createProducer(one).send(session.createTextMessage("m1"));
                session.createProducer(two).send(session.createTextMessage("m2"));
                assertThat(within(first).getBody(String.class)).isEqualTo("m1");
                assertThat(within(second).getBody(String.class)).isEqualTo("m2");
            }
        }
    }

    @Test
    void aPullingReceiveThatGaveUpKeepsNothingFromOthers() throws Exception {
        try (Connection pulling = started("jms.prefetch=0");
                Connection other = started()) {
            Session session = other.createSession();
            Queue queue = session.createQueue("pulled");
            MessageConsumer gaveUp = pulling.createSession().createConsumer(queue);
            for (int i = 0; i < 5; i++) {
                assertThat(gaveUp.receive(20)).isNull();
                assertThat(gaveUp.receiveNoWait()).isNull();
                session.createProducer(queue).send(session.createTextMessage("m" + i));
                MessageConsumer consumer = session.createConsumer(queue);
                Message message = consumer.receive(SOON);
                assertThat(message).as("not held by a receive that is over").isNotNull();
                assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
                consumer.close();
            }
        }
    }
}
