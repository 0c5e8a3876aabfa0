package io.batonmq.broker.destination;

import io.batonmq.broker.loop.DatabaseTime;
import io.batonmq.store.StoreException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a move to the dead-letter queue that the database refused is tried again, and what the operator is told of it (S7).
 * Confined to the broker loop.
 */
final class RefusedMoves {
    private static final Logger log = LoggerFactory.getLogger(RefusedMoves.class);
    /** How long one message waits that the database refused. */
    static final Duration WAIT = Duration.ofSeconds(30);
    /** If it is not the messages: each failed try doubles the wait, up to this. */
    static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
    /** So many in a row: it is not the messages. From then on one is tried at a time. */
    private static final int MOST_IN_A_ROW = 10;

    private final DatabaseTime time;
    /** Queues whose trouble was told; by number. */
    private final Set<Long> told = new HashSet<>();

    private int inARow;
    private boolean trying;
    private long waitMillis = WAIT.toMillis();
    private long nextTry;

    RefusedMoves(DatabaseTime time) {
        this.time = time;
    }

    /** Whether a message may be moved now; if not, it waits until {@link #nextTry}. */
    boolean mayTry() {
        if (inARow < MOST_IN_A_ROW) {
            return true;
        }
        long now = time.millis();
        if (now < nextTry) {
            return false;
        }
        trying = true;
        nextTry = now
                + WAIT.toMillis(); // of the others, which are due at the same time: if this one is moved, they follow
        return true;
    }

    /** In database time. */
    long nextTry() {
        return nextTry;
    }

    /** The database refused a message: it waits until {@link #nextTry}. */
    void refused(QueuedEntry entry, StoreException cause) {
        inARow++;
        if (trying) {
            waitMillis = Math.min(LONGEST_WAIT.toMillis(), 2 * waitMillis);
        }
        trying = false;
        nextTry = time.millis() + waitMillis;
        entry.moveRefused = true;
        if (told.add(entry.queue.number())) {
            log.error(
                    "{}: a message was delivered as often as it may be (maxDeliveries), and the database refuses it in the"
                            + " dead-letter queue: {}. Such messages stay where they are and are delivered to nobody; they"
                            + " are tried again, at first after {} s, later every {} min. Remove what refuses them (a"
                            + " constraint, a trigger or a limit of the database), or raise maxDeliveries on all nodes",
                    entry.queue,
                    cause.getMessage(),
                    WAIT.toSeconds(),
                    LONGEST_WAIT.toMinutes());
        } else {
            log.debug("{}: refused in the dead-letter queue: {}", entry, cause.getMessage());
        }
    }

    /** A message was moved. */
    void moved(QueuedEntry entry) {
        inARow = 0;
        trying = false;
        waitMillis = WAIT.toMillis();
        if (entry.moveRefused && told.remove(entry.queue.number())) {
            log.info("{}: a message that the database refused in the dead-letter queue is there now", entry.queue);
        }
    }
}
