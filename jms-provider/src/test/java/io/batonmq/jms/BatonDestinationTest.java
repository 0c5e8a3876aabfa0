package io.batonmq.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.ErrorCode;
import jakarta.jms.InvalidDestinationRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of destinations. */
class BatonDestinationTest {

    private static Stream<String> refused() {
        return Stream.of("", "$x", "$tmp.1.2", "a\nb", "\0", "a\u007f", "a\u0085", "\ud83d", "x".repeat(256));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void namesThatAreNotAllowedAreRefused(String name) {
        assertThatThrownBy(() -> new BatonQueue(name))
                .isInstanceOfSatisfying(
                        InvalidDestinationRuntimeException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.DESTINATION_NAME.text()));
        assertThatThrownBy(() -> new BatonTopic(name)).isInstanceOf(InvalidDestinationRuntimeException.class);
    }

    @Test
    void noNameIsRefused() {
        assertThatThrownBy(() -> new BatonQueue(null))
                .isInstanceOf(InvalidDestinationRuntimeException.class)
                .hasMessage("a queue name must not be empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a b", "a.b/c?d=e&f", "größe", "😀", "a$b"})
    void otherNamesAreKeptAsTheyAre(String name) {
        assertThat(new BatonQueue(name).getQueueName()).isEqualTo(name);
        assertThat(new BatonTopic(name).getTopicName()).isEqualTo(name);
        assertThat(new BatonTopic("x".repeat(255)).getTopicName()).hasSize(255);
    }

    @Test
    void equalIsSameKindAndName() {
        assertThat(new BatonQueue("a")).isEqualTo(new BatonQueue("a")).hasSameHashCodeAs(new BatonQueue("a"));
        assertThat(new BatonQueue("a")).isNotEqualTo(new BatonQueue("b"));
        assertThat((Object) new BatonQueue("a")).isNotEqualTo(new BatonTopic("a"));
        assertThat(new BatonQueue("a")).hasToString("queue://a");
        assertThat(new BatonTopic("a")).hasToString("topic://a");
    }

    @Test
    void serializedOnesAreEqualAndChecked() throws Exception {
        assertThat(read(write(new BatonTopic("news")))).isEqualTo(new BatonTopic("news"));

        String forged =
                new String(write(new BatonQueue("orders")), StandardCharsets.ISO_8859_1).replace("orders", "$rders");
        assertThatThrownBy(() -> read(forged.getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("reserved for temporary destinations");
    }

    private static byte[] write(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
}
