package io.batonmq.sim;

import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.DeliveryRef;
import java.util.Collection;
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
final class Ledger implements SimNetwork.Deliveries {

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

    private record Held(String session, Copy copy) {}

    private final SimWorld world;
    /** Acknowledged and confirmed, by which application session. */
    private final Map<Copy, String> acknowledged = new HashMap<>();
    /** AUTO_ACKNOWLEDGE: the session went on to the next message (R12). */
    private final Map<Copy, String> passed = new HashMap<>();

    /** Whose removal from the store has a reason: somebody acknowledged it, or may have. */
    private final Set<Copy> mayBeGone = new HashSet<>();

    /** Dead letters of plain subscriptions. */
    private final Set<Copy> dead = new HashSet<>();

    private final Map<Copy, Set<DeliveryRef>> places = new HashMap<>();
    /** By session as the nodes know it: what its client was sent, and which client that was. */
    private final Map<SessionKey, Map<String, Set<String>>> delivered = new HashMap<>();

    private final Map<Long, Identity> servedEpochs = new HashMap<>();
    private final Map<String, Set<Copy>> handedTo = new HashMap<>();
    /** Deliveries whose claims are void or whose session ended: a second delivery of them is nobody's fault (R7, R14). */
    private final Set<Held> excused = new HashSet<>();

    private @Nullable Violation first;
    private boolean storeWentBack;
    final OrderCheck order = new OrderCheck(text -> violated("Order", text));
    final CountCheck counts = new CountCheck(text -> violated("R10", text));
    final CompletionCheck completions = new CompletionCheck(text -> violated("7.3", text));
    final TemporaryCheck temporaries = new TemporaryCheck(text -> violated("R17", text));
    final SubscriptionCheck subscriptions;
    final TimeCheck times;
    final BrowseCheck browses;
    private final SentCheck sent;
    int handOuts;

    Ledger(SimWorld world) {
        this.world = world;
        this.times = new TimeCheck(world, text -> violated("R18", text));
        this.subscriptions = new SubscriptionCheck(world, text -> violated("R17", text));
        this.sent = new SentCheck(
                times, copy -> temporaries.mayBeGone(copy.line()) || subscriptions.mayBeGone(copy), this::violated);
        this.browses = new BrowseCheck(new Known(), times, text -> violated("6.5", text));
    }

    /** What the checks ask of each other. */
    private final class Known implements BrowseCheck.Facts {
        @Override
        public boolean isConfirmed(String uid) {
            return sent.is(uid, Told.CONFIRMED);
        }

        @Override
        public boolean isFailed(String uid) {
            return sent.is(uid, Told.FAILED);
        }

        @Override
        public boolean wasSent(String uid) {
            return order.wasSent(uid);
        }

        @Override
        public boolean isConsumed(String uid) {
            return acknowledged.containsKey(new Copy(uid, SimLine.QUEUE.name()));
        }
    }

    // ---------------------------------------------------------------- producers

    void sending(SimMessage message, @Nullable String transaction) {
        sent.sending(message, transaction);
        subscriptions.publishing(message);
        times.sending(message);
        browses.sending(message);
    }

    /** A commit is called: what it publishes, it publishes from here on. */
    void committing(String transaction) {
        sent.committing(transaction, subscriptions::publishedNow);
    }

    void told(String uid, Told what) {
        sent.told(uid, what);
        if (what == Told.CONFIRMED) {
            subscriptions.confirmed(uid);
        }
    }

    void toldOfTransaction(String transaction, Told what) {
        sent.toldOfTransaction(transaction, uid -> told(uid, what));
    }

    int confirms() {
        return sent.confirms;
    }

    // ---------------------------------------------------------------- consumers

    /** A delivery was handed to an application. */
    void handedOut(String session, SimLine line, Copy copy, DeliveryRef ref, int deliveryCount) {
        handOuts++;
        world.note(session + " is handed " + copy + ", count " + deliveryCount);
        String by = acknowledged.get(copy);
        if (by != null) {
            violated(
                    "I2",
                    copy + " was acknowledged by " + by + " and confirmed, and is handed out again to " + session);
        }
        String past = passed.get(copy);
        if (past != null && !excused.contains(new Held(past, copy))) {
            violated(
                    "I2",
                    past + " (AUTO, alive, claims not void) is past " + copy + ", handed out again to " + session);
        }
        if (!sent.isPersistent(copy.uid()) && sent.is(copy.uid(), Told.FAILED)) {
            violated("I3", copy + " was reported failed, but is handed out");
        }
        if (!line.deadLetters()) {
            times.handedOut(copy);
            Set<DeliveryRef> seen = places.computeIfAbsent(copy, u -> new LinkedHashSet<>());
            seen.add(ref);
            if (seen.size() > 1) {
                violated("I3", copy + " exists twice: " + seen);
            }
            counts.handedOut(copy, ref, deliveryCount, isOfOneConsumer(line));
            subscriptions.handedOut(copy, ref);
            order.handedOut(session, copy, ref, sent.isPersistent(copy.uid()), deliveryCount, world.millis());
        }
        handedTo.computeIfAbsent(session, s -> new HashSet<>()).add(copy);
    }

    /** A consumer was handed what its selector doesn't take (3.8). */
    void misdirected(String session, Copy copy) {
        violated("3.8", copy + " is handed to " + session + ", whose selector doesn't take it");
    }

    /** A browser shows it. */
    void shown(String look, Copy copy) {
        times.shown(copy);
        browses.shown(look, copy);
    }

    /** An AUTO session took its next message: what it had is acknowledged, though not confirmed (R12). */
    void passed(String session, Copy copy) {
        mayBeGone.add(copy);
        if (sent.isPersistent(copy.uid()) && !copy.isOfSomePlain()) {
            passed.put(copy, session);
        }
    }

    /** An acknowledge or commit with this message returned. */
    void acknowledged(String session, Copy copy) {
        mayBeGone.add(copy);
        String past = passed.get(copy);
        if (past != null && !past.equals(session) && !excused.contains(new Held(past, copy))) {
            violated(
                    "I2",
                    past + " (AUTO, alive, claims not void) is past " + copy + ", which " + session + " acknowledged");
        }
        if (copy.isOfSomePlain()) {
            return;
        }
        String before = acknowledged.putIfAbsent(copy, session);
        if (before != null && !before.equals(session)) {
            violated("I2", copy + " was acknowledged and confirmed to " + before + " and to " + session);
        }
    }

    /** Nobody knows whether the acknowledge or commit with these messages happened. */
    void mayBeAcknowledged(Collection<Copy> copies) {
        mayBeGone.addAll(copies);
    }

    /** It was moved to the dead letters, where nobody can tell of which plain subscription it was. */
    void died(Copy copy) {
        counts.died(copy, SimNode.MAX_DELIVERIES);
        if (SimLine.isPlain(copy.line())) {
            dead.add(copy);
        }
    }

    /** A row went, and its message to no other place. */
    void removed(Copy copy) {
        times.removed(copy);
        browses.removed(copy);
    }

    /** A client process is dead: what its sessions were past without a confirm may come again (R12). */
    void clientDied(String session) {
        for (Copy copy : handedTo.getOrDefault(session, Set.of())) {
            excused.add(new Held(session, copy));
        }
    }

    // ---------------------------------------------------------------- the database, looked at from above

    @Override
    public void written(SessionKey session, String uid, DeliveryRef delivery) {
        order.written(session, uid);
        counts.written(delivery);
    }

    @Override
    public void declared(Identity connection, int consumer) {
        subscriptions.declared(connection, consumer);
    }

    @Override
    public void closed(Identity connection, int consumer) {
        subscriptions.closed(connection, consumer);
    }

    @Override
    public void claimed(DeliveryRef delivery) {
        counts.claimed(delivery);
    }

    @Override
    public void announced(DeliveryRef delivery) {
        counts.announced(delivery);
    }

    @Override
    public void delivered(SessionKey key, String client, String uid) {
        delivered
                .computeIfAbsent(key, k -> new LinkedHashMap<>())
                .computeIfAbsent(uid, u -> new LinkedHashSet<>())
                .add(client);
    }

    /** No consumer was ever sent it, though it can be at any time. */
    boolean isUntouched(Copy copy) {
        return !order.wasSent(copy.uid()) && !times.mayBeUndue(copy.uid()) && !times.mayHaveExpired(copy.uid());
    }

    /** With everything quiet: whether somebody should have been handed it from a plain subscription. */
    boolean isLeft(Copy copy) {
        boolean isAround = !times.mayBeUndue(copy.uid()) && !times.mayHaveExpired(copy.uid());
        return subscriptions.isReceived(copy.line()) && !counts.wasHandedOut(copy) && isAround;
    }

    /** The session's claims are void: its client will be told that what it was handed may be handed to others (R7). */
    void voided(SessionKey key) {
        Map<String, Set<String>> uids = delivered.getOrDefault(key, Map.of());
        handedTo.forEach((session, copies) -> {
            String client = session.substring(0, session.indexOf('.'));
            for (Copy copy : copies) {
                if (uids.getOrDefault(copy.uid(), Set.of()).contains(client)) {
                    excused.add(new Held(session, copy));
                }
            }
        });
    }

    /** From here on confirmed messages may be missing and consumed ones back (R15); epochs must still hold (L2). */
    void storeWentBack() {
        storeWentBack = true;
    }

    /** S7: a client is told that acknowledgements nobody waits for were refused: what they named may come again. */
    void toldOfRefusal(String client) {
        handedTo.keySet().stream()
                .filter(session -> session.startsWith(client + "."))
                .forEach(this::clientDied);
    }

    /** R15: a client is told that the store lost what it had confirmed. */
    void toldOfLoss(String client) {
        violated("I3", client + " is told that the store went back, which it never did");
    }

    /** C101: only where the database shows what was, a node may take its own row for a namesake's. */
    void unusable(String node, String message) {
        violated("C101", node + " ended: " + message);
    }

    boolean hasStoreGoneBack() {
        return storeWentBack;
    }

    /** A node begins to serve (L2). */
    void serves(Identity incarnation, long epoch) {
        counts.serves(epoch);
        order.serves(world.millis());
        subscriptions.serves();
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
    void checkEnd(Map<Copy, Integer> stored, Map<Copy, Integer> consumed) {
        Map<Copy, Integer> count = new HashMap<>(consumed);
        stored.forEach((copy, n) -> count.merge(copy, n, Integer::sum));
        dead.forEach(copy -> count.merge(copy, 1, Integer::sum));
        mayBeGone.stream().filter(copy -> SimLine.isPlain(copy.line())).forEach(copy -> count.putIfAbsent(copy, 1));
        sent.checkEnd(count);
        subscriptions.checkEnd();
        consumed.forEach((copy, often) -> {
            if (!mayBeGone.contains(copy) && !times.expiredWhenRemoved(copy) && !temporaries.mayBeGone(copy.line())) {
                violated("I1", copy + " was removed, though nobody acknowledged it, and it had not expired");
            }
        });
        acknowledged.forEach((copy, session) -> {
            boolean wasStored = sent.isPersistent(copy.uid()) && !SimLine.isPlain(copy.line());
            if (stored.containsKey(copy) || (wasStored && consumed.getOrDefault(copy, 0) == 0)) {
                violated("I2", copy + " was acknowledged by " + session + " and confirmed, but is still stored");
            }
        });
    }

    /** C89: with nobody there to consume them, expired messages go all the same. */
    void checkExpired(Collection<Copy> stored) {
        for (Copy copy : stored) {
            long since = times.expiredFor(copy.uid());
            if (since > TimeCheck.REAPED_MILLIS) {
                violated("C89", copy + " is stored, though it expired " + since + " ms ago");
            }
        }
    }

    /** Nobody else can have been given what it is given. */
    private static boolean isOfOneConsumer(SimLine line) {
        return line.isPlain() && !line.shared();
    }

    /** I5: uids of calls that never ended. */
    List<String> pending() {
        List<String> open = sent.pending();
        open.addAll(completions.untold());
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
