package io.batonmq.sim;

import io.batonmq.wire.BodyKind;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.util.Map;
import java.util.Set;

/**
 * A message as its sender means it. Times are the world's, which no clock in it shows quite right.
 *
 * @param uid names it; its end tells of it: {@code t} to the topic, {@code d} delayed, {@code e} expires, and
 *     {@code n} NON_PERSISTENT, {@code x} refused by the database, {@code p} any other
 * @param to where it is sent
 * @param lines where it must be, once confirmed
 * @param persistent JMSDeliveryMode
 * @param dueMillis before that it isn't delivered; 0 = it is at once
 * @param expiresMillis from then on it isn't delivered any more; 0 = it never expires
 * @param colour what selectors look at
 * @param size bytes of its body
 */
record SimMessage(
        String uid,
        WireDestination to,
        Set<String> lines,
        boolean persistent,
        long dueMillis,
        long expiresMillis,
        String colour,
        int size) {
    static final String TO_TOPIC = "t";
    static final String DELAYED = "d";
    static final String EXPIRES = "e";
    static final String NON_PERSISTENT = "n";
    static final String REFUSED = "x";

    boolean isLarge() {
        return size > 1_000;
    }

    /** The same that must be somewhere else. */
    SimMessage withLines(Set<String> others) {
        return new SimMessage(uid, to, others, persistent, dueMillis, expiresMillis, colour, size);
    }

    boolean isPublished() {
        return to.equals(SimLine.TOPIC);
    }

    /** A small message without times. */
    static SimMessage plain(String uid, Set<String> lines) {
        boolean persistent = !uid.endsWith("n");
        return new SimMessage(uid, SimLine.QUEUE, lines, persistent, 0, 0, SimLine.COLOURS.get(0), 20);
    }

    /**
     * As its sender writes it.
     *
     * @param clockAhead how far its sender's clock is ahead of the world's, in milliseconds
     */
    EncodedMessage encode(long clockAhead) {
        MessageHead head = new MessageHead(
                to,
                persistent,
                4,
                0,
                expiresMillis == 0 ? 0 : expiresMillis + clockAhead,
                dueMillis == 0 ? 0 : dueMillis + clockAhead,
                null,
                null,
                null,
                null,
                BodyKind.BYTES);
        return EncodedMessage.encode(new WireMessage(head, Map.of("uid", uid, SimLine.COLOUR, colour), new byte[size]));
    }
}
