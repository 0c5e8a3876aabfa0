package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.TransactionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session's open transaction as far as its commands have arrived; its commands are numbered within it (R4, R20). Confined
 * to the broker loop.
 */
final class Transaction {
    private static final int MOST_SENDS = 500;

    private final TransactionId id;
    private final List<Publication> sends = new ArrayList<>();
    private final List<DeliveryRef> acknowledged = new ArrayList<>();
    private int lastIndex;
    private int commands;
    private long bytes;
    private long bytesInMemory;
    private long rowsInMemory;
    private @Nullable Stage stage;
    private @Nullable RefusedException doomed;

    Transaction(TransactionId id) {
        this.id = id;
    }

    TransactionId id() {
        return id;
    }

    /** Whether the command is new: a client sends a transaction whole again, and this holder may know a part. */
    boolean take(int index) {
        if (index <= lastIndex) {
            return false;
        }
        lastIndex = index;
        commands++;
        return true;
    }

    /**
     * False if it is not kept, since the commit can only be refused.
     *
     * @param places where the message may come to
     */
    boolean send(Publication publication, int places, long maxBytes) {
        bytes += publication.message().size() + publication.contentLength();
        if (bytes > maxBytes) {
            doom(new RefusedException(
                    ErrorCode.TRANSACTION_TOO_LARGE,
                    "the transaction has more than " + maxBytes
                            + " bytes; commit more often or raise transaction.max at the node"));
        }
        if (doomed != null) {
            return false;
        }
        bytesInMemory += publication.message().size();
        rowsInMemory += places;
        sends.add(publication);
        return true;
    }

    /** Whether what it has in memory is too much for one batch. */
    boolean isLarge(long stagingThreshold, int rowsPerBatch) {
        boolean manyRows = rowsInMemory > rowsPerBatch && sends.size() > 1; // one alone needs them all at once
        return bytesInMemory > stagingThreshold || manyRows || sends.size() >= MOST_SENDS;
    }

    /** Not kept, if it names more than a session can have: the commit can only be refused. */
    void acknowledge(List<DeliveryRef> deliveries, long most) {
        if (acknowledged.size() + deliveries.size() > most) {
            doom(new RefusedException(
                    ErrorCode.TRANSACTION_ROLLED_BACK,
                    "the transaction acknowledges more than " + most
                            + " messages; commit more often or raise maxUnacknowledged at the nodes"));
        } else {
            acknowledged.addAll(deliveries);
        }
    }

    /** A command of it was refused: so will be its commit. */
    void doom(RefusedException why) {
        if (doomed == null) {
            doomed = why;
        }
    }

    @Nullable
    RefusedException doomed() {
        return doomed;
    }

    int commands() {
        return commands;
    }

    /** Sends that are not staged. */
    List<Publication> sends() {
        return sends;
    }

    List<DeliveryRef> acknowledged() {
        return acknowledged;
    }

    /** Where it is written ahead, null = nowhere (S8). */
    @Nullable
    Stage stage() {
        return stage;
    }

    void stage(Stage newStage) {
        stage = newStage;
    }

    /** Everything it has is staged. */
    void staged() {
        sends.clear();
        bytesInMemory = 0;
        rowsInMemory = 0;
    }
}
