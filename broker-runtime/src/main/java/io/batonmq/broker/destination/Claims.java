package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.store.MessageKey;
import io.batonmq.store.Position;
import io.batonmq.wire.DeliveryRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Gives deliveries that sessions claim after a resume back to them, if they are there and with nobody (R5). Confined to the broker loop. */
final class Claims {
    private static final int KEYS_AT_ONCE = 500;

    private final Registry registry;
    private final StoreReads reads;

    Claims(Registry registry, StoreReads reads) {
        this.registry = registry;
        this.reads = reads;
    }

    void claim(List<DeliveryRef> wanted, Consumer<Map<DeliveryRef, Entry>> granted) {
        Map<DeliveryRef, Entry> given = new HashMap<>();
        List<MessageKey> unread = new ArrayList<>();
        for (DeliveryRef ref : wanted) {
            MessageQueue queue = registry.queue(ref.queue());
            if (queue == null) {
                continue;
            }
            Position position = new Position(ref.epoch(), ref.counter());
            QueuedEntry entry = queue.entries().find(position);
            if (entry == null) {
                if (ref.stored()) {
                    unread.add(new MessageKey(ref.queue(), position));
                }
            } else if (queue.deliveries().claim(entry)) {
                given.put(ref, entry);
            }
        }
        read(unread, 0, given, granted);
    }

    private void read(
            List<MessageKey> unread,
            int from,
            Map<DeliveryRef, Entry> given,
            Consumer<Map<DeliveryRef, Entry>> granted) {
        if (from >= unread.size()) {
            granted.accept(given);
            return;
        }
        int to = Math.min(unread.size(), from + KEYS_AT_ONCE);
        List<MessageKey> keys = List.copyOf(unread.subList(from, to));
        Set<MessageQueue> queues = new HashSet<>();
        for (MessageKey key : keys) {
            MessageQueue queue = registry.queue(key.queue());
            if (queue != null) {
                queues.add(queue);
            }
        }
        queues.forEach(queue -> queue.entries().readBegins());
        reads.find(keys, found -> {
            for (Loaded loaded : found) {
                MessageQueue queue = registry.queue(loaded.row().queue());
                QueuedEntry entry = queue == null ? null : queue.deliveries().claim(loaded);
                if (entry != null) {
                    given.put(entry.ref(), entry);
                }
            }
            queues.forEach(queue -> queue.entries().readEnds());
            read(unread, to, given, granted);
        });
    }
}
