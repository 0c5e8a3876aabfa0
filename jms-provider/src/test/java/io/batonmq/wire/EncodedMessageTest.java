package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedMessageTest {
    private static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "orders");

    @Test
    void layoutIsExactlyThis() {
        WireMessage message = new WireMessage(
                new MessageHead(
                        QUEUE,
                        true,
                        4,
                        1,
                        2,
                        3,
                        "ID:1",
                        new byte[] {7},
                        new WireDestination(WireDestination.Kind.TEMPORARY_TOPIC, "r"),
                        "t",
                        BodyKind.TEXT),
                properties("n", null, "b", true, "i", -1, "s", "é"),
                "hi".getBytes(StandardCharsets.UTF_8));

        assertThat(HexFormat.of().formatHex(EncodedMessage.encode(message).bytes()))
                .isEqualTo(
                        "01" // layout version
                                + "0000002f" // header: 47 bytes
                                + "00000014" // properties: 20 bytes
                                + "3b" // persistent, message id, correlation bytes, reply-to, type
                                + "04" // priority
                                + "01" // text
                                + "0000000000000001" + "0000000000000002" + "0000000000000003"
                                + "00066f7264657273" // queue "orders"
                                + "0449443a31" // "ID:1"
                                + "0107" // correlation id
                                + "030172" // temporary topic "r"
                                + "0174" // "t"
                                + "04" // four properties
                                + "016e00" // n = null
                                + "016202" // b = true
                                + "016905ffffffff" // i = -1
                                + "01730902c3a9" // s = "é"
                                + "6869");
    }

    @Test
    void everyValueComesBackAsItWas() {
        Map<String, @Nullable Object> properties = properties(
                "null",
                null,
                "false",
                false,
                "true",
                true,
                "byte",
                Byte.MIN_VALUE,
                "short",
                Short.MIN_VALUE,
                "int",
                Integer.MIN_VALUE,
                "long",
                Long.MIN_VALUE,
                "float",
                -0.0f,
                "nan",
                Double.NaN,
                "double",
                -0.0d,
                "infinite",
                Float.NEGATIVE_INFINITY,
                "text",
                "\0 a \u00e9 \ud800 \udc00 \ud83d\ude00 \uffff",
                "",
                "",
                "\ud83d",
                "\ude00\ud83d");
        MessageHead head = new MessageHead(
                new WireDestination(WireDestination.Kind.TOPIC, "\udfff"),
                false,
                9,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                -1,
                null,
                "c",
                null,
                null,
                BodyKind.OBJECT);
        EncodedMessage encoded = EncodedMessage.encode(new WireMessage(head, properties, new byte[0]));

        assertThat(encoded.head()).isEqualTo(head);
        assertThat(encoded.properties()).containsExactlyEntriesOf(properties);
        assertThat(encoded.decode().properties().keySet()).containsExactlyElementsOf(properties.keySet());
        assertThat(encoded.bodyLength()).isZero();
        properties.forEach((name, value) -> assertThat(encoded.property(name)).isEqualTo(value));
        assertThat(encoded.property("absent")).isNull();
        assertThat(bits(encoded.property("double"))).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void nanKeepsItsBits() {
        double payload = Double.longBitsToDouble(0x7ff8_0000_dead_beefL);
        EncodedMessage encoded = message(properties("nan", payload), 0);

        assertThat(bits(encoded.property("nan"))).isEqualTo(0x7ff8_0000_dead_beefL);
    }

    @Test
    void bodyIsACopy() {
        EncodedMessage encoded = message(Map.of(), 3);
        byte[] body = encoded.body();
        body[0] = 99;

        assertThat(encoded.body()).isNotEqualTo(body);
        assertThat(encoded.bodyLength()).isEqualTo(3);
    }

    @Test
    void propertiesAreReadOnly() {
        Map<String, @Nullable Object> properties =
                message(properties("a", 1), 0).properties();

        assertThatThrownBy(() -> properties.put("a", 2)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void withPropertiesAddsAndReplacesAndKeepsTheRest() {
        EncodedMessage before = message(properties("a", 1, "b", 2), 5);

        EncodedMessage after = EncodedMessage.withProperties(before, properties("b", "two", "c", null));

        assertThat(after.properties()).containsExactlyEntriesOf(properties("a", 1, "b", "two", "c", null));
        assertThat(after.head()).isEqualTo(before.head());
        assertThat(after.body()).isEqualTo(before.body());
        assertThat(before.properties()).containsExactlyEntriesOf(properties("a", 1, "b", 2));
    }

    @Test
    void headerAndPropertiesOverTheLimitAreRefusedWithARemedy() {
        Map<String, @Nullable Object> large = properties("large", "x".repeat(WireLimits.MESSAGE_HEAD));

        assertThatThrownBy(() -> message(large, 0))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE))
                .hasMessageContaining("put large values in the body");
    }

    @Test
    void aValueOfAnotherTypeIsTheCallersMistake() {
        assertThatThrownBy(() -> message(properties("list", Arrays.asList(1)), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list");
    }

    @Test
    void aPropertyTwiceIsMalformed() {
        byte[] bytes = message(properties("a", null, "b", null), 0).bytes();
        bytes[bytes.length - 2] = 'a';

        assertThatThrownBy(() -> new EncodedMessage(bytes).properties()).hasMessageContaining("a twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080", // NUL, overlong
                "c1bf",
                "e09fbf", // overlong
                "f08fbfbf", // overlong
                "f4908080", // above U+10FFFF
                "eda0bdedb880", // a pair as two surrogates
                "80", // continuation alone
                "c3", // ends early
                "e282",
                "f09f98",
                "c328",
                "f8888080",
                "ff"
            })
    void malformedTextIsRefused(String hex) {
        byte[] text = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> WireText.read(text, ErrorCode.MESSAGE_MALFORMED))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void everyTruncationIsMalformedOrAShorterBody() {
        byte[] bytes = message(properties("a", 1, "b", "two"), 4).bytes();
        int bodyStart = bytes.length - 4;
        for (int length = 0; length < bodyStart; length++) {
            EncodedMessage truncated = new EncodedMessage(Arrays.copyOf(bytes, length));
            assertThat(catchThrowable(truncated::decode)).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void mutatedAndRandomBytesGiveAMessageOrAProtocolException() {
        long seed = Seeds.announce("EncodedMessageTest");
        Random random = new Random(seed);
        byte[] good = message(properties("a", 1, "text", "é\ud800", "d", 1.5, "n", null), 8)
                .bytes();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = round % 4 == 0 ? randomBytes(random) : mutated(good, random);
            EncodedMessage message = new EncodedMessage(bytes);
            for (Runnable look : new Runnable[] {
                message::head, message::properties, () -> message.property("text"), message::body, message::decode
            }) {
                Throwable thrown = catchThrowable(look::run);
                if (thrown != null) {
                    assertThat(thrown).isInstanceOf(ProtocolException.class);
                }
            }
        }
    }

    private static long bits(@Nullable Object value) {
        return Double.doubleToRawLongBits((Double) Objects.requireNonNull(value));
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        if (bytes.length > 9) {
            Arrays.fill(bytes, 0, 9, (byte) 0);
            bytes[0] = 1;
            bytes[4] = (byte) random.nextInt(64);
            bytes[8] = (byte) random.nextInt(64);
        }
        return bytes;
    }

    private static byte[] mutated(byte[] good, Random random) {
        byte[] bytes = good.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static EncodedMessage message(Map<String, ? extends @Nullable Object> properties, int bodyLength) {
        byte[] body = new byte[bodyLength];
        Arrays.fill(body, (byte) 'x');
        MessageHead head = new MessageHead(QUEUE, true, 4, 1, 0, 0, "ID:1", null, null, null, BodyKind.BYTES);
        return EncodedMessage.encode(new WireMessage(head, new LinkedHashMap<>(properties), body));
    }

    private static Map<String, @Nullable Object> properties(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return properties;
    }
}
