package io.batonmq.sim;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Browsers (6.5): whatever happens meanwhile, a look shows all that was there from its beginning to its end, in order,
 * nothing twice, nothing that was consumed before, nothing that its selector doesn't take. What a consumer was ever sent is
 * to and fro: it need not be shown, and has no order. Confined to the simulation's thread.
 */
final class BrowseCheck {

    /** What is known of a message of the queue. */
    interface Facts {
        /** Its sender was told that it is safe. */
        boolean isConfirmed(String uid);

        /** Its sender was told that it is not. */
        boolean isFailed(String uid);

        /** Some consumer was sent it at some time. */
        boolean wasSent(String uid);

        /** An acknowledgement of it was confirmed. */
        boolean isConsumed(String uid);
    }

    private static final class Look {
        private final SimLine line;
        /** What it must show, unless that goes meanwhile. */
        private final Set<String> expected = new HashSet<>();
        /** What it must not show. */
        private final Set<String> consumed = new HashSet<>();

        private final Set<String> shown = new HashSet<>();
        /** By sender. */
        private final Map<String, Long> newest = new HashMap<>();

        Look(SimLine line) {
            this.line = line;
        }
    }

    private final Facts facts;
    private final TimeCheck times;
    private final Consumer<String> violated;
    private final Map<String, SimMessage> messages = new LinkedHashMap<>();
    private final Map<String, Look> looks = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    int ended;
    int shown;

    BrowseCheck(Facts facts, TimeCheck times, Consumer<String> violated) {
        this.facts = facts;
        this.times = times;
        this.violated = violated;
    }

    void sending(SimMessage message) {
        if (message.lines().contains(SimLine.QUEUE.name())) {
            messages.put(message.uid(), message);
        }
    }

    /** Its row went. */
    void removed(Copy copy) {
        removed.add(copy.uid());
    }

    /** A look is asked for. */
    void begins(String name, SimLine line) {
        Look look = new Look(line);
        messages.forEach((uid, message) -> {
            if (facts.isConsumed(uid)) {
                look.consumed.add(uid);
            } else if (takes(line, message) && facts.isConfirmed(uid) && isThere(message)) {
                look.expected.add(uid);
            }
        });
        looks.put(name, look);
    }

    private static boolean takes(SimLine line, SimMessage message) {
        return line.colour() == null || line.colour().equals(message.colour());
    }

    /** Whether nothing can have taken it out of sight; a large body is read before a consumer is sent it. */
    private boolean isThere(SimMessage message) {
        String uid = message.uid();
        return message.persistent()
                && !message.isLarge()
                && !removed.contains(uid)
                && !facts.wasSent(uid)
                && !times.mayBeUndue(uid)
                && !times.mayHaveExpired(uid);
    }

    void shown(String name, Copy copy) {
        Look look = looks.get(name);
        SimMessage message = messages.get(copy.uid());
        if (look == null) {
            return;
        }
        shown++;
        if (message == null || !takes(look.line, message)) {
            violated.accept(name + " is shown " + copy + ", which is not for it");
            return;
        }
        String uid = copy.uid();
        if (!look.shown.add(uid)) {
            violated.accept(name + " is shown " + uid + " twice");
        }
        if (look.consumed.contains(uid)) {
            violated.accept(name + " is shown " + uid + ", which was consumed before it began");
        }
        if (facts.isFailed(uid)) {
            violated.accept(name + " is shown " + uid + ", which was reported failed");
        }
        if (message.persistent() && message.dueMillis() == 0 && !facts.wasSent(uid)) {
            long number = OrderCheck.number(uid);
            Long before = look.newest.merge(OrderCheck.sender(uid), number, Math::max);
            if (before > number) {
                violated.accept(name + " is shown " + uid + " after number " + before + " of the same sender");
            }
        }
    }

    /** It came to its end. */
    void ended(String name) {
        Look look = looks.remove(name);
        if (look == null) {
            return;
        }
        ended++;
        for (String uid : look.expected) {
            SimMessage message = messages.get(uid);
            if (message != null && !look.shown.contains(uid) && isThere(message)) {
                violated.accept(name + " is not shown " + uid + ", which was there all the time");
            }
        }
    }

    /** It was given up, or could not be. */
    void givenUp(String name) {
        looks.remove(name);
    }
}
