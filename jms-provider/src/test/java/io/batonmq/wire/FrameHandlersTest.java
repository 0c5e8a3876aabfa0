package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameHandlersTest {
    private final FrameDecoder decoder = new FrameDecoder();
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder, new FrameEncoder());

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void framesComeOutHoweverTheyArrive() {
        byte[] two = join(FrameCodec.encode(new Request.Ping(1)), FrameCodec.encode(new Request.Ping(2)));
        for (byte each : two) {
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {each}));
        }
        channel.writeInbound(Unpooled.wrappedBuffer(two));

        for (long ticks : new long[] {1, 2, 1, 2}) {
            assertThat(channel.<Object>readInbound()).isEqualTo(new Request.Ping(ticks));
        }
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void beforeAuthenticationAFrameIsSmall() {
        byte[] large = FrameCodec.encode(new Command.BodyPart(1, 1, 0, new byte[5_000]));

        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(large, 0, 4)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("allowed are 2 to 4096");
    }

    @Test
    void afterAuthenticationItMayBeLarge() {
        decoder.authenticated();
        channel.writeInbound(Unpooled.wrappedBuffer(FrameCodec.encode(new Command.BodyPart(1, 1, 0, new byte[5_000]))));

        assertThat(channel.<Object>readInbound()).isInstanceOf(Command.BodyPart.class);
    }

    @ParameterizedTest
    @CsvSource({
        "7fffffff, a frame of 2147483647 bytes",
        "ffffffff, a frame of 4294967295 bytes",
        "00000000, a frame of 0 bytes",
        "00000001, a frame of 1 bytes",
        "16030100, speaks TLS",
        "47455420, speaks HTTP"
    })
    void aBadLengthIsRefusedAtOnce(String hex, String reason) {
        assertThatThrownBy(() -> channel.writeInbound(
                        Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(reason);
        assertThat(channel.writeInbound(Unpooled.wrappedBuffer(FrameCodec.encode(new Request.Ping(1)))))
                .as("nothing more is read")
                .isFalse();
    }

    @Test
    void aFrameIsWrittenAsTheCodecHasIt() {
        Frame frame = new BrokerFrame.Moved("tcp://a:1", 7);
        channel.writeOutbound(frame);

        ByteBuf written = channel.readOutbound();
        assertThat(written.toString(StandardCharsets.ISO_8859_1))
                .isEqualTo(new String(FrameCodec.encode(frame), StandardCharsets.ISO_8859_1));
        written.release();
    }

    @Test
    void aFrameThatCannotBeEncodedFailsItsWriteAndLeavesNothing() {
        Frame tooLarge = new Command.BodyPart(1, 1, 0, new byte[WireLimits.AFTER_AUTHENTICATION]);

        assertThatThrownBy(() -> channel.writeOutbound(tooLarge)).hasRootCauseInstanceOf(ProtocolException.class);
        assertThat(channel.<Object>readOutbound()).isNull();
        assertThat(channel.writeOutbound(new Request.Ping(1))).isTrue();
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
