package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.testing.ServerPool;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Jakarta Messaging 3.1, section 11.2: connection consumers that are stopped, closed, or wrongly made; pools that are
 * exhausted; pools, server sessions and sessions that can't be used.
 */
class Section11x2FaultsTest extends ConcurrentProcessing {
    @Test
    void aStoppedConnectionHandsOutNothingAndGoesOnWhenItIsStarted(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        send(queue, texts(5));
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Connection connection = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
                    inside.countDown();
                    await(goOn);
                    seen.add(message.getBody(String.class));
                })) {
            connection.createConnectionConsumer(queue, null, pool, 5);
            connection.start();
            await(inside);
            Thread stopping = new Thread(() -> quietly(connection::stop));
            stopping.start();
            stopping.join(NOTHING);
            assertThat(stopping.isAlive()).as("stop waits for the listener").isTrue();
            goOn.countDown();
            stopping.join(SOON);
            assertThat(stopping.isAlive()).isFalse();
            Nodes.soon().until(() -> pool.idle() == 1);
            assertThat(seen).containsExactly("m0");
            connection.start();
            awaitSize(seen, 5);
        }
        assertThat(seen).isEqualTo(texts(5));
    }

    @Test
    void aPoolThatIsExhaustedBlocksItsOwnConsumerOnlyAndNoClose(TestInfo info) throws Exception {
        Queue blocked = queue(name(info) + "-blocked");
        Queue free = queue(name(info) + "-free");
        Queue ordinary = queue(name(info) + "-ordinary");
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch goOn = new CountDownLatch(1);
        try (Connection connection = nodes.factory().createConnection();
                ServerPool exhausted =
                        new ServerPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> await(goOn));
                ServerPool pool = new ServerPool(
                        connection,
                        1,
                        Session.AUTO_ACKNOWLEDGE,
                        (session, message) -> seen.add(message.getBody(String.class)))) {
            ConnectionConsumer consumer = connection.createConnectionConsumer(blocked, null, exhausted, 1);
            connection.createConnectionConsumer(free, null, pool, 1);
            MessageConsumer receiver = connection.createSession().createConsumer(ordinary);
            connection.start();
            send(blocked, texts(3));
            Nodes.soon().until(() -> exhausted.asked() == 2);
            send(free, texts(20));
            send(ordinary, texts(1));
            awaitSize(seen, 20);
            assertThat(receiver.receive(SOON)).isNotNull();
            consumer.close();
            assertThat(left(blocked)).as("the rest is free").containsExactly("m1", "m2");
            Nodes.soon()
                    .until(() -> Thread.getAllStackTraces().values().stream()
                            .flatMap(Arrays::stream)
                            .noneMatch(frame -> frame.getMethodName().equals("getServerSession")));
            goOn.countDown();
            Nodes.soon().until(() -> exhausted.idle() == 1);
        }
        assertThat(left(blocked)).isEmpty();
        Nodes.soon()
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("batonmq-server-sessions-")));
    }

    @Test
    void whatIsWrongIsRefusedWhenItIsMade(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        Topic topic = topic(name(info));
        ServerSessionPool pool = () -> {
            throw new JMSException("not asked");
        };
        try (Connection connection = nodes.factory().createConnection()) {
            assertThatThrownBy(() -> connection.createConnectionConsumer(null, null, pool, 1))
                    .isInstanceOf(InvalidDestinationException.class);
            assertThatThrownBy(() -> connection.createConnectionConsumer(queue, "= nonsense", pool, 1))
                    .isInstanceOf(InvalidSelectorException.class);
            assertThatThrownBy(() -> connection.createConnectionConsumer(queue, null, null, 1))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("ServerSessionPool");
            assertThatThrownBy(() -> connection.createConnectionConsumer(queue, null, pool, 0))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("maxMessages 0");
            assertThatThrownBy(() -> connection.createDurableConnectionConsumer(topic, "d", null, pool, 1))
                    .as("without a client identifier")
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> connection.createSharedConnectionConsumer(topic, "", null, pool, 1))
                    .isInstanceOf(JMSException.class);
            connection.close();
            assertThatThrownBy(() -> connection.createConnectionConsumer(queue, null, pool, 1))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aSessionServesConnectionConsumersOrHasConsumersOfItsOwn(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        try (Connection connection = nodes.factory().createConnection()) {
            Session serving = connection.createSession();
            serving.setMessageListener(message -> {});
            assertThat(serving.getMessageListener()).isNotNull();
            assertThatThrownBy(() -> serving.createConsumer(queue)).isInstanceOf(IllegalStateException.class);
            serving.run(); // nothing is loaded
            serving.createProducer(queue).send(serving.createTextMessage("all forms of sending are supported"));
            Session receiving = connection.createSession();
            receiving.createConsumer(queue);
            assertThatThrownBy(() -> receiving.setMessageListener(message -> {}))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(receiving::run).isInstanceOf(jakarta.jms.IllegalStateRuntimeException.class);
        }
    }

    /** A pool that gives what it is told to, and then only that works. */
    private static final class Faulty implements ServerSessionPool {
        private final List<ServerSessionPool> first;
        private final ServerSessionPool then;

        Faulty(ServerSessionPool then, ServerSessionPool... first) {
            this.first = new CopyOnWriteArrayList<>(first);
            this.then = then;
        }

        @Override
        public ServerSession getServerSession() throws JMSException {
            return first.isEmpty() ? then.getServerSession() : first.remove(0).getServerSession();
        }
    }

    private static ServerSession notStarting(Session session) {
        return new ServerSession() {
            @Override
            public Session getSession() {
                return session;
            }

            @Override
            public void start() throws JMSException {
                throw new JMSException("no thread is left");
            }
        };
    }

    @Test
    void aPoolOrServerSessionThatFailsIsToldAndNothingIsLost(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        send(queue, texts(3));
        List<String> seen = new CopyOnWriteArrayList<>();
        List<String> told = new CopyOnWriteArrayList<>();
        try (Connection connection = nodes.factory().createConnection();
                Connection other = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(
                        connection,
                        1,
                        Session.AUTO_ACKNOWLEDGE,
                        (session, message) -> seen.add(message.getBody(String.class)))) {
            connection.setExceptionListener(event -> told.add(event.getErrorCode() + " " + event.getMessage()));
            Session mine = connection.createSession();
            mine.setMessageListener(message -> seen.add("by one that was not started"));
            Session foreign = other.createSession();
            foreign.setMessageListener(message -> seen.add("by a foreign one"));
            connection.createConnectionConsumer(
                    queue, null, new Faulty(pool, () -> notStarting(mine), () -> notStarting(foreign)), 3);
            connection.start();
            awaitSize(seen, 3);
            mine.run();
        }
        assertThat(seen).isEqualTo(texts(3));
        assertThat(told).hasSize(2).allMatch(each -> each.startsWith("BATON-SERVER-SESSION"));
        assertThat(told.get(0)).contains("no thread is left");
        assertThat(told.get(1)).contains("not made by this connection");
    }
}
