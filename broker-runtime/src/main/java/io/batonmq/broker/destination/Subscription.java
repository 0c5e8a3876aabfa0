package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.wire.MessageView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A subscription on a topic. Confined to the broker loop.
 *
 * @param topic the topic
 * @param queue its messages; the row says what it is
 * @param durable whether it outlives its consumers
 * @param filter its selector, compiled
 */
record Subscription(Topic topic, MessageQueue queue, boolean durable, MessageFilter filter) {

    /** Names a durable or shared subscription: a client identifier makes it another one (8.3.2). */
    record Key(@Nullable String clientId, String name) {
        @Override
        public String toString() {
            return clientId == null ? name : name + " of client " + clientId;
        }
    }

    /** What makes it the same subscription, or another (8.3.3). */
    record Terms(String topic, @Nullable String selector, MessageFilter filter, boolean noLocal, boolean shared) {}

    Key key() {
        return new Key(queue.row().clientId(), queue.row().name());
    }

    /** Whether it gets the message; its selector sees a first delivery. */
    boolean takes(Publication publication, MessageView view) {
        if (queue.row().noLocal() && isOwn(publication)) {
            return false;
        }
        return filter.matches(view, 1);
    }

    private boolean isOwn(Publication publication) {
        String clientId = queue.row().clientId();
        return publication.connection().equals(queue.row().owner())
                || (clientId != null && clientId.equals(publication.clientId()));
    }

    boolean inUse() {
        return queue.dispatcher().hasConsumers() || queue.deliveries().any();
    }

    /** Whether it is what these terms describe. */
    boolean hasTerms(Terms terms) {
        return topic.row().name().equals(terms.topic())
                && Objects.equals(queue.row().selector(), terms.selector())
                && queue.row().noLocal() == terms.noLocal();
    }
}
