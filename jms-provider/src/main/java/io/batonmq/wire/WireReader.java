package io.batonmq.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of frames and messages. Every length is checked against what is there before memory is taken; whatever
 * does not fit is a {@link ProtocolException}. Used by one thread.
 */
public final class WireReader {
    private final ByteBuffer in;
    private final ErrorCode ifMalformed;

    /** Reads big-endian from the buffer's position to its limit. */
    WireReader(ByteBuffer in, ErrorCode ifMalformed) {
        this.in = in;
        this.ifMalformed = ifMalformed;
    }

    int remaining() {
        return in.remaining();
    }

    int position() {
        return in.position();
    }

    ProtocolException malformed(String text) {
        return new ProtocolException(ifMalformed, text);
    }

    /** Nothing may be left. */
    void end() {
        if (in.hasRemaining()) {
            throw malformed(in.remaining() + " bytes too many");
        }
    }

    void skip(int bytes) {
        need(bytes);
        in.position(in.position() + bytes);
    }

    private void need(int bytes) {
        if (bytes > in.remaining()) {
            throw malformed("ends " + (bytes - in.remaining()) + " bytes too early");
        }
    }

    int unsignedByte() {
        need(1);
        return in.get() & 0xFF;
    }

    byte signedByte() {
        need(1);
        return in.get();
    }

    boolean bool() {
        int value = unsignedByte();
        if (value > 1) {
            throw malformed("a flag is " + value);
        }
        return value == 1;
    }

    short int16() {
        need(2);
        return in.getShort();
    }

    int int32() {
        need(4);
        return in.getInt();
    }

    long int64() {
        need(8);
        return in.getLong();
    }

    /** A number from 0 to {@link Integer#MAX_VALUE}, in its shortest form. */
    int varint() {
        long value = varlong();
        if (value > Integer.MAX_VALUE) {
            throw malformed("number " + value + " is out of range");
        }
        return (int) value;
    }

    /** A number from 0 to {@link Long#MAX_VALUE}, in its shortest form. */
    long varlong() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int b = unsignedByte();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                if (b == 0 && shift > 0) {
                    throw malformed("a number is longer than it need be");
                }
                return value;
            }
        }
        throw malformed("a number is out of range");
    }

    /** One of {@code values}, by its place. */
    <E> E oneOf(E[] values) {
        int place = unsignedByte();
        if (place >= values.length) {
            throw malformed("no such " + values[0].getClass().getSimpleName() + ": " + place);
        }
        return values[place];
    }

    byte[] bytes() {
        int length = varint();
        need(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** Steps over a byte string, and says whether it is {@code expected}. */
    boolean nextIs(byte[] expected) {
        int length = varint();
        need(length);
        int from = in.position();
        in.position(from + length);
        return length == expected.length && in.slice(from, length).equals(ByteBuffer.wrap(expected));
    }

    String text() {
        return WireText.read(bytes(), ifMalformed);
    }

    @Nullable
    String textOrNull() {
        return bool() ? text() : null;
    }

    UniqueId uniqueId() {
        return new UniqueId(int64(), int64());
    }

    ErrorCode errorCode() {
        int number = unsignedByte();
        ErrorCode code = ErrorCode.of(number);
        if (code == null) {
            throw malformed("no such error code: " + number);
        }
        return code;
    }

    @Nullable
    ErrorCode errorCodeOrNull() {
        return bool() ? errorCode() : null;
    }

    /** At most {@link WireLimits#REFERENCES} elements, each of at least {@code leastBytes} bytes. */
    <T> List<T> list(int leastBytes, Function<WireReader, T> element) {
        int count = varint();
        if (count > WireLimits.REFERENCES) {
            throw malformed("a list of " + count + " is longer than " + WireLimits.REFERENCES);
        }
        need(count * leastBytes);
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.apply(this));
        }
        return Collections.unmodifiableList(list);
    }
}
