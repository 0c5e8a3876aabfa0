package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Priority, delay, expiry, delivery modes and prefetch, through takeovers (C29, C51, C87, C89, C91). */
class OrderAndTimeTest {
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

    /** All that comes until nothing does. */
    private static List<String> all(MessageConsumer consumer) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Message message = consumer.receive(SOON); message != null; message = consumer.receive(300)) {
            texts.add(message.getBody(String.class));
        }
        return texts;
    }

    @Test
    void higherPrioritiesComeFirstAndInOrderAlsoAfterATakeoverAndARollback() throws Exception {
        List<String> expected = new ArrayList<>();
        try (Connection connection = started("jms.prefetch=1")) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("priorities");
            MessageProducer producer = session.createProducer(queue);
            for (int i = 0; i < 1_000; i++) {
                producer.setPriority(i * 7 % 10);
                Message message = session.createTextMessage(producer.getPriority() + " " + i);
                message.setJMSPriority(9 - producer.getPriority());
                producer.send(message);
                expected.add(message.getBody(String.class));
            }
            session.commit();
            expected.sort(Comparator.comparing((String text) -> -Integer.parseInt(text.substring(0, 1))));
            nodes.takeOver();
            MessageConsumer consumer = session.createConsumer(queue);
            for (int i = 0; i < 150; i++) {
                Message message = consumer.receive(SOON);
                assertThat(message.getBody(String.class)).isEqualTo(expected.get(i));
                assertThat(message.getJMSPriority()).isEqualTo(expected.get(i).charAt(0) - '0');
            }
            session.rollback();
            assertThat(all(consumer)).isEqualTo(expected);
            session.commit();
        }
    }

    @Test
    void delayedMessagesComeWhenDueAndHoldNobodyUpThroughATakeover() throws Exception {
        try (Connection connection = started()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("delays");
            MessageProducer producer = session.createProducer(queue);
            producer.setDeliveryDelay(60_000);
            for (int i = 0; i < 600; i++) {
                producer.send(session.createTextMessage("much later"));
            }
            producer.setDeliveryDelay(4_000);
            Message late = session.createTextMessage("late");
            producer.send(late);
            producer.setDeliveryDelay(0);
            producer.send(session.createTextMessage("now"));
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("now");
            assertThat(session.createBrowser(queue).getEnumeration().hasMoreElements())
                    .as("undue ones are shown")
                    .isFalse();
            nodes.takeOver();
            Message received = consumer.receive(SOON);
            assertThat(received.getBody(String.class)).isEqualTo("late");
            assertThat(received.getJMSDeliveryTime()).isEqualTo(late.getJMSDeliveryTime());
            assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(received.getJMSDeliveryTime());
            assertThat(consumer.receive(100)).isNull();
        }
    }

    @Test
    void expiredMessagesAreNotSeenAndOneInAnOpenTransactionIsNotTakenAway() throws Exception {
        BatonConnectionFactory subscribing = nodes.factory();
        subscribing.setClientID("expiry");
        Topic topic;
        try (Connection subscriber = subscribing.createConnection()) {
            Session session = subscriber.createSession();
            topic = session.createTopic("expiry");
            session.createDurableConsumer(topic, "s").close();
        }
        try (Connection connection = started()) {
            Session sending = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = sending.createQueue("expiry");
            MessageProducer toQueue = sending.createProducer(queue);
            MessageProducer toTopic = sending.createProducer(topic);
            for (MessageProducer producer : List.of(toQueue, toTopic)) {
                producer.setTimeToLive(3_000);
                for (int i = 0; i < 1_000; i++) {
                    producer.send(sending.createTextMessage("stale"));
                }
            }
            sending.commit();
            Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = transacted.createConsumer(queue);
            Message held = consumer.receive(SOON);
            assertThat(held.getBody(String.class)).isEqualTo("stale");
            Nodes.soon().until(() -> System.currentTimeMillis() > held.getJMSExpiration() + 1_000);
            nodes.takeOver();
            toQueue.setTimeToLive(0);
            toQueue.send(sending.createTextMessage("fresh"));
            toTopic.setTimeToLive(0);
            toTopic.send(sending.createTextMessage("fresh"));
            sending.commit();
            transacted.commit();
            assertThat(all(consumer)).containsExactly("fresh");
            transacted.commit();
        }
        try (Connection subscriber = subscribing.createConnection()) {
            subscriber.start();
            MessageConsumer consumer = subscriber.createSession().createDurableConsumer(topic, "s");
            assertThat(all(consumer)).containsExactly("fresh");
        }
    }

    @Test
    void nonPersistentMessagesMayBeLostInATakeoverButNeverComeTwice() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (Connection consuming = started();
                Connection producing = started()) {
            Session session = consuming.createSession();
            Queue queue = session.createQueue("transient");
            session.createConsumer(queue).setMessageListener(message -> {
                try {
                    seen.add(message.getBody(String.class));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            Session sending = producing.createSession();
            MessageProducer producer = sending.createProducer(queue);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            Thread takingOver = new Thread(() -> {
                try {
                    nodes.takeOver();
                    nodes.takeOver();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            takingOver.start();
            int unknown = 0;
            int sent = 0;
            while (takingOver.isAlive() || sent < 1_000) {
                try {
                    producer.send(sending.createTextMessage("m" + sent));
                } catch (JMSException e) {
                    assertThat(e.getErrorCode()).isEqualTo("BATON-OUTCOME-UNKNOWN");
                    unknown++;
                }
                sent++;
            }
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(sending.createTextMessage("end"));
            Nodes.soon().until(() -> seen.contains("end"));
            assertThat(seen).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(sent + 1);
            assertThat(unknown)
                    .as("each takeover can catch the one send on its way")
                    .isLessThanOrEqualTo(2);
        }
    }

    @Test
    void aTransactionMixesModesAndIsCompleteAfterATakeover() throws Exception {
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("mixed");
            MessageProducer producer = session.createProducer(queue);
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                producer.setDeliveryMode(i % 2 == 0 ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
                producer.send(session.createTextMessage("m" + i));
                sent.add("m" + i);
                if (i == 9) {
                    nodes.takeOver();
                }
            }
            session.commit();
            assertThat(all(session.createConsumer(queue))).isEqualTo(sent);
            session.commit();
        }
    }

    @Test
    void withAPrefetchOfOneABusyConsumerLeavesTheRestToOthers() throws Exception {
        try (Connection slow = started("jms.prefetch=1");
                Connection quick = started()) {
            Session session = slow.createSession();
            Queue queue = session.createQueue("shared-work");
            CountDownLatch busy = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(1);
            List<String> slowly = new CopyOnWriteArrayList<>();
            session.createConsumer(queue).setMessageListener(message -> {
                try {
                    slowly.add(message.getBody(String.class));
                    busy.countDown();
                    assertThat(done.await(2 * SOON, TimeUnit.MILLISECONDS)).isTrue();
                } catch (JMSException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            Session sending = quick.createSession();
            MessageProducer producer = sending.createProducer(queue);
            for (int i = 0; i < 100; i++) {
                producer.send(sending.createTextMessage("m" + i));
            }
            assertThat(busy.await(SOON, TimeUnit.MILLISECONDS)).isTrue();
            MessageConsumer consumer = quick.createSession().createConsumer(queue);
            List<String> quickly = all(consumer);
            assertThat(quickly.size()).as("one in work, one prefetched").isGreaterThanOrEqualTo(98);
            done.countDown();
            Nodes.soon().until(() -> slowly.size() + quickly.size() == 100);
        }
    }
}
