package io.batonmq.sim;

import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.DeliveryRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every application of the simulated world was told of its messages, and what became of them in the database; checks
 * the invariants I1 to I4 of CASES. It sees everything and takes part in nothing. Confined to the simulation's thread.
 */
final class Ledger {

    /** What a producer was told. */
    enum Told {
        PENDING,
        CONFIRMED,
        FAILED,
        UNKNOWN
    }

    /** An invariant does not hold. */
    static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Violation(String invariant, String text) {
            super(invariant + ": " + text);
        }
    }

    private record Held(String session, String uid) {}

    private final SimWorld world;
    private final Map<String, Told> told = new LinkedHashMap<>();
    private final Set<String> nonPersistent = new HashSet<>();
    private final Map<String, Set<String>> transactions = new LinkedHashMap<>();
    /** Acknowledged and confirmed, by which application session. */
    private final Map<String, String> acknowledged = new HashMap<>();
    /** AUTO_ACKNOWLEDGE: the session went on to the next message (R12). */
    private final Map<String, String> passed = new HashMap<>();

    private final Map<String, Set<DeliveryRef>> places = new HashMap<>();
    private final Map<SessionKey, Set<String>> sessionNames = new HashMap<>();
    private final Map<Long, Identity> servedEpochs = new HashMap<>();
    private final Map<String, Set<String>> handedTo = new HashMap<>();
    /** Deliveries whose claims are void or whose session ended: a second delivery of them is nobody's fault (R7, R14). */
    private final Set<Held> excused = new HashSet<>();

    private @Nullable Violation first;
    private boolean storeWentBack;
    int handOuts;
    int confirms;

    Ledger(SimWorld world) {
        this.world = world;
    }

    // ---------------------------------------------------------------- producers

    void sending(String uid, boolean np, @Nullable String transaction) {
        told.put(uid, Told.PENDING);
        if (np) {
            nonPersistent.add(uid);
        }
        if (transaction != null) {
            transactions
                    .computeIfAbsent(transaction, t -> new LinkedHashSet<>())
                    .add(uid);
        }
    }

    void told(String uid, Told what) {
        told.put(uid, what);
        if (what == Told.CONFIRMED) {
            confirms++;
        }
    }

    void toldOfTransaction(String transaction, Told what) {
        for (String uid : transactions.getOrDefault(transaction, Set.of())) {
            told(uid, what);
        }
    }

    // ---------------------------------------------------------------- consumers

    /** A delivery was handed to an application. */
    void handedOut(String session, String uid, DeliveryRef ref) {
        handOuts++;
        String by = acknowledged.get(uid);
        if (by != null) {
            violated(
                    "I2", uid + " was acknowledged by " + by + " and confirmed, and is handed out again to " + session);
        }
        String past = passed.get(uid);
        if (past != null && !excused.contains(new Held(past, uid))) {
            violated(
                    "I2", past + " (AUTO, alive, claims not void) is past " + uid + ", handed out again to " + session);
        }
        if (nonPersistent.contains(uid) && told.get(uid) == Told.FAILED) {
            violated("I3", uid + " was reported failed, but is handed out");
        }
        Set<DeliveryRef> seen = places.computeIfAbsent(uid, u -> new LinkedHashSet<>());
        seen.add(ref);
        if (seen.size() > 1) {
            violated("I3", uid + " exists twice: " + seen);
        }
        handedTo.computeIfAbsent(session, s -> new HashSet<>()).add(uid);
    }

    /** An AUTO session took its next message: what it had is acknowledged, though not confirmed (R12). */
    void passed(String session, String uid) {
        if (!nonPersistent.contains(uid)) {
            passed.put(uid, session);
        }
    }

    /** An acknowledge or commit with this message returned. */
    void acknowledged(String session, String uid) {
        String past = passed.get(uid);
        if (past != null && !past.equals(session) && !excused.contains(new Held(past, uid))) {
            violated(
                    "I2",
                    past + " (AUTO, alive, claims not void) is past " + uid + ", which " + session + " acknowledged");
        }
        String before = acknowledged.putIfAbsent(uid, session);
        if (before != null && !before.equals(session)) {
            violated("I2", uid + " was acknowledged and confirmed to " + before + " and to " + session);
        }
    }

    /** A client process is dead: what its sessions were past without a confirm may come again (R12). */
    void clientDied(String session) {
        for (String uid : handedTo.getOrDefault(session, Set.of())) {
            excused.add(new Held(session, uid));
        }
    }

    // ---------------------------------------------------------------- the database, looked at from above

    void names(SessionKey key, String session) {
        sessionNames.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(session);
    }

    void voided(SessionKey key) {
        for (String session : sessionNames.getOrDefault(key, Set.of())) {
            for (String uid : handedTo.getOrDefault(session, Set.of())) {
                excused.add(new Held(session, uid));
            }
        }
    }

    /** From here on confirmed messages may be missing and consumed ones back (R15); epochs must still hold (L2). */
    void storeWentBack() {
        storeWentBack = true;
    }

    boolean hasStoreGoneBack() {
        return storeWentBack;
    }

    /** A node begins to serve (L2). */
    void serves(Identity incarnation, long epoch) {
        Identity other = servedEpochs.putIfAbsent(epoch, incarnation);
        if (other != null && !other.equals(incarnation)) {
            overlap("epoch " + epoch + " is served a second time, by another process");
        }
    }

    /** I4 holds whatever the store does. */
    void overlap(String text) {
        fail(new Violation("I4", text));
    }

    // ---------------------------------------------------------------- the end

    /** With everything healed and quiet: what is still in the database and what was removed from it, by uid. */
    void checkEnd(Map<String, Integer> stored, Map<String, Integer> consumed) {
        Map<String, Integer> count = new HashMap<>(consumed);
        stored.forEach((uid, n) -> count.merge(uid, n, Integer::sum));
        told.forEach((uid, what) -> {
            if (nonPersistent.contains(uid)) {
                return;
            }
            int copies = count.getOrDefault(uid, 0);
            if (copies > 1) {
                violated("I3", uid + " exists " + copies + " times (" + what + ")");
            }
            if (what == Told.CONFIRMED && copies == 0) {
                violated("I1", uid + " was confirmed, but is neither stored nor consumed");
            }
            if (what == Told.FAILED && copies > 0) {
                violated("I3", uid + " was reported failed, but exists");
            }
        });
        transactions.forEach((transaction, uids) -> {
            Set<Integer> copies = new HashSet<>();
            for (String uid : uids) {
                if (!nonPersistent.contains(uid)) {
                    copies.add(count.getOrDefault(uid, 0));
                }
            }
            if (copies.size() > 1) {
                violated("I3", "transaction " + transaction + " was applied in part");
            }
        });
        acknowledged.forEach((uid, session) -> {
            if (!nonPersistent.contains(uid) && consumed.getOrDefault(uid, 0) == 0) {
                violated("I2", uid + " was acknowledged by " + session + " and confirmed, but is still stored");
            }
        });
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

    private void violated(String invariant, String text) {
        if (!storeWentBack) {
            fail(new Violation(invariant, text));
        }
    }

    private void fail(Violation violation) {
        world.note("VIOLATION " + violation.getMessage());
        if (first == null) {
            first = violation;
        }
    }

    /** What was found so far; it may have been found in the middle of a call of the core under test, which goes on. */
    void check() {
        if (first != null) {
            throw first;
        }
    }
}
