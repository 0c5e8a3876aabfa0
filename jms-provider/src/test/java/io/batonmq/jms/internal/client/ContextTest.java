package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.EncodedMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The simplified API, and browsers. */
class ContextTest extends ClientTest {

    @Test
    void aConsumerStartsTheConnectionUnlessToldNotTo() {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        context.setAutoStart(false);
        context.createConsumer(queue);
        assertThat(core.started).isFalse();
        context.setAutoStart(true);
        context.createConsumer(queue);
        assertThat(core.started).isTrue();
        context.stop();
        assertThat(core.started).isFalse();
        context.start();
        assertThat(core.started).isTrue();
    }

    @Test
    void theLastContextClosesTheConnection() {
        JMSContext first = context(JMSContext.AUTO_ACKNOWLEDGE);
        JMSContext second = first.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
        first.close();
        assertThat(core.log).contains("closeSession").doesNotContain("close");
        assertThat(second.getSessionMode()).isEqualTo(JMSContext.CLIENT_ACKNOWLEDGE);
        second.acknowledge();
        assertThat(core.log).contains("acknowledge");
        second.close();
        assertThat(core.log).contains("close");
    }

    @Test
    void theClientIdentifierMayBeSetOnAFreshContext() {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        context.setClientID("me");
        assertThat(context.getClientID()).isEqualTo("me");
    }

    @Test
    void theClientIdentifierMayNotBeSetAfterTheContextWasUsed() {
        List<java.util.function.Consumer<JMSContext>> uses = List.of(
                context -> context.createConsumer(queue),
                context -> context.createBrowser(queue),
                context -> context.createProducer().send(queue, "text"),
                context -> context.createSharedConsumer(topic, "name"),
                context -> context.createTemporaryQueue(),
                context -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE),
                context -> context.unsubscribe("name"),
                context -> context.start());
        for (java.util.function.Consumer<JMSContext> use : uses) {
            JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
            context.setAutoStart(false);
            use.accept(context);
            assertThatThrownBy(() -> context.setClientID("me"))
                    .isInstanceOf(jakarta.jms.IllegalStateRuntimeException.class);
        }
    }

    @Test
    void everyBodyAndWhatIsSetOnTheProducerIsSent() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        JMSProducer producer = context.createProducer()
                .setProperty("b", true)
                .setProperty("n", 5)
                .setProperty("s", "text")
                .setJMSCorrelationID("correlation")
                .setJMSType("type")
                .setJMSReplyTo(topic)
                .setPriority(7);
        assertThat(producer.getPropertyNames()).containsExactly("b", "n", "s");
        assertThat(producer.getIntProperty("n")).isEqualTo(5);
        producer.send(queue, "hello")
                .send(queue, new byte[] {1, 2})
                .send(queue, Map.<String, Object>of("k", 1))
                .send(queue, (java.io.Serializable) 42)
                .send(queue, (String) null);
        assertThat(core.sent).hasSize(5);
        for (EncodedMessage message : core.sent) {
            assertThat(message.properties())
                    .containsEntry("b", true)
                    .containsEntry("n", 5)
                    .containsEntry("s", "text");
            assertThat(message.head().priority()).isEqualTo(7);
            assertThat(message.head().correlationId()).isEqualTo("correlation");
            assertThat(message.head().type()).isEqualTo("type");
        }
        List<Object> bodies = new ArrayList<>();
        JMSConsumer consumer = context.createConsumer(queue);
        for (EncodedMessage message : core.sent.subList(0, 4)) {
            core.put(0, message, 1);
        }
        bodies.add(consumer.receiveBody(String.class));
        bodies.add(Arrays.toString(consumer.receiveBody(byte[].class, 1_000)));
        bodies.add(consumer.receiveBodyNoWait(Map.class));
        bodies.add(consumer.receiveBody(Integer.class));
        assertThat(bodies).containsExactly("hello", "[1, 2]", Map.of("k", 1), 42);
        assertThat(consumer.receiveBody(String.class, 10)).isNull();
    }

    @Test
    void aBodyThatDoesNotConvertIsReceivedNextAsIfNothingHadHappened() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        JMSConsumer consumer = context.createConsumer(queue);
        core.put(0, text("not a number"), 1);
        core.put(0, text("second"), 1);
        assertThatThrownBy(() -> consumer.receiveBody(Integer.class)).isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> consumer.receiveBody(Map.class)).isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(core.log).noneMatch(line -> line.startsWith("handled") || line.startsWith("rejected"));
        Message again = consumer.receive();
        assertThat(again.getBody(String.class)).isEqualTo("not a number");
        assertThat(again.getJMSRedelivered()).isFalse();
        soon().until(() -> core.log.contains("handled 1"));
        assertThat(consumer.receiveBody(String.class)).isEqualTo("second");
    }

    @Test
    void anAsynchronousProducerTellsItsListener() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        CompletableFuture<String> completed = new CompletableFuture<>();
        context.createProducer()
                .setAsync(new CompletionListener() {
                    @Override
                    public void onCompletion(Message message) {
                        completed.complete(Thread.currentThread().getName());
                    }

                    @Override
                    public void onException(Message message, Exception exception) {
                        completed.completeExceptionally(exception);
                    }
                })
                .send(queue, "x");
        assertThat(within(completed)).startsWith("batonmq-session-");
    }

    @Test
    @SuppressWarnings("JdkObsolete")
    void aBrowserLooksAndTakesNothing() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        QueueBrowser browser = context.createBrowser(queue, "");
        assertThat(core.consumers.get(0).spec.browse()).isTrue();
        assertThat(core.consumers.get(0).spec.selector()).isNull();
        assertThat(core.log)
                .as("it was asked for, to be refused if it is wrong")
                .containsOnlyOnce("closeConsumer");
        Enumeration<?> look = browser.getEnumeration();
        core.put(1, text("a"), 0);
        core.put(1, text("b"), 0);
        List<String> seen = new ArrayList<>();
        while (look.hasMoreElements()) {
            seen.add(((Message) look.nextElement()).getBody(String.class));
        }
        assertThat(seen).containsExactly("a", "b");
        assertThatThrownBy(look::nextElement).isInstanceOf(java.util.NoSuchElementException.class);
        assertThat(core.log).contains("closeConsumer").noneMatch(line -> line.startsWith("handled"));
        assertThat(browser.getEnumeration().hasMoreElements())
                .as("a look of its own")
                .isFalse();
        browser.close();
        assertThat(core.log.stream().filter("closeConsumer"::equals)).hasSize(3);
    }
}
