package io.batonmq.sim;

import io.batonmq.store.ContentRow;
import io.batonmq.store.MessageRow;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.EncodedMessage;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * One message at one place where it is consumed: a queue, or a subscription.
 *
 * @param uid the message's, from its sender
 * @param line the queue's or subscription's name; of a dead letter where it comes from
 */
record Copy(String uid, String line) {
    private static final String DEAD_LETTER_QUEUE = "DLQ";
    private static final String ORIGIN = "BATON_ORIGINAL_DESTINATION";

    /** What a stored row is. */
    static Copy of(ModelState state, MessageRow row) {
        QueueRow queue = state.queues.get(row.queue());
        return of(message(state, row), queue == null ? "?" : state.line(queue));
    }

    /** A message that came from a queue or subscription. */
    static Copy of(EncodedMessage message, String line) {
        String from = line;
        if (line.equals(DEAD_LETTER_QUEUE)) {
            String origin = String.valueOf(message.property(ORIGIN));
            int subscription = origin.indexOf(" / ");
            from = subscription < 0 ? origin : origin.substring(subscription + " / ".length());
        }
        return new Copy(uid(message), from);
    }

    /** A dead letter of a subscription of a consumer's own names no more than the topic. */
    boolean isOfSomePlain() {
        return line.equals(SimLine.TOPIC.name());
    }

    static String uid(EncodedMessage message) {
        return String.valueOf(message.property("uid"));
    }

    /** The message in a stored row. */
    static EncodedMessage message(ModelState state, MessageRow row) {
        return new EncodedMessage(bytes(state, row));
    }

    private static byte[] bytes(ModelState state, MessageRow row) {
        byte[] own = row.bytes();
        if (own != null) {
            return own;
        }
        Map<Integer, ContentRow> chunks =
                row.content() == null ? Map.of() : state.content.getOrDefault(row.content(), new TreeMap<>());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        chunks.values().forEach(chunk -> all.writeBytes(chunk.bytes()));
        return all.toByteArray();
    }

    @Override
    public String toString() {
        return line.equals("q") ? uid : uid + "@" + line;
    }
}
