package io.batonmq.jms30;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.BrokerNode;
import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each style of the API against a real node. */
class ApiStylesTest {
    private static final long SOON = 30_000;

    @TempDir
    static Path folder;

    private static BrokerNode node;
    private static BatonConnectionFactory factory;

    @BeforeAll
    static void serve() throws Exception {
        node = ServingNode.start(folder);
        factory = new BatonConnectionFactory(node.status().address());
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @Test
    void aConnectionSaysTheVersionOfTheApiThatIsThere() throws JMSException {
        try (Connection connection = factory.createConnection()) {
            ConnectionMetaData about = connection.getMetaData();
            assertThat(about.getJMSVersion()).isEqualTo("3.0");
            assertThat(about.getJMSMajorVersion()).isEqualTo(3);
            assertThat(about.getJMSMinorVersion()).isZero();
        }
    }

    @Test
    void classicWithQueues() throws JMSException {
        QueueConnectionFactory ofQueues = factory;
        try (QueueConnection connection = ofQueues.createQueueConnection()) {
            QueueSession session = connection.createQueueSession(false, Session.CLIENT_ACKNOWLEDGE);
            Queue queue = session.createQueue("queues");
            session.createSender(queue).send(session.createTextMessage("hello"));
            assertThat(session.createBrowser(queue).getEnumeration().hasMoreElements())
                    .isTrue();
            QueueReceiver receiver = session.createReceiver(queue);
            connection.start();
            TextMessage received = (TextMessage) receiver.receive(SOON);
            assertThat(received.getText()).isEqualTo("hello");
            session.recover();
            Message again = receiver.receive(SOON);
            assertThat(again.getJMSRedelivered()).isTrue();
            again.acknowledge();
            assertThat(receiver.receiveNoWait()).isNull();
            assertThatThrownBy(() -> session.createTopic("t")).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void classicWithTopics() throws JMSException {
        TopicConnectionFactory ofTopics = factory;
        try (TopicConnection connection = ofTopics.createTopicConnection()) {
            connection.setClientID("api30");
            TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = session.createTopic("topics");
            TopicSubscriber subscriber = session.createSubscriber(topic);
            session.createDurableSubscriber(topic, "kept").close();
            connection.start();
            session.createPublisher(topic).publish(session.createTextMessage("news"));
            assertThat(subscriber.receive(SOON).getBody(String.class)).isEqualTo("news");
            TopicSubscriber kept = session.createDurableSubscriber(topic, "kept");
            assertThat(kept.receive(SOON).getBody(String.class)).isEqualTo("news");
            kept.close();
            session.unsubscribe("kept");
            assertThatThrownBy(() -> session.unsubscribe("kept")).isInstanceOf(InvalidDestinationException.class);
        }
    }

    @Test
    void classicForBoth() throws Exception {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            Queue queue = session.createQueue("both");
            MessageProducer producer = session.createProducer(queue);
            MapMessage map = session.createMapMessage();
            map.setInt("n", 7);
            producer.send(map, DeliveryMode.NON_PERSISTENT, 9, 0);
            session.rollback();
            producer.send(map);
            session.commit();
            MessageConsumer consumer = session.createConsumer(queue);
            connection.start();
            MapMessage received = (MapMessage) consumer.receive(SOON);
            assertThat(received.getInt("n")).isEqualTo(7);
            assertThatThrownBy(() -> received.getBody(String.class)).isInstanceOf(MessageFormatException.class);
            session.commit();
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void simplified() throws Exception {
        try (JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("simplified");
            CompletableFuture<Message> completed = new CompletableFuture<>();
            context.createProducer()
                    .setProperty("n", 1)
                    .setDeliveryDelay(100)
                    .setAsync(new CompletionListener() {
                        @Override
                        public void onCompletion(Message message) {
                            completed.complete(message);
                        }

                        @Override
                        public void onException(Message message, Exception exception) {
                            completed.completeExceptionally(exception);
                        }
                    })
                    .send(queue, "later");
            assertThat(completed.get(SOON, TimeUnit.MILLISECONDS).getIntProperty("n"))
                    .isEqualTo(1);
            JMSConsumer consumer = context.createConsumer(queue);
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("later");
            assertThatThrownBy(context::commit).isInstanceOf(IllegalStateRuntimeException.class);
        }
    }

    @Test
    void simplifiedWithASharedSubscription() {
        try (JMSContext first = factory.createContext();
                JMSContext second = first.createContext(JMSContext.AUTO_ACKNOWLEDGE)) {
            Topic topic = first.createTopic("shared");
            JMSConsumer a = first.createSharedConsumer(topic, "team");
            JMSConsumer b = second.createSharedConsumer(topic, "team");
            first.createProducer().send(topic, "one").send(topic, "two");
            List<String> received = new ArrayList<>();
            for (long end = 0; received.size() < 2 && end < 600; end++) {
                for (JMSConsumer consumer : List.of(a, b)) {
                    String text = consumer.receiveBody(String.class, 50);
                    if (text != null) {
                        received.add(text);
                    }
                }
            }
            assertThat(received).containsExactlyInAnyOrder("one", "two");
        }
    }

    @Test
    void listenersAndARequestFoundByJndi() throws Exception {
        Properties properties = new Properties();
        properties.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        properties.put("connectionFactory.brokers", node.status().address());
        properties.put("queue.requests", "api30.requests");
        InitialContext jndi = new InitialContext(properties);
        Queue requests = (Queue) jndi.lookup("requests");
        try (Connection server = ((ConnectionFactory) jndi.lookup("brokers")).createConnection();
                QueueConnection client = ((QueueConnectionFactory) jndi.lookup("brokers")).createQueueConnection()) {
            Session serving = server.createSession();
            MessageProducer answers = serving.createProducer(null);
            serving.createConsumer(requests).setMessageListener(request -> {
                try {
                    answers.send(
                            request.getJMSReplyTo(), serving.createTextMessage("re: " + request.getBody(String.class)));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            server.start();
            QueueSession asking = client.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            client.start();
            QueueRequestor requestor = new QueueRequestor(asking, requests);
            assertThat(requestor.request(asking.createTextMessage("hello")).getBody(String.class))
                    .isEqualTo("re: hello");
            requestor.close();
        }
    }

    @Test
    void failuresWithACauseCanBeMade() throws Exception {
        BatonConnectionFactory nobody =
                new BatonConnectionFactory("failover:(tcp://127.0.0.1:1)?startupMaxReconnectAttempts=1");
        assertThatThrownBy(nobody::createConnection)
                .isInstanceOfSatisfying(
                        JMSException.class, e -> assertThat(e.getErrorCode()).startsWith("BATON-"));
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            connection.close();
            assertThatThrownBy(() -> session.createQueue("q")).isInstanceOf(IllegalStateException.class);
        }
    }
}
