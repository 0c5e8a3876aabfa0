package io.batonmq.broker.writer;

import io.batonmq.broker.loop.Loop;
import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The single writer of one holding of the lease (S1–S7): while one batch is with the store, the next collects. Confined to
 * the broker loop.
 */
@SuppressWarnings("ReferenceEquality") // an answer is to this very sending, not to one with equal content
public final class BatchWriter implements Writer {

    /** Bounds and pauses; a batch holds the lease row's lock, so it stays small (S1). */
    public record Bounds(int rows, int bytes, Duration retryDelay, long batchRowsKept) {}

    /** Asks the lease whether the batch row is there, by a renewal that requires it (S5). */
    @FunctionalInterface
    public interface Proof {
        /** Fails with a {@link StoreException} when nothing was learnt. */
        CompletionStage<RenewResult> renewRequiring(long batch);
    }

    /** Why the writer can't go on: the node steps down (L9). Called once, on the loop. */
    @FunctionalInterface
    public interface Ended {
        /** With a sentence for the log. */
        void ended(String why);
    }

    /**
     * IDLE → SENT → (PROVING → SENT …) → IDLE; IDLE, SENT → RELEASED; any → ENDED. SENT: the batch is with the store, or
     * waits to be sent again. PROVING: it seems to be there, the lease is asked. RELEASED and ENDED are ends.
     */
    private enum State {
        IDLE,
        SENT,
        PROVING,
        RELEASED,
        ENDED
    }

    /** One batch is not sent more often: if the lease can be renewed meanwhile, another node may do better (S7). */
    private static final int MOST_TRIES = 100;

    private record InFlight(WriteBatch batch, List<Unit> units) {}

    private final Loop loop;
    private final MessageStore store;
    private final LeaseTerm term;
    private final Bounds bounds;
    private final Proof proof;
    private final Ended ended;
    private final QueueStates states = new QueueStates();
    private final Deque<Unit> pending = new ArrayDeque<>();
    /** Parts of a refused batch, each to be sent as a batch of its own, before anything pending (S7). */
    private final Deque<List<Unit>> split = new ArrayDeque<>();

    private State state = State.IDLE;
    private @Nullable InFlight inFlight;
    private int tries;
    private boolean pumpScheduled;
    private long nextNumber = 1;
    private long lastStored;
    private long counter;
    private long pendingBytes;
    private @Nullable Runnable released;
    private @Nullable String successor;

    /** For a term whose state was recovered. */
    public BatchWriter(
            Loop loop,
            MessageStore store,
            LeaseTerm term,
            List<QueueRow> queues,
            Bounds bounds,
            Proof proof,
            Ended ended) {
        this.loop = loop;
        this.store = store;
        this.term = term;
        this.bounds = bounds;
        this.proof = proof;
        this.ended = ended;
        states.recover(queues);
    }

    @Override
    public long epoch() {
        return term.epoch();
    }

    @Override
    public Position nextPosition() {
        loop.assertInside();
        return new Position(term.epoch(), ++counter);
    }

    @Override
    public int rowsPerBatch() {
        return bounds.rows();
    }

    @Override
    public long pendingBytes() {
        return pendingBytes;
    }

    /** What the store will say of a queue after everything folded so far; null without such a row. */
    public @Nullable QueueState queueState(long queue) {
        return states.find(queue);
    }

    @Override
    public void submit(Unit unit) {
        loop.assertInside();
        if (state == State.ENDED || state == State.RELEASED || released != null) {
            return; // stepping down: nothing more of it will ever exist, and nobody is told that it does
        }
        pending.add(unit);
        pendingBytes += unit.bytes();
        schedulePump();
    }

    /**
     * L8: everything submitted so far and then the release of the lease, in the last batch; {@code done} runs when that is
     * durable. If it can't be known, {@link Ended} is told instead.
     */
    public void release(@Nullable String successorNode, Runnable done) {
        loop.assertInside();
        if (state == State.ENDED || released != null) {
            return;
        }
        successor = successorNode;
        released = done;
        schedulePump();
    }

    /** Stops for good; nothing is called back any more. */
    public void stop() {
        loop.assertInside();
        become(State.ENDED);
        pending.clear();
        split.clear();
        inFlight = null;
        pendingBytes = 0;
    }

    /** One turn of the loop collects what its tasks submit, so that a burst of frames becomes one batch. */
    private void schedulePump() {
        if (!pumpScheduled && state == State.IDLE) {
            pumpScheduled = true;
            loop.execute(() -> {
                pumpScheduled = false;
                pump();
            });
        }
    }

    private void pump() {
        if (state != State.IDLE) {
            return;
        }
        List<Unit> units = new ArrayList<>();
        states.begin();
        Fold fold = new Fold(states);
        List<Unit> part = split.poll();
        if (part != null) {
            for (Unit unit : part) {
                Unit now = resolved(unit);
                fold.add(now);
                units.add(now);
            }
        } else {
            collect(fold, units);
        }
        boolean last = released != null && split.isEmpty() && pending.isEmpty();
        if (!last && units.stream().allMatch(Unit::isEmpty)) {
            durable(units, nextNumber - 1);
            if (!split.isEmpty() || !pending.isEmpty() || released != null) {
                schedulePump();
            }
            return;
        }
        long number = nextNumber++;
        long prune = number % 1_000 == 0 && number > bounds.batchRowsKept() ? number - bounds.batchRowsKept() : 0;
        WriteBatch.Release release = last ? new WriteBatch.Release(successor) : null;
        send(new InFlight(fold.batch(term, number, lastStored, prune, release), units));
    }

    private void collect(Fold fold, List<Unit> units) {
        int rows = 0;
        int bytes = 0;
        for (Unit next = pending.peek(); next != null; next = pending.peek()) {
            Unit unit = resolved(next);
            boolean full = rows + unit.rows() > bounds.rows() || bytes + unit.bytes() > bounds.bytes();
            if (!units.isEmpty() && (full || unit.isAlone() || !fold.accepts(unit))) {
                pending.remove();
                pending.addFirst(unit);
                return;
            }
            pending.remove();
            fold.add(unit);
            units.add(unit);
            if (unit.isAlone()) {
                return;
            }
            rows += unit.rows();
            bytes += unit.bytes();
        }
    }

    /** A unit that depends on an earlier one which was refused is replaced before it goes anywhere (S7). */
    private Unit resolved(Unit unit) {
        Unit now = unit.resolved();
        pendingBytes += now.bytes() - unit.bytes();
        return now;
    }

    private void send(InFlight sending) {
        inFlight = sending;
        become(State.SENT);
        loop.whenDone(store.write(sending.batch()), (result, failure) -> onResult(sending, result, failure));
    }

    private void onResult(InFlight sent, @Nullable BatchResult result, @Nullable Throwable failure) {
        if (inFlight != sent) {
            return;
        }
        if (result == null) {
            end("the store failed in a way it must not: " + failure);
        } else if (result instanceof BatchResult.Stored) {
            onStored(sent);
        } else if (result instanceof BatchResult.Fenced) {
            end("batch " + sent.batch().number() + " was fenced: another node has the lease");
        } else if (result instanceof BatchResult.AlreadyThere) {
            prove(sent);
        } else if (result instanceof BatchResult.Refused refused) {
            split(sent, refused.cause());
        } else if (result instanceof BatchResult.Mismatch mismatch) {
            end("batch " + sent.batch().number() + " did not find what it must: " + mismatch.what());
        } else if (result instanceof BatchResult.NotStored notStored
                && notStored.cause() instanceof StoreException.Unusable unusable) {
            end("the database can't be used: " + unusable.getMessage());
        } else if (sent.batch().release() != null) {
            // A release whose fate is unknown may be in force: this node must not go on (L8).
            end("it can't be known whether the lease was released");
        } else if (++tries >= MOST_TRIES) {
            end("batch " + sent.batch().number() + " could not be stored in " + tries + " tries: " + result);
        } else {
            loop.schedule(bounds.retryDelay(), () -> sendAgain(sent));
        }
    }

    /** S5: the same batch, number and all. */
    private void sendAgain(InFlight sent) {
        if (inFlight == sent && state == State.SENT) {
            send(sent);
        }
    }

    private void prove(InFlight sent) {
        become(State.PROVING);
        loop.whenDone(proof.renewRequiring(sent.batch().number()), (result, failure) -> onProof(sent, result));
    }

    /** No result (the renewal failed): its fate is unknown, and the proof is tried again. */
    private void onProof(InFlight sent, @Nullable RenewResult result) {
        if (inFlight != sent || state != State.PROVING) {
            return;
        }
        if (result == RenewResult.RENEWED) {
            onStored(sent);
        } else if (result == RenewResult.LOST) {
            end("the lease is another node's");
        } else if (result == RenewResult.BATCH_MISSING) {
            become(State.SENT);
            send(sent);
        } else {
            loop.schedule(bounds.retryDelay(), () -> {
                if (inFlight == sent && state == State.PROVING) {
                    prove(sent);
                }
            });
        }
    }

    private void onStored(InFlight sent) {
        inFlight = null;
        lastStored = sent.batch().number();
        tries = 0;
        boolean last = sent.batch().release() != null;
        become(last ? State.RELEASED : State.IDLE);
        durable(sent.units(), sent.batch().number());
        if (last) {
            Runnable done = released;
            if (done != null) {
                done.run();
            }
        } else if (!split.isEmpty() || !pending.isEmpty() || released != null) {
            schedulePump();
        }
    }

    private void durable(List<Unit> units, long batch) {
        for (Unit unit : units) {
            pendingBytes -= unit.bytes();
        }
        for (Unit unit : units) {
            for (Unit.Durable listener : unit.listeners()) {
                listener.durable(term.epoch(), batch);
            }
        }
    }

    /** S7: halves, until the culprit stands alone; then its replacement takes its place. */
    private void split(InFlight sent, StoreException cause) {
        List<Unit> units = sent.units();
        inFlight = null;
        tries = 0;
        states.undo();
        if (units.size() > 1) {
            int half = units.size() / 2;
            split.addFirst(new ArrayList<>(units.subList(half, units.size())));
            split.addFirst(new ArrayList<>(units.subList(0, half)));
        } else {
            Unit culprit = units.isEmpty() ? null : units.get(0);
            Function<StoreException, Unit> replacement = culprit == null ? null : culprit.replacement();
            if (culprit == null || replacement == null) {
                end("the database refuses what the node itself must store: " + cause.getMessage());
                return;
            }
            Unit instead = replacement.apply(cause);
            pendingBytes += instead.bytes() - culprit.bytes();
            split.addFirst(List.of(instead));
        }
        become(State.IDLE);
        schedulePump();
    }

    private void end(String why) {
        stop();
        ended.ended(why);
    }

    private void become(State next) {
        if (state != State.ENDED) {
            state = next;
        }
    }
}
