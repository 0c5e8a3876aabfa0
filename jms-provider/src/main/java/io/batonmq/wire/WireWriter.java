package io.batonmq.wire;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Writes the fields of frames and messages, big-endian, into an array that grows. Used by one thread. */
public final class WireWriter {
    private byte[] out;
    private int size;

    WireWriter(int capacity) {
        this.out = new byte[capacity];
    }

    int size() {
        return size;
    }

    /** The array behind it; the first {@link #size()} bytes are what was written. */
    byte[] array() {
        return out;
    }

    byte[] toBytes() {
        return Arrays.copyOf(out, size);
    }

    /** Starts again; an array above {@code keep} bytes is let go. */
    void reset(int keep) {
        size = 0;
        if (out.length > keep) {
            out = new byte[keep];
        }
    }

    private int claim(int bytes) {
        int at = size;
        int needed = Math.addExact(at, bytes);
        if (needed > out.length) {
            out = Arrays.copyOf(out, (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 16, out.length * 2L)));
        }
        size = needed;
        return at;
    }

    void unsignedByte(int value) {
        if (value >>> 8 != 0) {
            throw new IllegalArgumentException("not a byte: " + value);
        }
        int at = claim(1);
        out[at] = (byte) value;
    }

    void bool(boolean value) {
        unsignedByte(value ? 1 : 0);
    }

    void int16(short value) {
        int at = claim(2);
        out[at] = (byte) (value >> 8);
        out[at + 1] = (byte) value;
    }

    void int32(int value) {
        int at = claim(4);
        putInt32(at, value);
    }

    /** Overwrites four bytes written before. */
    void putInt32(int at, int value) {
        for (int i = 0; i < 4; i++) {
            out[at + i] = (byte) (value >> (24 - 8 * i));
        }
    }

    void int64(long value) {
        int at = claim(8);
        for (int i = 0; i < 8; i++) {
            out[at + i] = (byte) (value >> (56 - 8 * i));
        }
    }

    /** A number ≥ 0, in groups of seven bits, the lowest first. */
    void varlong(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        long rest = value;
        while (rest >= 0x80) {
            unsignedByte((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        unsignedByte((int) rest);
    }

    void varint(int value) {
        varlong(value);
    }

    /** The place of a constant whose enum says that its order is the wire's. */
    @SuppressWarnings("EnumOrdinal")
    void oneOf(Enum<?> value) {
        unsignedByte(value.ordinal());
    }

    /** Bytes as they are, without a length. */
    void raw(byte[] bytes, int from, int length) {
        int at = claim(length);
        System.arraycopy(bytes, from, out, at, length);
    }

    void bytes(byte[] bytes) {
        varint(bytes.length);
        raw(bytes, 0, bytes.length);
    }

    void text(String text) {
        int length = WireText.length(text);
        varint(length);
        int at = claim(length);
        WireText.write(text, out, at);
    }

    void textOrNull(@Nullable String text) {
        bool(text != null);
        if (text != null) {
            text(text);
        }
    }

    void uniqueId(UniqueId id) {
        int64(id.high());
        int64(id.low());
    }

    void errorCode(ErrorCode code) {
        unsignedByte(code.number());
    }

    void errorCodeOrNull(@Nullable ErrorCode code) {
        bool(code != null);
        if (code != null) {
            errorCode(code);
        }
    }

    <T> void list(List<T> list, BiConsumer<WireWriter, T> element) {
        if (list.size() > WireLimits.REFERENCES) {
            throw new ProtocolException(
                    ErrorCode.PROTOCOL_VIOLATION,
                    "a list of " + list.size() + " is longer than " + WireLimits.REFERENCES);
        }
        varint(list.size());
        for (T value : list) {
            element.accept(this, value);
        }
    }
}
