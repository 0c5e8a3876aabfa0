package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Subscription.Terms;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.Kind;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.WireDestination;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All queues and topics by name, and all queues by number; makes those that are used first. Confined to the broker loop. */
final class Registry {
    private static final int LONGEST_NAME = 255;
    private static final String TEMPORARY = "$tmp.";

    private final Surroundings around;
    private final QueueNumbers numbers;
    private final QueuePurge purge;
    private final Map<WireDestination, MessageQueue> queues = new HashMap<>();
    private final Map<WireDestination, Topic> topics = new HashMap<>();
    private final Map<Long, MessageQueue> byNumber = new LinkedHashMap<>();
    private final Map<Identity, Set<WireDestination>> temporaries = new HashMap<>();

    Registry(Surroundings around, QueueNumbers numbers, QueuePurge purge) {
        this.around = around;
        this.numbers = numbers;
        this.purge = purge;
    }

    // ---- recovery

    /** Takes in a recovered queue or topic. */
    void recover(QueueRow row) {
        WireDestination destination = new WireDestination(wireKind(row.kind()), row.name());
        if (destination.kind().isQueue()) {
            add(destination, MessageQueue.recover(row, around));
        } else {
            topics.put(destination, new Topic(row, true, around));
        }
        if (row.owner() != null) {
            temporaries.computeIfAbsent(row.owner(), k -> new LinkedHashSet<>()).add(destination);
        }
    }

    // ---- finding and making

    /** The queue, made if it is not there. */
    MessageQueue queue(WireDestination destination) throws RefusedException {
        MessageQueue queue = queues.get(destination);
        if (queue == null) {
            check(destination);
            queue = add(destination, MessageQueue.create(newRow(destination, null), around));
        }
        return queue;
    }

    /** The topic, made if it is not there. */
    Topic topic(WireDestination destination) throws RefusedException {
        Topic topic = topics.get(destination);
        if (topic == null) {
            check(destination);
            topic = new Topic(newRow(destination, null), false, around);
            topics.put(destination, topic);
        }
        return topic;
    }

    @Nullable
    MessageQueue queue(long number) {
        return byNumber.get(number);
    }

    /** Every queue and subscription; live. */
    Collection<MessageQueue> all() {
        return byNumber.values();
    }

    Collection<Topic> topics() {
        return topics.values();
    }

    /** The topic, if it is there. */
    @Nullable
    Topic find(WireDestination destination) {
        return topics.get(destination);
    }

    /** The row of a new subscription; with an owner it ends with its consumers. */
    QueueRow subscriptionRow(
            Topic topic, String name, Terms terms, @Nullable String clientId, @Nullable Identity owner) {
        return new QueueRow(
                numbers.next(),
                Kind.SUBSCRIPTION,
                name,
                topic.row().name(),
                clientId,
                terms.selector(),
                terms.noLocal(),
                terms.shared(),
                owner,
                QueueState.EMPTY);
    }

    /** Messages of a subscription. */
    void add(MessageQueue queue) {
        byNumber.put(queue.number(), queue);
    }

    /** Its consumers are told; a stored one is deleted in the background once the unit is durable (S8). */
    void remove(@Nullable Unit unit, MessageQueue queue, String why) {
        byNumber.remove(queue.number());
        if (unit != null) {
            queue.touch(unit);
            unit.removeQueue(queue.number());
            unit.whenDurable((epoch, batch) -> purge.add(queue.number()));
        }
        queue.remove(why);
    }

    // ---- temporary destinations (R17)

    static boolean isTemporary(String name) {
        return name.startsWith(TEMPORARY);
    }

    void createTemporary(Unit unit, WireDestination destination, Identity owner) throws RefusedException {
        if (!destination.kind().isTemporary() || !isTemporary(destination.name())) {
            throw new RefusedException(
                    ErrorCode.DESTINATION_NAME,
                    "\"" + destination.name() + "\" is no name of a temporary destination: they begin with "
                            + TEMPORARY);
        }
        checkCharacters(destination.name());
        QueueRow there = row(destination);
        if (there != null && !owner.equals(there.owner())) {
            throw notYours(destination, "made by another connection: take another name");
        }
        if (there == null) {
            QueueRow made = newRow(destination, owner);
            if (destination.kind().isQueue()) {
                add(destination, MessageQueue.create(made, around));
            } else {
                topics.put(destination, new Topic(made, false, around));
            }
            temporaries.computeIfAbsent(owner, k -> new LinkedHashSet<>()).add(destination);
        }
        MessageQueue queue = queues.get(destination);
        if (queue != null) {
            queue.touch(unit);
        }
        Topic topic = topics.get(destination);
        if (topic != null) {
            topic.touch(unit);
        }
    }

    void deleteTemporary(Unit unit, WireDestination destination, Identity owner) throws RefusedException {
        QueueRow row = row(destination);
        if (row == null) {
            return;
        }
        if (!owner.equals(row.owner())) {
            throw notYours(destination, "it belongs to another connection: only that one can delete it");
        }
        MessageQueue queue = queues.get(destination);
        Topic topic = topics.get(destination);
        if ((queue != null && queue.dispatcher().hasConsumers())
                || (topic != null
                        && topic.subscriptions().stream()
                                .anyMatch(each -> each.queue().dispatcher().hasConsumers()))) {
            throw new RefusedException(
                    ErrorCode.DESTINATION_IN_USE,
                    "temporary destination " + destination.name() + " has consumers: close them first");
        }
        removeTemporary(unit, destination);
        Set<WireDestination> owned = temporaries.getOrDefault(owner, Set.of());
        if (owned.remove(destination) && owned.isEmpty()) {
            temporaries.remove(owner);
        }
    }

    void removeTemporaries(Unit unit, Identity owner) {
        Set<WireDestination> owned = temporaries.remove(owner);
        if (owned != null) {
            owned.forEach(destination -> removeTemporary(unit, destination));
        }
    }

    /** Only a temporary destination's own connection consumes from it (6.2.2). */
    void checkOwner(WireDestination destination, Identity connection) throws RefusedException {
        QueueRow row = row(destination);
        if (destination.kind().isTemporary() && row != null && !connection.equals(row.owner())) {
            throw notYours(destination, "it belongs to another connection: only that one can consume from it");
        }
    }

    private void removeTemporary(Unit unit, WireDestination destination) {
        String why = "temporary destination " + destination.name() + " was deleted";
        MessageQueue queue = queues.remove(destination);
        if (queue != null) {
            remove(unit, queue, why);
        }
        Topic topic = topics.remove(destination);
        if (topic != null) {
            for (Subscription subscription : new ArrayList<>(topic.subscriptions())) {
                remove(unit, subscription.queue(), why);
            }
            topic.subscriptions().clear();
            topic.touch(unit);
            unit.removeQueue(topic.row().number());
            unit.whenDurable((epoch, batch) -> purge.add(topic.row().number()));
        }
    }

    // ---- names

    private @Nullable QueueRow row(WireDestination destination) {
        MessageQueue queue = queues.get(destination);
        if (queue != null) {
            return queue.row();
        }
        Topic topic = topics.get(destination);
        return topic == null ? null : topic.row();
    }

    private MessageQueue add(WireDestination destination, MessageQueue queue) {
        queues.put(destination, queue);
        byNumber.put(queue.number(), queue);
        return queue;
    }

    private QueueRow newRow(WireDestination destination, @Nullable Identity owner) {
        Kind kind = switch (destination.kind()) {
            case QUEUE -> Kind.QUEUE;
            case TOPIC -> Kind.TOPIC;
            case TEMPORARY_QUEUE -> Kind.TEMPORARY_QUEUE;
            case TEMPORARY_TOPIC -> Kind.TEMPORARY_TOPIC;
        };
        return new QueueRow(
                numbers.next(), kind, destination.name(), null, null, null, false, false, owner, QueueState.EMPTY);
    }

    private static WireDestination.Kind wireKind(Kind kind) {
        return switch (kind) {
            case QUEUE -> WireDestination.Kind.QUEUE;
            case TOPIC -> WireDestination.Kind.TOPIC;
            case TEMPORARY_QUEUE -> WireDestination.Kind.TEMPORARY_QUEUE;
            case TEMPORARY_TOPIC -> WireDestination.Kind.TEMPORARY_TOPIC;
            case SUBSCRIPTION -> throw new IllegalArgumentException("a subscription is no destination");
        };
    }

    /** Whether a destination that does not exist may be made. */
    private static void check(WireDestination destination) throws RefusedException {
        if (destination.kind().isTemporary()) {
            throw new RefusedException(
                    ErrorCode.DESTINATION_DELETED,
                    "temporary destination " + destination.name() + " does not exist: it was deleted, or its connection"
                            + " ended");
        }
        checkCharacters(destination.name());
        if (destination.name().startsWith("$")) {
            throw new RefusedException(
                    ErrorCode.DESTINATION_NAME,
                    "\"" + destination.name() + "\" can't be used: names that begin with $ are reserved");
        }
    }

    static void checkCharacters(String name) throws RefusedException {
        if (name.isEmpty()) {
            throw new RefusedException(ErrorCode.DESTINATION_NAME, "the name is empty: give it at least one character");
        }
        if (name.length() > LONGEST_NAME) {
            throw new RefusedException(
                    ErrorCode.DESTINATION_NAME,
                    "the name has " + name.length() + " characters, at most " + LONGEST_NAME + " are allowed");
        }
        if (name.codePoints()
                .anyMatch(point -> Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE)) {
            throw new RefusedException(
                    ErrorCode.DESTINATION_NAME,
                    "the name contains a control character, or half of a surrogate pair: leave it out");
        }
    }

    private static RefusedException notYours(WireDestination destination, String why) {
        return new RefusedException(
                ErrorCode.DESTINATION_NOT_YOURS, "temporary destination " + destination.name() + ": " + why);
    }

    /** What administration sees. */
    List<DestinationsView.DestinationInfo> infos() {
        List<DestinationsView.DestinationInfo> infos = new ArrayList<>();
        byNumber.values().forEach(queue -> infos.add(queue.info()));
        for (Topic topic : topics.values()) {
            QueueRow row = topic.row();
            infos.add(new DestinationsView.DestinationInfo(
                    row.number(), row.kind(), row.name(), null, null, true, 0, 0, 0, 0, 0, 0));
        }
        return infos;
    }
}
