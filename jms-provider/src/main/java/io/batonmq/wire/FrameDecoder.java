package io.batonmq.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts what arrives into frames. The length is checked as soon as its four bytes are there; a frame is decoded straight from
 * the socket's buffer. After the first malformed frame everything is discarded and one {@link ProtocolException} goes up the
 * pipeline. One per channel, on its I/O thread.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    private static final int HTTP_GET = 0x47455420;
    private static final int HTTP_HEAD = 0x48454144;
    private static final int HTTP_POST = 0x504F5354;
    private static final int TLS_HANDSHAKE = 0x1603;

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
        if (length == HTTP_GET || length == HTTP_HEAD || length == HTTP_POST) {
            throw new ProtocolException(ErrorCode.PROTOCOL_VIOLATION, "the peer speaks HTTP, not BatonMQ");
        }
        if (length >>> 16 == TLS_HANDSHAKE) {
            throw new ProtocolException(
                    ErrorCode.PROTOCOL_VIOLATION,
                    "the peer speaks TLS, but this is a plain port; use a tcp:// address");
        }
    }
}
