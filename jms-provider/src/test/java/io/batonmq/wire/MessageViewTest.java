package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageViewTest {
    private static final MessageHead HEAD = new MessageHead(
            new WireDestination(WireDestination.Kind.QUEUE, "q"),
            true,
            4,
            1,
            0,
            0,
            "ID:1",
            null,
            null,
            null,
            BodyKind.TEXT);

    private static EncodedMessage message(Map<String, @Nullable Object> properties) {
        return EncodedMessage.encode(new WireMessage(HEAD, properties, new byte[] {1, 2, 3}));
    }

    private static void findsAll(Map<String, @Nullable Object> properties) {
        MessageView view = new MessageView(message(properties));
        properties.forEach((name, value) -> {
            assertThat(view.property(new MessageView.Name(name))).as(name).isEqualTo(value);
            assertThat(view.property(new MessageView.Name(name))).as(name).isEqualTo(value);
        });
        assertThat(view.property(new MessageView.Name("absent"))).isNull();
        assertThat(view.head()).isEqualTo(HEAD);
    }

    @Test
    void findsPropertiesOfEachType() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("boolean", true);
        properties.put("false", false);
        properties.put("byte", (byte) -1);
        properties.put("short", Short.MIN_VALUE);
        properties.put("int", 5);
        properties.put("long", Long.MAX_VALUE);
        properties.put("float", 1.5f);
        properties.put("double", Double.NaN);
        properties.put("string", "schön \uD83D\uDE00");
        properties.put("größe", "");
        properties.put("null", null);
        findsAll(properties);
        findsAll(Map.of());
    }

    @Test
    void findsThemAmongMany() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        IntStream.range(0, 1_000).forEach(i -> properties.put("p" + i, i));
        findsAll(properties);
    }

    @Test
    void malformedPropertiesGiveAProtocolExceptionAndNothingElse() {
        byte[] whole = message(Map.of("a", "text", "b", 5)).bytes();
        int failed = 0;
        for (int i = 0; i < whole.length; i++) {
            for (int value = 0; value < 256; value += 5) {
                byte[] bytes = Arrays.copyOf(whole, whole.length);
                bytes[i] = (byte) value;
                try {
                    new MessageView(new EncodedMessage(bytes)).property(new MessageView.Name("b"));
                } catch (ProtocolException e) {
                    failed++;
                }
            }
        }
        assertThat(failed).isPositive();
        assertThatThrownBy(() -> new MessageView(new EncodedMessage(new byte[3])).property(new MessageView.Name("b")))
                .isInstanceOf(ProtocolException.class);
    }
}
