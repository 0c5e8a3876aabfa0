package io.batonmq.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as its producer's client encoded it, once: broker and store carry the same bytes. Immutable by agreement:
 * nobody writes to the array. Nothing is decoded before it is asked for; malformed bytes give a {@link ProtocolException}
 * and nothing else.
 *
 * <p>Layout: u8 version, int32 bytes of the header, int32 bytes of the properties, header, properties, body.
 *
 * @param bytes header, properties and (unless it goes in parts) body
 */
public record EncodedMessage(byte[] bytes) {
    private static final int VERSION = 1;
    private static final int PREFIX = 9;

    /** Encodes a message. Header and properties together are at most {@link WireLimits#MESSAGE_HEAD} bytes. */
    public static EncodedMessage encode(WireMessage message) {
        byte[] body = message.body();
        WireWriter out = new WireWriter(256 + body.length);
        message.head().write(prefix(out));
        int headBytes = out.size() - PREFIX;
        MessageProperties.write(out, message.properties());
        return finish(out, headBytes, body, 0, body.length);
    }

    /** A copy with properties added or replaced (dead-lettering: count, reason); the rest keeps its bytes. */
    public static EncodedMessage withProperties(EncodedMessage message, Map<String, ? extends @Nullable Object> extra) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(message.properties());
        all.putAll(extra);
        int headBytes = message.headBytes();
        WireWriter out = prefix(new WireWriter(message.size() + 256));
        out.raw(message.bytes, PREFIX, headBytes);
        MessageProperties.write(out, all);
        return finish(out, headBytes, message.bytes, message.bodyStart(), message.bodyLength());
    }

    private static WireWriter prefix(WireWriter out) {
        out.unsignedByte(VERSION);
        out.int64(0); // both lengths, known at the end
        return out;
    }

    private static EncodedMessage finish(WireWriter out, int headBytes, byte[] body, int from, int length) {
        int both = out.size() - PREFIX;
        if (both > WireLimits.MESSAGE_HEAD) {
            throw new ProtocolException(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "header and properties take " + both + " bytes, more than " + WireLimits.MESSAGE_HEAD
                            + "; put large values in the body");
        }
        out.putInt32(1, headBytes);
        out.putInt32(5, both - headBytes);
        out.raw(body, from, length);
        return new EncodedMessage(out.toBytes());
    }

    /** Reads one from a frame, and checks that all of it can be decoded: what is malformed goes no further. */
    static EncodedMessage read(WireReader in) {
        EncodedMessage message = new EncodedMessage(in.bytes());
        message.head();
        message.properties();
        return message;
    }

    /** Encoded bytes, without parts that went ahead. */
    public int size() {
        return bytes.length;
    }

    /** The header. */
    public MessageHead head() {
        WireReader in = reader(PREFIX, headBytes());
        MessageHead head = MessageHead.read(in);
        in.end();
        return head;
    }

    /** The properties, in insertion order, read-only; values may be null. */
    public Map<String, @Nullable Object> properties() {
        return Collections.unmodifiableMap(MessageProperties.read(propertyReader()));
    }

    /** One property, without decoding the others; null if there is none, or if it is null. */
    public @Nullable Object property(String name) {
        return MessageProperties.find(propertyReader(), name);
    }

    /** A copy of the body that travels inside. */
    public byte[] body() {
        return Arrays.copyOfRange(bytes, bodyStart(), bytes.length);
    }

    /** How long the body that travels inside is. */
    public int bodyLength() {
        return bytes.length - bodyStart();
    }

    /** Everything. */
    public WireMessage decode() {
        return new WireMessage(head(), properties(), body());
    }

    private int headBytes() {
        bodyStart();
        return int32(1);
    }

    /** Where the body starts; checks the layout. */
    private int bodyStart() {
        if (bytes.length < PREFIX) {
            throw malformed("is only " + bytes.length + " bytes");
        }
        if (bytes[0] != VERSION) {
            throw malformed("has layout " + bytes[0] + ", known is " + VERSION);
        }
        int headBytes = int32(1);
        int propertyBytes = int32(5);
        long both = (long) headBytes + propertyBytes;
        if (headBytes < 0 || propertyBytes < 0 || both > WireLimits.MESSAGE_HEAD || both > bytes.length - PREFIX) {
            throw malformed("of " + bytes.length + " bytes has a header of " + headBytes + " bytes and properties of "
                    + propertyBytes);
        }
        return PREFIX + headBytes + propertyBytes;
    }

    WireReader propertyReader() {
        int end = bodyStart();
        int start = PREFIX + int32(1);
        return reader(start, end - start);
    }

    /** Reads from a place in the properties that was met before. */
    WireReader readerAt(int from) {
        return reader(from, bodyStart() - from);
    }

    private WireReader reader(int from, int length) {
        return new WireReader(ByteBuffer.wrap(bytes, from, length), ErrorCode.MESSAGE_MALFORMED);
    }

    private int int32(int at) {
        return ByteBuffer.wrap(bytes).getInt(at);
    }

    private static ProtocolException malformed(String what) {
        return new ProtocolException(ErrorCode.MESSAGE_MALFORMED, "a message " + what);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedMessage that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "EncodedMessage[" + bytes.length + " bytes]";
    }
}
