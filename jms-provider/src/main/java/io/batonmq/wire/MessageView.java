package io.batonmq.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What message selectors look at: header and single properties, each decoded when it is first asked for, and once, however
 * many selectors look. Used by one thread.
 */
public final class MessageView {
    /** With more properties than this, names are looked up in a table. */
    private static final int FEW = 32;
    /** Stands for a value that nobody has asked for. */
    private static final Object UNREAD = new Object();
    /** The shortest property: an empty name and no value. */
    private static final int LEAST_BYTES = 2;

    private final EncodedMessage message;
    private @Nullable MessageHead head;
    /** Of each property: where its name begins, its length, and where its value begins. */
    private int @Nullable [] places;

    private @Nullable Object[] values = {};
    private @Nullable Map<ByteBuffer, Integer> table;

    /** Nothing is decoded yet. */
    public MessageView(EncodedMessage message) {
        this.message = message;
    }

    /** With a header that is decoded already. */
    public MessageView(EncodedMessage message, MessageHead head) {
        this.message = message;
        this.head = head;
    }

    /** The name of a property, in the form in which messages have it. Immutable. */
    public static final class Name {
        private final byte[] bytes;

        /** Of a property. */
        public Name(String name) {
            bytes = new byte[WireText.length(name)];
            WireText.write(name, bytes, 0);
        }
    }

    /** The header. */
    public MessageHead head() {
        MessageHead known = head;
        if (known == null) {
            known = message.head();
            head = known;
        }
        return known;
    }

    /** One property: Boolean, Byte, Short, Integer, Long, Float, Double or String; null if there is none, or if it is null. */
    public @Nullable Object property(Name name) {
        int[] at = places;
        if (at == null) {
            at = locate();
            places = at;
        }
        int found = find(at, name.bytes);
        if (found < 0) {
            return null;
        }
        if (values[found] == UNREAD) {
            values[found] = MessageProperties.readValue(message.readerAt(at[3 * found + 2]));
        }
        return values[found];
    }

    private int[] locate() {
        WireReader in = message.propertyReader();
        int count = in.varint();
        if (count > in.remaining() / LEAST_BYTES) {
            throw in.malformed("a message has " + count + " properties in " + in.remaining() + " bytes");
        }
        int[] at = new int[3 * count];
        for (int i = 0; i < count; i++) {
            int length = in.varint();
            at[3 * i] = in.position();
            at[3 * i + 1] = length;
            in.skip(length);
            at[3 * i + 2] = in.position();
            MessageProperties.skipValue(in);
        }
        values = new Object[count];
        Arrays.fill(values, UNREAD);
        return at;
    }

    private int find(int[] at, byte[] name) {
        if (values.length > FEW) {
            return table(at).getOrDefault(ByteBuffer.wrap(name), -1);
        }
        byte[] bytes = message.bytes();
        for (int i = 0; i < values.length; i++) {
            int from = at[3 * i];
            int to = from + at[3 * i + 1];
            if (to - from == name.length && Arrays.equals(bytes, from, to, name, 0, name.length)) {
                return i;
            }
        }
        return -1;
    }

    private Map<ByteBuffer, Integer> table(int[] at) {
        Map<ByteBuffer, Integer> known = table;
        if (known == null) {
            known = new HashMap<>(2 * values.length);
            for (int i = 0; i < values.length; i++) {
                known.put(ByteBuffer.wrap(message.bytes(), at[3 * i], at[3 * i + 1]), i);
            }
            table = known;
        }
        return known;
    }
}
