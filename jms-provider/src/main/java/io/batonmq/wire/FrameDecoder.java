package io.batonmq.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Set;

/**
 * Cuts what arrives into frames. The length is checked as soon as its four bytes are there; a frame is decoded straight from
 * the socket's buffer. After the first malformed frame everything is discarded and one {@link ProtocolException} goes up the
 * pipeline. One per channel, on its I/O thread.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    /** {@code GET }, {@code HEAD}, {@code POST}, and {@code HTTP} of an answer, read as a length. */
    private static final Set<Integer> HTTP = Set.of(0x47455420, 0x48454144, 0x504F5354, 0x48545450);

    private static final int TLS_HANDSHAKE = 0x1603;
    private static final int TLS_ALERT = 0x1503;

    private int limit = WireLimits.BEFORE_AUTHENTICATION;
    private boolean greeted;
    private boolean broken;

    /** The peer is authenticated: larger frames are allowed from now on. */
    public void authenticated() {
        limit = WireLimits.AFTER_AUTHENTICATION;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            if (in.readableBytes() < FrameCodec.LENGTH) {
                return;
            }
            int length = in.getInt(in.readerIndex());
            if (!greeted) {
                checkFirst(length);
            }
            FrameCodec.checkLength(length, limit);
            if (in.readableBytes() < FrameCodec.LENGTH + length) {
                return;
            }
            int start = in.readerIndex() + FrameCodec.LENGTH;
            out.add(FrameCodec.decode(in.nioBuffer(start, length)));
            in.readerIndex(start + length);
            greeted = true;
        } catch (ProtocolException e) {
            broken = true;
            in.skipBytes(in.readableBytes());
            context.fireExceptionCaught(e);
        }
    }

    /** Says what a stranger seems to speak: its operator sees one line that helps (C94). */
    private static void checkFirst(int length) {
        if (HTTP.contains(length)) {
            throw new ProtocolException(ErrorCode.PROTOCOL_VIOLATION, "the peer speaks HTTP, not BatonMQ");
        }
        if (length >>> 16 == TLS_HANDSHAKE || length >>> 16 == TLS_ALERT) {
            throw new ProtocolException(
                    ErrorCode.PROTOCOL_VIOLATION,
                    "the peer speaks TLS and this side does not: use ssl:// for a TLS port and tcp:// for a plain one");
        }
    }
}
