package io.batonmq.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;

/**
 * Writes frames. A frame that can't be encoded fails its own write and leaves no byte behind. One per channel, on its I/O
 * thread.
 */
public final class FrameEncoder extends MessageToByteEncoder<Frame> {
    private static final int KEEP = 8 * 1024;

    private final WireWriter writer = new WireWriter(256);

    public FrameEncoder() {
        super(Frame.class);
    }

    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext context, Frame frame, boolean preferDirect) {
        writer.reset(KEEP);
        FrameCodec.encode(frame, writer);
        return context.alloc().ioBuffer(writer.size());
    }

    @Override
    protected void encode(ChannelHandlerContext context, Frame frame, ByteBuf out) {
        out.writeBytes(writer.array(), 0, writer.size());
    }
}
