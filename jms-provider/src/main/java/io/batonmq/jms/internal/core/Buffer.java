package io.batonmq.jms.internal.core;

import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's delivered messages that were not handed out, and the credit that lets the holder send more: topped up when
 * half of the window is gone, in messages or in bytes. Confined to the loop.
 */
final class Buffer {

    /** A message that waits to be handed out. */
    record Arrived(Held held, long expiresAtMillis, EncodedMessage message) {}

    private final int window;
    private final int windowBytes;
    private final Deque<Arrived> messages = new ArrayDeque<>();
    private long bytes;
    private long credit;
    /** Below 0 after a message larger than what was left: a debt at the holder, paid with the next grant. */
    private long creditBytes;

    Buffer(int window, int windowBytes) {
        this.window = window;
        this.windowBytes = windowBytes;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    int size() {
        return messages.size();
    }

    /** 0 messages: each is asked for when the application wants one. */
    boolean pulls() {
        return window == 0;
    }

    void add(Arrived arrived) {
        messages.add(arrived);
        bytes += arrived.message().size();
        credit--;
        creditBytes -= arrived.message().size();
    }

    @Nullable
    Arrived poll() {
        Arrived first = messages.poll();
        if (first != null) {
            bytes -= first.message().size();
        }
        return first;
    }

    /** Takes the newest out again. */
    void removeLast() {
        Arrived last = messages.pollLast();
        if (last != null) {
            bytes -= last.message().size();
        }
    }

    List<Held> held() {
        List<Held> all = new ArrayList<>(messages.size());
        messages.forEach(arrived -> all.add(arrived.held()));
        return all;
    }

    void clear() {
        messages.clear();
        bytes = 0;
    }

    /** R8: messages whose claim was not granted are dropped unseen. */
    void keepOnly(Set<DeliveryRef> granted) {
        List<Arrived> kept = messages.stream()
                .filter(arrived -> granted.contains(arrived.held().ref()))
                .toList();
        clear();
        kept.forEach(arrived -> {
            messages.add(arrived);
            bytes += arrived.message().size();
        });
    }

    /** Restores the order of the queue. */
    void sort() {
        List<Arrived> sorted = new ArrayList<>(messages);
        sorted.sort(
                Comparator.<Arrived>comparingInt(each -> -each.message().head().priority())
                        .thenComparingLong(each -> each.held().ref().epoch())
                        .thenComparingLong(each -> each.held().ref().counter()));
        messages.clear();
        messages.addAll(sorted);
    }

    /** A new link starts without credit. */
    void linkLost() {
        credit = 0;
        creditBytes = 0;
    }

    /** What to allow a new holder, which starts without: what the claims leave free (R5 ⑥). Null: nothing. */
    @Nullable
    Grant declare() {
        credit = 0;
        creditBytes = 0;
        return topUp();
    }

    /** What to allow in addition, null if there is enough. */
    @Nullable
    Grant topUp() {
        long roomy = credit + messages.size();
        long roomyBytes = creditBytes + bytes;
        if (pulls() || (roomy > window / 2 && roomyBytes > windowBytes / 2)) {
            return null;
        }
        return grant(window - roomy, windowBytes - roomyBytes);
    }

    /** Credit for so many messages that come again: all of them must have room before anything behind them is handed out. */
    @Nullable
    Grant makeRoom(int returning) {
        long more = Math.max(window - credit - messages.size(), returning - credit);
        return pulls() || more <= 0 ? null : grant(more, windowBytes - creditBytes);
    }

    /** Pull: credit for one message, unless there is some, or a message. */
    @Nullable
    Grant pull() {
        return pulls() && messages.isEmpty() && credit <= 0 ? grant(1, windowBytes - creditBytes) : null;
    }

    private Grant grant(long more, long moreBytes) {
        Grant grant = new Grant((int) Math.max(0, more), (int) Math.min(Integer.MAX_VALUE, Math.max(0, moreBytes)));
        credit += grant.messages();
        creditBytes += grant.bytes();
        return grant;
    }

    /** Credit in messages and bytes. */
    record Grant(int messages, int bytes) {}
}
