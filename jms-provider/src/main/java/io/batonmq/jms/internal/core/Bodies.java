package io.batonmq.jms.internal.core;

import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.Command.BodyPart;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Frame;
import io.batonmq.wire.LargeBody;
import io.batonmq.wire.WireLimits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes large bodies of one session apart and puts them together again. Confined to the loop. */
final class Bodies {

    /** A message as its frame carries it: whole, or without the body that went ahead. */
    record Split(EncodedMessage message, @Nullable LargeBody body) {}

    private static final class Arriving {
        private byte[] bytes = new byte[WireLimits.PART];
        private int length;
        private int parts;
    }

    private final Map<Long, Arriving> arriving = new HashMap<>();
    private long lastId;

    /** Writes the parts of a large body; each try has a new id, so that leftovers of an old link are never mixed in. */
    Split split(int session, EncodedMessage message, Consumer<Frame> out) {
        int length = message.bodyLength();
        if (length <= WireLimits.PART) {
            return new Split(message, null);
        }
        lastId++;
        byte[] bytes = message.bytes();
        int start = bytes.length - length;
        int parts = 0;
        for (int at = start; at < bytes.length; at += WireLimits.PART) {
            byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + WireLimits.PART));
            out.accept(new BodyPart(session, lastId, parts, part));
            parts++;
        }
        return new Split(new EncodedMessage(Arrays.copyOf(bytes, start)), new LargeBody(lastId, length, parts));
    }

    /** Takes in a part. False: it is out of order or too much, the link can't be trusted. */
    boolean arrived(DeliverPart part, long maxMessageSize) {
        if (part.index() == 0) { // one at a time: a body that was never named was given up
            arriving.keySet().removeIf(id -> id < part.body());
        }
        Arriving body = arriving.computeIfAbsent(part.body(), id -> new Arriving());
        long length = (long) body.length + part.bytes().length;
        if (part.index() != body.parts || length > maxMessageSize + WireLimits.MESSAGE_HEAD) {
            return false;
        }
        if (length > body.bytes.length) {
            body.bytes = Arrays.copyOf(
                    body.bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(length, 2L * body.length)));
        }
        System.arraycopy(part.bytes(), 0, body.bytes, body.length, part.bytes().length);
        body.length = (int) length;
        body.parts++;
        return true;
    }

    /** The whole message, or null if its parts are not all there. */
    @Nullable
    EncodedMessage join(EncodedMessage message, @Nullable LargeBody large) {
        if (large == null) {
            return message;
        }
        Arriving body = arriving.remove(large.id());
        if (body == null || body.parts != large.parts() || body.length != large.length()) {
            return null;
        }
        byte[] whole = Arrays.copyOf(message.bytes(), message.size() + body.length);
        System.arraycopy(body.bytes, 0, whole, message.size(), body.length);
        return new EncodedMessage(whole);
    }

    void linkLost() {
        arriving.clear();
    }
}
