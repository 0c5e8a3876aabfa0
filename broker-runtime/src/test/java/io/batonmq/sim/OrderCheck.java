package io.batonmq.sim;

import io.batonmq.store.SessionRow.SessionKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Order (6.2.10.2 of the specification): what one session sends to one place is handed to one consumer in that order. Not
 * judged is what was given back: redelivered, or on its way to somebody else before. Confined to the simulation's thread.
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
        int dash = copy.uid().lastIndexOf('-');
        String producer = copy.uid().substring(0, dash);
        long number = Long.parseLong(copy.uid().substring(dash + 1).replaceAll("[^0-9]", ""));
        boolean again = !handedOut.add(copy);
        boolean other = sentTo.getOrDefault(copy.uid(), Set.of()).size() > 1;
        if (again || other || deliveryCount > 1) {
            return;
        }
        Long before = newest.merge(
                new Stream(consumer, producer, copy.line(), persistent), number, (old, now) -> Math.max(old, now));
        if (before > number) {
            violated.accept(copy + " is handed to " + consumer + " after number " + before + " of the same sender");
        }
    }
}
