package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.wire.EncodedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Where and when a publication stands, on every queue it goes to. Immutable.
 *
 * @param publication what was published
 * @param position its place
 * @param level its order by priority: 9 - priority
 * @param availableAt database time from which it is delivered, 0 = at once (R18)
 * @param expiresAt database time at which it goes, 0 = never
 * @param stored whether the store keeps it, not memory
 */
record Placement(
        Publication publication, Position position, int level, long availableAt, long expiresAt, boolean stored) {

    /**
     * A NON_PERSISTENT message that is due later is stored too: memory would be held for as long, and a takeover in that time
     * would cost what nobody had a chance to consume. It exists at most once all the same, since its client never sends it
     * again (R6).
     */
    private static final long LONGEST_IN_MEMORY_MILLIS = 5_000;

    static Placement of(Publication publication, Position position, long now) {
        long delivery = publication.head().deliveryTime();
        long expiration = publication.head().expiration();
        long due = shifted(delivery, publication.clockOffset().mostMillis());
        int priority = Math.max(0, Math.min(9, publication.head().priority()));
        return new Placement(
                publication,
                position,
                9 - priority,
                delivery == 0 || due <= now ? 0 : due,
                expiration == 0
                        ? 0
                        : Math.max(
                                1, shifted(expiration, publication.clockOffset().leastMillis())),
                publication.head().persistent()
                        || (publication.content() == null && due > now && due - now > LONGEST_IN_MEMORY_MILLIS));
    }

    /** A client's time in the database's: "never" stays never, whichever clock is ahead. */
    private static long shifted(long time, long offset) {
        long sum = time + offset;
        boolean overflown = ((time ^ sum) & (offset ^ sum)) < 0;
        return overflown ? (offset > 0 ? Long.MAX_VALUE : Long.MIN_VALUE) : sum;
    }

    EncodedMessage message() {
        return publication.message();
    }

    /** Its row on a queue, with its own bytes. */
    MessageRow row(long queue) {
        return row(queue, message().bytes(), publication.content(), publication.contentLength());
    }

    /** Its row on a queue, with all its bytes in a content that other rows share (S9). */
    MessageRow sharedRow(long queue, Position content) {
        return row(queue, null, content, message().size());
    }

    private MessageRow row(long queue, byte @Nullable [] bytes, @Nullable Position content, long contentLength) {
        long size = message().size() + publication.contentLength();
        return new MessageRow(
                queue,
                position,
                level,
                (int) Math.min(Integer.MAX_VALUE, size),
                0,
                availableAt,
                expiresAt,
                bytes,
                content,
                contentLength);
    }
}
