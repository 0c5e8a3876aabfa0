package io.batonmq.sim;

import io.batonmq.sim.Ledger.Told;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What was sent, what its senders were told, and whether that is true in the end (I1, I3). Confined to the
 * simulation's thread.
 */
final class SentCheck {
    private final TimeCheck times;
    /** Whether the place of a copy may be gone, and it with it. */
    private final Predicate<Copy> goneWithItsPlace;
    /** Told of the invariant and how it is broken. */
    private final BiConsumer<String, String> violated;

    private final Map<String, Told> told = new LinkedHashMap<>();
    private final Map<String, SimMessage> messages = new HashMap<>();
    private final Map<String, Set<String>> transactions = new LinkedHashMap<>();
    int confirms;

    SentCheck(TimeCheck times, Predicate<Copy> goneWithItsPlace, BiConsumer<String, String> violated) {
        this.times = times;
        this.goneWithItsPlace = goneWithItsPlace;
        this.violated = violated;
    }

    void sending(SimMessage message, @Nullable String transaction) {
        told.put(message.uid(), Told.PENDING);
        messages.put(message.uid(), message);
        if (transaction != null) {
            transactions
                    .computeIfAbsent(transaction, t -> new LinkedHashSet<>())
                    .add(message.uid());
        }
    }

    void told(String uid, Told what) {
        told.put(uid, what);
        if (what == Told.CONFIRMED) {
            confirms++;
            times.confirmed(uid);
        }
    }

    /** What is in a transaction is published now. */
    void committing(String transaction, UnaryOperator<SimMessage> published) {
        for (String uid : transactions.getOrDefault(transaction, Set.of())) {
            messages.computeIfPresent(
                    uid, (key, message) -> message.isPublished() ? published.apply(message) : message);
        }
    }

    void toldOfTransaction(String transaction, Consumer<String> told) {
        transactions.getOrDefault(transaction, Set.of()).forEach(told);
    }

    boolean is(String uid, Told what) {
        return told.get(uid) == what;
    }

    boolean isPersistent(String uid) {
        SimMessage message = messages.get(uid);
        return message == null || message.persistent();
    }

    /**
     * With everything healed and quiet.
     *
     * @param count how often each copy of a message was stored, be it still there or gone
     */
    void checkEnd(Map<Copy, Integer> count) {
        count.forEach((copy, copies) -> {
            if (!isPersistent(copy.uid())) {
                return;
            }
            if (copies > 1 && !copy.isOfSomePlain()) {
                violated.accept("I3", copy + " exists " + copies + " times (" + told.get(copy.uid()) + ")");
            }
            if (is(copy.uid(), Told.FAILED)) {
                violated.accept("I3", copy + " was reported failed, but exists");
            }
        });
        told.forEach((uid, what) -> {
            for (Copy copy : stored(uid)) {
                boolean missing = what == Told.CONFIRMED && !count.containsKey(copy);
                if (missing && !times.expiredWhenConfirmed(uid)) {
                    violated.accept("I1", copy + " was confirmed, but is neither stored nor consumed");
                }
            }
        });
        transactions.forEach((transaction, uids) -> {
            Set<Boolean> there = new HashSet<>();
            for (String uid : uids) {
                for (Copy copy : stored(uid)) {
                    boolean isThere = count.containsKey(copy);
                    if (isThere || times.staysForEver(uid)) {
                        there.add(isThere);
                    }
                }
            }
            if (there.size() > 1) {
                violated.accept("I3", "transaction " + transaction + " was applied in part");
            }
        });
    }

    /** Where the database must have it. */
    private List<Copy> stored(String uid) {
        SimMessage message = messages.get(uid);
        return message == null || !message.persistent()
                ? List.of()
                : message.lines().stream()
                        .map(line -> new Copy(uid, line))
                        .filter(goneWithItsPlace.negate())
                        .toList();
    }

    /** I5: uids of calls that never ended. */
    List<String> pending() {
        List<String> open = new ArrayList<>();
        told.forEach((uid, what) -> {
            if (what == Told.PENDING) {
                open.add(uid);
            }
        });
        return open;
    }
}
