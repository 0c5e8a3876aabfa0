package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameRoundTripTest {
    private static final int ROUNDS = 300;
    private static final long SEED = Seeds.announce("FrameRoundTripTest");

    @ParameterizedTest
    @EnumSource(FrameType.class)
    void whatWasWrittenIsRead(FrameType type) {
        RandomFrames frames = new RandomFrames(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            Frame frame = frames.of(type);
            byte[] bytes = FrameCodec.encode(frame);

            Frame decoded = FrameCodec.decode(bytes);

            assertThat(decoded).usingRecursiveComparison().isEqualTo(frame);
            assertThat(FrameCodec.encode(decoded)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @EnumSource(FrameType.class)
    void everyTruncationIsAProtocolException(FrameType type) {
        RandomFrames frames = new RandomFrames(SEED);
        for (int round = 0; round < 20; round++) {
            byte[] bytes = FrameCodec.encode(frames.of(type));
            for (int length = 0; length < bytes.length; length++) {
                byte[] shorter = Arrays.copyOf(bytes, length);
                assertThat(catchThrowable(() -> FrameCodec.decode(shorter))).isInstanceOf(ProtocolException.class);
                if (length >= FrameCodec.LENGTH) {
                    // also with a length field that agrees
                    ByteBuffer.wrap(shorter).putInt(length - FrameCodec.LENGTH);
                    assertThat(catchThrowable(() -> FrameCodec.decode(shorter))).isInstanceOf(ProtocolException.class);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(FrameType.class)
    void aByteTooManyIsAProtocolException(FrameType type) {
        RandomFrames frames = new RandomFrames(SEED);
        byte[] bytes = FrameCodec.encode(frames.of(type));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        ByteBuffer.wrap(longer).putInt(longer.length - FrameCodec.LENGTH);

        assertThatThrownBy(() -> FrameCodec.decode(longer)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void anUnknownTypeIsNamed() {
        assertThatThrownBy(() -> FrameCodec.decode(new byte[] {0, 0, 0, 2, (byte) 0xEE, 0}))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("no frame has type 238");
    }

    @Test
    void theConnectionsOwnFramesBelongToNoSession() {
        byte[] ping = FrameCodec.encode(new Request.Ping(1));
        ping[5] = 1;

        assertThatThrownBy(() -> FrameCodec.decode(ping)).hasMessageContaining("names session 1");
    }

    @Test
    void anotherMajorVersionIsToldApart() {
        byte[] hello = FrameCodec.encode(new RandomFrames(1).of(FrameType.HELLO));
        hello[10] = 2;

        assertThatThrownBy(() -> FrameCodec.decode(hello))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VERSION))
                .hasMessageContaining("speaks protocol version 2, here it is 1");
    }

    @Test
    void numbersHaveOneForm() {
        // Skip, session 1: number 1 in two bytes instead of one
        assertThatThrownBy(() -> FrameCodec.decode(new byte[] {0, 0, 0, 5, 0x24, 1, (byte) 0x81, 0, 0}))
                .hasMessageContaining("longer than it need be");
    }

    @Test
    void listsAreBounded() {
        List<Integer> many = Collections.nCopies(WireLimits.REFERENCES + 1, 1);

        assertThatThrownBy(() -> FrameCodec.encode(new Resumption.ClaimsEnd(many)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("longer than 8192");
    }

    @Test
    void aListThatClaimsMoreThanIsThereTakesNoMemory() {
        // ClaimsAnswer, session 1, 8192 references in 1 byte
        assertThatThrownBy(() -> FrameCodec.decode(new byte[] {0, 0, 0, 5, 0x14, 1, (byte) 0x80, 0x40, 0}))
                .hasMessageContaining("too early");
    }

    @Test
    void aFrameOverTheLimitIsNotWritten() {
        byte[] body = new byte[WireLimits.AFTER_AUTHENTICATION];

        assertThatThrownBy(() -> FrameCodec.encode(new Command.BodyPart(1, 1, 0, body)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("over the limit");
    }

    @Test
    void everyFrameRecordHasANumberOfItsOwn() {
        assertThat(Arrays.stream(FrameType.values())
                        .map(t -> t.record.getName())
                        .toList())
                .hasSameElementsAs(records(Frame.class));
        assertThat(Arrays.stream(FrameType.values()).map(t -> t.number)).doesNotHaveDuplicates();
    }

    @Test
    void everyErrorCodeHasANumberOfItsOwn() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::text)).doesNotHaveDuplicates();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(ErrorCode.of(code.number())).isEqualTo(code);
        }
    }

    private static List<String> records(Class<?> type) {
        if (type.isRecord()) {
            return List.of(type.getName());
        }
        return Arrays.stream(type.getPermittedSubclasses())
                .flatMap(sub -> records(sub).stream())
                .toList();
    }
}
