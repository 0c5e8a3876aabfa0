package io.batonmq.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Frames to bytes and back: int32 length of what follows, u8 type, varint channel, the record's fields. Decoding answers a
 * frame or throws {@link ProtocolException}, whatever the bytes. Stateless.
 */
public final class FrameCodec {
    /** Bytes of the length field. */
    static final int LENGTH = 4;

    /** Type and channel. */
    static final int LEAST = 2;

    private static final int SMALL = 64;
    private static final int REFERENCE = 48;

    private FrameCodec() {}

    /** The whole frame with its length. */
    public static byte[] encode(Frame frame) {
        WireWriter out = new WireWriter(128);
        encode(frame, out);
        return out.toBytes();
    }

    /** Reverses {@link #encode}: exactly one frame. */
    public static Frame decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int length = new WireReader(buffer, ErrorCode.PROTOCOL_VIOLATION).int32();
        checkLength(length, WireLimits.AFTER_AUTHENTICATION);
        if (length != buffer.remaining()) {
            throw violation("a frame says it is " + length + " bytes and is " + buffer.remaining());
        }
        return decode(buffer);
    }

    /** Appends a frame. */
    static void encode(Frame frame, WireWriter out) {
        int start = out.size();
        out.int32(0);
        out.unsignedByte(FrameType.of(frame).number);
        out.varint(frame.session());
        frame.write(out);
        int length = out.size() - start - LENGTH;
        if (length > WireLimits.AFTER_AUTHENTICATION) {
            throw violation("a " + name(frame) + " frame of " + length + " bytes is over the limit of "
                    + WireLimits.AFTER_AUTHENTICATION);
        }
        out.putInt32(start, length);
    }

    /** Reads what follows a frame's length, all of the buffer. */
    static Frame decode(ByteBuffer content) {
        WireReader in = new WireReader(content, ErrorCode.PROTOCOL_VIOLATION);
        int number = in.unsignedByte();
        FrameType type = FrameType.of(number);
        if (type == null) {
            throw violation("no frame has type " + number);
        }
        try {
            int session = in.varint();
            Frame frame = type.read(in, session);
            if (frame.session() != session) {
                throw violation("belongs to no session, but names session " + session);
            }
            in.end();
            return frame;
        } catch (ProtocolException e) {
            throw new ProtocolException(e.code(), "frame " + type.record.getSimpleName() + ": " + e.text());
        }
    }

    /** Checks a frame's length before anything is made of it. */
    static void checkLength(int length, int limit) {
        if (length < LEAST || length > limit) {
            throw violation(
                    "a frame of " + Integer.toUnsignedString(length) + " bytes, allowed are " + LEAST + " to " + limit);
        }
    }

    /** A rough size in memory and on the wire, for bounding what waits. */
    public static int estimate(Frame frame) {
        return SMALL + payload(frame) + REFERENCE * references(frame);
    }

    private static int payload(Frame frame) {
        if (frame instanceof BrokerFrame.Deliver deliver) {
            return deliver.message().size();
        } else if (frame instanceof BrokerFrame.DeliverPart part) {
            return part.bytes().length;
        } else if (frame instanceof Command.Send send) {
            return send.message().size();
        } else if (frame instanceof Command.TransactedSend send) {
            return send.message().size();
        } else if (frame instanceof Command.BodyPart part) {
            return part.bytes().length;
        }
        return refusals(frame);
    }

    private static int refusals(Frame frame) {
        List<Refusal> refusals = List.of();
        if (frame instanceof BrokerFrame.Confirm confirm) {
            refusals = confirm.refusals();
        } else if (frame instanceof Resumption.Refused refused) {
            refusals = refused.refusals();
        }
        int size = 0;
        for (Refusal refusal : refusals) {
            size += REFERENCE + 2 * refusal.text().length();
        }
        return size;
    }

    private static int references(Frame frame) {
        if (frame instanceof Command.Ack ack) {
            return ack.deliveries().size();
        } else if (frame instanceof Command.Commit commit) {
            return commit.deliveries().size();
        } else if (frame instanceof Command.Rollback rollback) {
            return rollback.deliveries().size();
        } else if (frame instanceof Command.TransactedAck ack) {
            return ack.deliveries().size();
        } else if (frame instanceof Request.HandOut handOut) {
            return handOut.deliveries().size();
        } else if (frame instanceof Resumption.Claims claims) {
            return claims.claims().size();
        } else if (frame instanceof Resumption.ClaimsAnswer answer) {
            return answer.granted().size();
        }
        return 0;
    }

    private static String name(Frame frame) {
        return frame.getClass().getSimpleName();
    }

    private static ProtocolException violation(String text) {
        return new ProtocolException(ErrorCode.PROTOCOL_VIOLATION, text);
    }
}
