package io.batonmq.sim;

import io.batonmq.store.SessionRow.SessionKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Order (6.2.10.2 of the specification): what one session sends to one place is handed to one consumer in that order. Not
 * judged is what was given back: redelivered, or on its way to somebody else before; nor what is
 * delayed. Confined to the simulation's thread.
 */
final class OrderCheck {
    private record Stream(String consumer, String producer, String line, boolean persistent) {}

    private final Consumer<String> violated;
    private final Map<Stream, Long> newest = new HashMap<>();
    private final Set<Copy> handedOut = new HashSet<>();
    /** By uid: the sessions, as nodes know them, that a node has written a message to. */
    private final Map<String, Set<SessionKey>> sentTo = new HashMap<>();

    OrderCheck(Consumer<String> violated) {
        this.violated = violated;
    }

    /** A node wrote it to a client's session. */
    void written(SessionKey session, String uid) {
        sentTo.computeIfAbsent(uid, u -> new HashSet<>()).add(session);
    }

    void handedOut(String consumer, Copy copy, boolean persistent, int deliveryCount) {
        String producer = sender(copy.uid());
        long number = number(copy.uid());
        boolean again = !handedOut.add(copy);
        boolean other = sentTo.getOrDefault(copy.uid(), Set.of()).size() > 1;
        if (again || other || deliveryCount > 1 || isDelayed(copy.uid())) {
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
