package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.ContentRow;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.MessageView;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A topic and the subscriptions on it. Confined to the broker loop. */
final class Topic {
    private final QueueRow row;
    private final Surroundings around;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private boolean rowDurable;

    Topic(QueueRow row, boolean rowDurable, Surroundings around) {
        this.row = row;
        this.rowDurable = rowDurable;
        this.around = around;
    }

    QueueRow row() {
        return row;
    }

    /** A unit that needs the topic brings its row along until that is known to be stored. */
    void touch(Unit unit) {
        if (!rowDurable) {
            unit.putQueue(row);
            unit.whenDurable((epoch, batch) -> rowDurable = true);
        }
    }

    List<Subscription> subscriptions() {
        return subscriptions;
    }

    /** A copy for each subscription that wants it, when the unit is durable; the bytes are stored once (S9). */
    void publish(Unit unit, Placement placement) {
        touch(unit);
        Publication publication = placement.publication();
        List<MessageQueue> storing = new ArrayList<>();
        List<MessageQueue> keeping = new ArrayList<>();
        MessageView view = new MessageView(publication.message(), publication.head());
        for (Subscription subscription : subscriptions) {
            if (subscription.takes(publication, view)) {
                (placement.stored() ? storing : keeping).add(subscription.queue());
            }
        }
        boolean share = storing.size() > 1 && publication.content() == null;
        Position content = share ? store(unit, placement.message().bytes()) : null;
        for (MessageQueue queue : storing) {
            MessageRow message =
                    content == null ? placement.row(queue.number()) : placement.sharedRow(queue.number(), content);
            queue.publishing().stored(unit, message, placement.message());
        }
        if (!keeping.isEmpty()) {
            unit.whenDurable((epoch, batch) -> keep(keeping, placement));
        }
        if (storing.isEmpty() && publication.content() != null) {
            unit.whenDurable((epoch, batch) -> around.sweep().wanted());
        }
    }

    /** The same for a NON_PERSISTENT message that no unit carries. */
    void publishNow(Placement placement) {
        Publication publication = placement.publication();
        MessageView view = new MessageView(publication.message(), publication.head());
        List<MessageQueue> keeping = subscriptions.stream()
                .filter(subscription -> subscription.takes(publication, view))
                .map(Subscription::queue)
                .toList();
        keep(keeping, placement);
        if (publication.content() != null) {
            around.sweep().wanted();
        }
    }

    private static void keep(List<MessageQueue> queues, Placement placement) {
        for (MessageQueue queue : queues) {
            queue.publishing().unstoredOrDrop(placement.row(queue.number()), placement.message());
        }
    }

    private Position store(Unit unit, byte[] bytes) {
        Position content = around.writer().nextPosition();
        int chunk = 0;
        for (int from = 0; from < bytes.length; from += WireLimits.PART) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + WireLimits.PART));
            unit.insertContent(new ContentRow(content, chunk++, part));
        }
        return content;
    }
}
