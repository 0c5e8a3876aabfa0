package io.batonmq.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * Feeds mutated, cut and random bytes to the codec and to the decoder of a channel. Run in a process of its own with little
 * memory; ends with status 0 only if nothing but {@link ProtocolException} came of it.
 */
final class HostileInputMain {
    private final Random random;
    private final RandomFrames frames;
    private int refused;
    private int decoded;

    private HostileInputMain(long seed) {
        this.random = new Random(seed);
        this.frames = new RandomFrames(seed);
    }

    public static void main(String[] args) {
        HostileInputMain run = new HostileInputMain(Long.parseLong(args[0]));
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; round++) {
            run.codec(run.bytes());
            if (round % 8 == 0) {
                run.channel(run.bytes());
            }
        }
        run.oneMebibyteOfEachType();
        System.out.println("refused=" + run.refused + " decoded=" + run.decoded);
    }

    private byte[] bytes() {
        byte[] bytes = FrameCodec.encode(frames.any());
        switch (random.nextInt(4)) {
            case 0 -> {
                bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
            }
            case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            default -> {
                for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                    bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? random.nextInt() : 0xFF);
                }
            }
        }
        if (bytes.length >= FrameCodec.LENGTH && random.nextInt(4) > 0) {
            ByteBuffer.wrap(bytes).putInt(bytes.length - FrameCodec.LENGTH);
        }
        return bytes;
    }

    private void codec(byte[] bytes) {
        try {
            FrameCodec.encode(FrameCodec.decode(bytes));
            decoded++;
        } catch (ProtocolException e) {
            refused++;
        }
    }

    /** The same through a pipeline, in pieces; after the first refusal nothing more may come. */
    private void channel(byte[] bytes) {
        Recorder recorder = new Recorder();
        FrameDecoder decoder = new FrameDecoder();
        EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
        if (random.nextBoolean()) {
            decoder.authenticated();
        }
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, to - from));
            from = to;
        }
        channel.finishAndReleaseAll();
        refused += recorder.refused;
    }

    /** The largest frame there is, of every type, full of what makes long lists and texts. */
    private void oneMebibyteOfEachType() {
        for (FrameType type : FrameType.values()) {
            for (int fill : new int[] {0, 1, 0x7F, 0xFF}) {
                byte[] bytes = new byte[FrameCodec.LENGTH + WireLimits.AFTER_AUTHENTICATION];
                Arrays.fill(bytes, (byte) fill);
                ByteBuffer.wrap(bytes)
                        .putInt(WireLimits.AFTER_AUTHENTICATION)
                        .put((byte) type.number)
                        .put((byte) 0);
                codec(bytes);
            }
        }
    }

    private static final class Recorder extends ChannelInboundHandlerAdapter {
        private int refused;

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            if (refused > 0) {
                throw new IllegalStateException("a frame after a refusal: " + frame);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (!(cause instanceof ProtocolException) || ++refused > 1) {
                context.fireExceptionCaught(cause); // makes the channel's check fail
            }
        }
    }
}
