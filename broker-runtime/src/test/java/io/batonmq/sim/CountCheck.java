package io.batonmq.sim;

import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.DeliveryRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Delivery counts (R10): a message that nobody was given has 1, as long as its holder lives, and after takeovers too if all
 * who may have held messages of its queue since it was stored were heard; one that somebody was given, of which a node knows
 * or which came with a holder before, has 2 or more, but not more than hand-outs and silence explain. Confined to the
 * simulation's thread.
 */
final class CountCheck {
    private final Consumer<String> violated;
    private final Map<Copy, Integer> handOuts = new HashMap<>();
    private final Map<Copy, Long> lastEpoch = new HashMap<>();
    private final Set<DeliveryRef> claimed = new HashSet<>();
    private final Map<DeliveryRef, Long> writtenEpoch = new HashMap<>();
    private final Set<Copy> announced = new HashSet<>();
    private final Map<DeliveryRef, Copy> copies = new HashMap<>();
    /** By queue, in the database: the newest message. */
    private final Map<Long, Position> newest = new HashMap<>();
    /** By queue: messages up to here were there when somebody who may have held some was given up unheard. */
    private final Map<Long, Position> unheard = new HashMap<>();

    private long newestEpoch;

    CountCheck(Consumer<String> violated) {
        this.violated = violated;
    }

    void serves(long epoch) {
        newestEpoch = Math.max(newestEpoch, epoch);
    }

    /** A message came to be in a queue. */
    void stored(long queue, Position position) {
        newest.merge(queue, position, CountCheck::later);
    }

    /** A session that may hold messages of these queues is given up: nobody says what its application saw of them. */
    void givenUp(SentQueues queues) {
        newest.forEach((queue, position) -> {
            if (queues.all() || queues.numbers().contains(queue)) {
                unheard.merge(queue, position, CountCheck::later);
            }
        });
    }

    /**
     * A session given up whose client came back while the batch waited: its row, written for nothing else, does not say so any
     * more, the doubt that stays of it does. Told before the batch is applied.
     */
    void clearedVoid(WriteBatch batch, Map<Long, QueueRow> queues, Map<SessionRow.SessionKey, SessionRow> sessions) {
        Set<Long> doubtful = new HashSet<>();
        for (WriteBatch.QueueChange change : batch.queueStates()) {
            QueueRow row = queues.get(change.queue());
            if (row != null && change.state().doubt().compareTo(row.state().doubt()) > 0) {
                doubtful.add(change.queue());
            }
        }
        for (SessionRow row : batch.putSessions()) {
            if (row.equals(sessions.get(row.key()))) {
                Set<Long> sent = new HashSet<>(doubtful);
                sent.removeIf(queue ->
                        !row.dispatched().all() && !row.dispatched().numbers().contains(queue));
                givenUp(SentQueues.of(sent));
            }
        }
    }

    private static Position later(Position one, Position other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Whether somebody may have been given it of whom nothing was heard since. */
    private boolean isInDoubt(DeliveryRef ref) {
        Position upTo = unheard.getOrDefault(ref.queue(), Position.FIRST);
        return new Position(ref.epoch(), ref.counter()).compareTo(upTo) <= 0;
    }

    /** A node wrote it to a client: from then on its count stands. */
    void written(DeliveryRef ref) {
        writtenEpoch.put(ref, newestEpoch);
    }

    /** A client that holds it unseen says with which count it came; it keeps that. */
    void claimed(DeliveryRef ref) {
        claimed.add(ref);
    }

    /** A client's frame that tells of a hand-out came to a node. */
    void announced(DeliveryRef ref) {
        Copy copy = copies.get(ref);
        if (copy != null) {
            announced.add(copy);
        }
    }

    /**
     * An application was given it.
     *
     * @param ofOneConsumer whether nobody but its application can ever have been given it, which always says so
     */
    void handedOut(Copy copy, DeliveryRef ref, int deliveryCount, boolean ofOneConsumer) {
        copies.put(ref, copy);
        int before = handOuts.merge(copy, 1, Integer::sum) - 1;
        boolean sameHolder = ref.epoch() == newestEpoch;
        int most = before + (sameHolder || ofOneConsumer || !isInDoubt(ref) ? 1 : 2); // the one that nobody heard of
        if (deliveryCount > most) {
            violated.accept(copy + " has delivery count " + deliveryCount + ", though it was handed out " + before
                    + " times before");
        }
        Long last = lastEpoch.put(copy, newestEpoch);
        boolean takenOverBetween =
                last != null && last < writtenEpoch.getOrDefault(ref, newestEpoch) && !claimed.contains(ref);
        boolean known = announced.contains(copy) || takenOverBetween;
        if (before > 0 && deliveryCount < 2 && known) {
            violated.accept(copy + " was handed out before, and has delivery count " + deliveryCount);
        }
    }

    boolean wasHandedOut(Copy copy) {
        return handOuts.containsKey(copy);
    }

    /** It was moved to the dead-letter queue. */
    void died(Copy copy, int maxDeliveries) {
        int before = handOuts.getOrDefault(copy, 0);
        if (before < maxDeliveries) {
            violated.accept(copy + " is a dead letter after " + before + " of " + maxDeliveries + " hand-outs");
        }
    }
}
