package io.batonmq.sim;

import io.batonmq.store.Position;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.DeliveryRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Order (6.2.10.2 of the specification): what one session sends to one place is handed to one consumer in that order. Not
 * judged is what was given back: redelivered, or on its way to somebody else before; nor what is delayed; nor what a holder
 * kept for somebody who was absent for longer than later messages wait (R9). Confined to the simulation's thread.
 */
final class OrderCheck {
    private record Stream(String consumer, String producer, String line, boolean persistent) {}

    private static final long ORDER_GRACE_MILLIS =
            SimNode.settings().sessions().orderGrace().toMillis();

    private final Consumer<String> violated;
    private final Map<Stream, Long> newest = new HashMap<>();
    private final Set<Copy> handedOut = new HashSet<>();
    /** By uid: the sessions, as nodes know them, that a node has written a message to. */
    private final Map<String, Set<SessionKey>> sentTo = new HashMap<>();

    /** By queue: what a new holder keeps, as it read it; and the same of the one that serves. */
    private Map<Long, Position> read = Map.of();

    private Map<Long, Position> kept = Map.of();
    /** By queue: messages up to here may have been overtaken. */
    private final Map<Long, Position> overtaken = new HashMap<>();

    private long servedAt;

    OrderCheck(Consumer<String> violated) {
        this.violated = violated;
    }

    /** A new holder reads its state. */
    void recovers(Map<Long, Position> marks) {
        read = marks;
    }

    /** It begins to serve. */
    void serves(long millis) {
        orderGraceMayHaveEnded(millis);
        kept = read;
        servedAt = millis;
    }

    private void orderGraceMayHaveEnded(long millis) {
        if (millis >= servedAt + ORDER_GRACE_MILLIS) {
            kept.forEach((queue, mark) ->
                    overtaken.merge(queue, mark, (one, other) -> one.compareTo(other) > 0 ? one : other));
            kept = Map.of();
        }
    }

    private boolean mayBeOvertaken(DeliveryRef ref) {
        Position upTo = overtaken.getOrDefault(ref.queue(), Position.FIRST);
        return new Position(ref.epoch(), ref.counter()).compareTo(upTo) <= 0;
    }

    /** A node wrote it to a client's session. */
    void written(SessionKey session, String uid) {
        sentTo.computeIfAbsent(uid, u -> new HashSet<>()).add(session);
    }

    void handedOut(String consumer, Copy copy, DeliveryRef ref, boolean persistent, int deliveryCount, long millis) {
        orderGraceMayHaveEnded(millis);
        String producer = sender(copy.uid());
        long number = number(copy.uid());
        boolean again = !handedOut.add(copy);
        boolean other = sentTo.getOrDefault(copy.uid(), Set.of()).size() > 1;
        if (again || other || deliveryCount > 1 || isDelayed(copy.uid()) || mayBeOvertaken(ref)) {
            return;
        }
        Long before = newest.merge(
                new Stream(consumer, producer, copy.line(), persistent), number, (old, now) -> Math.max(old, now));
        if (before > number) {
            violated.accept(copy + " is handed to " + consumer + " after number " + before + " of the same sender");
        }
    }

    /** Whether some consumer was sent it at some time. */
    boolean wasSent(String uid) {
        return sentTo.containsKey(uid);
    }

    private static boolean isDelayed(String uid) {
        return uid.substring(uid.lastIndexOf('-')).contains(SimMessage.DELAYED);
    }

    /** The session that sent it. */
    static String sender(String uid) {
        return uid.substring(0, uid.lastIndexOf('-'));
    }

    /** Which of its sender's messages it is. */
    static long number(String uid) {
        return Long.parseLong(uid.substring(uid.lastIndexOf('-') + 1).replaceAll("[^0-9]", ""));
    }
}
