package io.batonmq.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asynchronous sends (7.3): each is told of once, in the order of the sends, and before the commit, rollback or close
 * returns that followed it. Confined to the simulation's thread.
 */
final class CompletionCheck {
    private final Consumer<String> violated;
    /** By session: what it was not told of yet, in the order of the sends. */
    private final Map<String, Deque<String>> open = new HashMap<>();

    int told;

    CompletionCheck(Consumer<String> violated) {
        this.violated = violated;
    }

    /** A session sends, and doesn't wait. */
    void sent(String session, String uid) {
        open.computeIfAbsent(session, s -> new ArrayDeque<>()).add(uid);
    }

    /** Its listener is called. */
    void told(String session, String uid) {
        told++;
        Deque<String> of = open.getOrDefault(session, new ArrayDeque<>());
        if (!of.contains(uid)) {
            violated.accept(session + " is told of " + uid + " once more");
        } else if (!uid.equals(of.peek())) {
            violated.accept(session + " is told of " + uid + " before " + of.peek());
        }
        of.remove(uid);
    }

    /** A call returned that waits for completions. */
    void returned(String session, String call) {
        Deque<String> of = open.getOrDefault(session, new ArrayDeque<>());
        if (!of.isEmpty()) {
            violated.accept(call + " of " + session + " returned before it was told of " + of);
        }
    }

    /** Its process is dead. */
    void died(String session) {
        open.remove(session);
    }

    /** What sessions were never told of, with everything healed and quiet. */
    List<String> untold() {
        List<String> all = new ArrayList<>();
        open.forEach((session, uids) -> uids.forEach(uid -> all.add(uid + " of " + session)));
        return all;
    }
}
