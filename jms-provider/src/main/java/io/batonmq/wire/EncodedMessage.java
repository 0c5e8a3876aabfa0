package io.batonmq.wire;

import java.util.Arrays;

/**
 * A message as its producer's client encoded it, once: broker and store carry the same bytes. Immutable by agreement:
 * nobody writes to the array.
 *
 * @param bytes header, properties and (unless it goes in parts) body
 */
public record EncodedMessage(byte[] bytes) {

    /** Encoded bytes, without parts that went ahead. */
    public int size() {
        return bytes.length;
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
