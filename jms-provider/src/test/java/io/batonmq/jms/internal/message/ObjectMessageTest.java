package io.batonmq.jms.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.EncodedMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** C92: nothing but what is allowed is ever deserialized, and only when the application asks. */
class ObjectMessageTest {
    static final AtomicInteger SIDE_EFFECTS = new AtomicInteger();

    private final MessageFactory strict = TestDestinations.factory(MessageSettings.DEFAULT);

    /** A gadget, but harmless. */
    static class Canary implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            SIDE_EFFECTS.incrementAndGet();
            in.defaultReadObject();
        }
    }

    static final class CanaryException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final Canary canary = new Canary();
    }

    static final class CanaryHandler extends Canary implements InvocationHandler {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] args) {
            return 0;
        }
    }

    @BeforeEach
    void resetCanary() {
        SIDE_EFFECTS.set(0);
    }

    @Test
    @SuppressWarnings({"JavaUtilDate", "JdkObsolete"})
    void plainValuesOfTheJdkAreAllowed() throws JMSException {
        List<Serializable> values = List.of(
                "text",
                1,
                2L,
                'c',
                true,
                new BigDecimal("1.50"),
                BigInteger.TEN,
                RoundingMode.HALF_UP,
                new Date(5),
                UUID.randomUUID(),
                URI.create("urn:x"),
                Instant.EPOCH,
                Duration.ofSeconds(3),
                ZonedDateTime.parse("2020-01-01T00:00:00+01:00[Europe/Paris]"),
                new ArrayList<>(List.of("a", 1)),
                new LinkedList<>(List.of("a")),
                new HashMap<>(Map.of("k", new ArrayList<>(List.of(1)))),
                new TreeMap<>(Map.of("k", 1)),
                (Serializable) List.of(1, 2),
                (Serializable) Map.of("k", "v"),
                (Serializable) Set.of(1),
                (Serializable) Arrays.asList(1, 2),
                (Serializable) Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                (Serializable) Collections.emptyMap());
        for (Serializable value : values) {
            assertThat(received(strict, value).getObject())
                    .as(value.getClass().getName())
                    .isEqualTo(value);
        }
        assertThat((Object) received(strict, new int[] {1, 2}).getObject()).isEqualTo(new int[] {1, 2});
        assertThat((Object) received(strict, new String[][] {{"a"}}).getObject())
                .isEqualTo(new String[][] {{"a"}});
        assertThat((Object) received(strict, new byte[100_000]).getObject()).isEqualTo(new byte[100_000]);
        assertThat(received(strict, new StringBuffer("text")).getObject()).hasToString("text");
        StringBuilder builder = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            builder.append(i);
        }
        assertThat(received(strict, builder).getObject()).hasToString("012");
    }

    @Test
    void anythingElseIsRefusedBeforeAnySideEffectWhereverItHides() throws JMSException {
        List<Serializable> hidden = List.of(
                new Canary(),
                new ArrayList<>(List.of("fine", new Canary())),
                new HashMap<>(Map.of("k", new Canary())),
                new HashMap<>(Map.of(new Canary(), "v")),
                new Canary[] {new Canary()},
                new Object[] {new Object[] {new Canary()}},
                new CanaryException(),
                new IllegalStateException(new CanaryException()),
                TimeUnit.DAYS,
                (Serializable) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {Comparable.class}, new CanaryHandler()));
        for (Serializable object : hidden) {
            ObjectMessage message = received(strict, object);
            assertThatThrownBy(message::getObject, object.getClass().getName())
                    .isInstanceOfSatisfying(MessageFormatException.class, e -> {
                        assertThat(e.getErrorCode()).isEqualTo("BATON-OBJECT-FORBIDDEN");
                        assertThat(e).hasMessageContaining("jms.deserializationAllow");
                    });
            assertThatThrownBy(() -> message.getBody(Object.class)).isInstanceOf(JMSException.class);
            assertThat(message.isBodyAssignableTo(Object.class)).isFalse();
            assertThat(message.toString()).contains("OBJECT");
            assertThat(SIDE_EFFECTS).as(object.getClass().getName()).hasValue(0);
        }
    }

    @Test
    void aRefusedMessageCanStillBeForwarded() throws JMSException {
        ObjectMessage refused = received(strict, new Canary());
        refused.setJMSDestination(new TestDestinations().queue("DLQ"));
        MessageFactory open = factory(List.of("*"), List.of());
        EncodedMessage encoded = EncodedMessage.encode(strict.encode(strict.adopt(refused)));
        assertThat(SIDE_EFFECTS).hasValue(0);
        assertThat(((ObjectMessage) open.decode(encoded.decode(), 1)).getObject())
                .isInstanceOf(Canary.class);
        assertThat(SIDE_EFFECTS).hasValue(1);
    }

    @Test
    void patternsMatchWholeNamesOnly() {
        for (String pattern : List.of("com.acme", "com.acme.*", "com.acme.**", " com.acme ")) {
            DeserializationPolicy policy = new DeserializationPolicy(List.of(pattern), List.of());
            assertThat(policy.allows("com.acme.Order")).as(pattern).isTrue();
            assertThat(policy.allows("com.acme.deep.Order$Line")).as(pattern).isTrue();
            assertThat(policy.allows("com.acmeevil.Order")).as(pattern).isFalse();
            assertThat(policy.allows("com.acm.Order")).as(pattern).isFalse();
            assertThat(policy.allows("Xcom.acme.Order")).as(pattern).isFalse();
        }
        DeserializationPolicy oneClass = new DeserializationPolicy(List.of("com.acme.Order"), List.of());
        assertThat(oneClass.allows("com.acme.Order")).isTrue();
        assertThat(oneClass.allows("com.acme.Order$Line")).isTrue();
        assertThat(oneClass.allows("com.acme.OrderEvil")).isFalse();
        DeserializationPolicy empty = new DeserializationPolicy(List.of("", "."), List.of());
        assertThat(empty.allows("com.acme.Order")).isFalse();
    }

    @Test
    @SuppressWarnings("JavaUtilDate")
    void denyWinsEvenOverTheDefault() throws JMSException {
        DeserializationPolicy policy =
                new DeserializationPolicy(List.of("*"), List.of("com.acme.bad", "java.util.Date"));
        assertThat(policy.allows("com.acme.good.A")).isTrue();
        assertThat(policy.allows("com.acme.bad.A")).isFalse();
        ObjectMessage date = received(factory(List.of("*"), List.of("java.util.Date")), new Date(1));
        assertThatThrownBy(date::getObject).isInstanceOf(MessageFormatException.class);
    }

    @Test
    void whatWasPutInHereCanBeTakenOutHere() throws JMSException {
        ObjectMessage message = strict.object();
        ArrayList<Object> list = new ArrayList<>(List.of(new Canary()));
        message.setObject(list);
        list.clear();
        assertThat((List<?>) message.getObject()).as("a snapshot").hasSize(1);
        message.setObject(null);
        assertThat(message.getObject()).isNull();
        assertThat(received(strict, null).getObject()).isNull();
    }

    @Test
    void whatCanNotBeSerializedIsAFormatException() {
        ObjectMessage message = strict.object();
        assertThatThrownBy(() -> message.setObject(new ArrayList<>(List.of(new Object()))))
                .isInstanceOf(MessageFormatException.class);
    }

    @Test
    void aDamagedStreamIsAFormatExceptionAndTakesNoMemoryForItsClaims() throws JMSException {
        byte[] claimsTwoGigabytes = {
            (byte) 0xAC,
            (byte) 0xED,
            0,
            5,
            0x75,
            0x72,
            0,
            2,
            '[',
            'B',
            (byte) 0xAC,
            (byte) 0xF3,
            0x17,
            (byte) 0xF8,
            0x06,
            0x08,
            0x54,
            (byte) 0xE0,
            2,
            0,
            0,
            0x78,
            0x70,
            0x7F,
            (byte) 0xFF,
            (byte) 0xFF,
            (byte) 0xF0
        };
        JmsObjectMessage message = new JmsObjectMessage(MessageSettings.DEFAULT);
        message.decodeBody(claimsTwoGigabytes);
        assertThatThrownBy(message::getObject).isInstanceOf(MessageFormatException.class);
        message.decodeBody(new byte[] {1, 2, 3});
        assertThatThrownBy(message::getObject).isInstanceOf(MessageFormatException.class);
    }

    private static MessageFactory factory(List<String> allow, List<String> deny) {
        return TestDestinations.factory(new MessageSettings(new DeserializationPolicy(allow, deny), true));
    }

    private static ObjectMessage received(MessageFactory factory, @Nullable Serializable object) throws JMSException {
        ObjectMessage message = factory.object();
        message.setObject(object);
        message.setJMSDestination(new TestDestinations().queue("q"));
        EncodedMessage encoded = EncodedMessage.encode(factory.encode(factory.adopt(message)));
        return (ObjectMessage) factory.decode(encoded.decode(), 1);
    }
}
