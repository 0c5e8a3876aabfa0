package io.batonmq.broker.destination;

import io.batonmq.broker.destination.ConsumerAttachment.Leaving;
import io.batonmq.broker.destination.Destinations.QueueConsumer;
import io.batonmq.broker.destination.Subscription.Terms;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.WireDestination;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions that end with their consumers (8.3.1, 8.3.2): when the last one is closed, not when its link or its holder is
 * lost. Then they wait for those who were there, and what is published is kept for them, until their clients have declared
 * their consumers anew or are given up (R17). Confined to the broker loop.
 */
final class NonDurableSubscriptions {

    /** One of them, and for whom it waits. */
    private static final class Lasting {
        private final Subscription subscription;
        /** Connections that lost consumers of it, with their links, and are not back. */
        private final Set<Identity> awaited = new HashSet<>();
        /** Nobody knows who consumed from it under the holder before. */
        private boolean awaitsAll;

        Lasting(Subscription subscription) {
            this.subscription = subscription;
        }

        MessageQueue queue() {
            return subscription.queue();
        }

        boolean isOver() {
            return !queue().dispatcher().hasConsumers() && awaited.isEmpty() && !awaitsAll;
        }
    }

    private final Registry registry;
    private final Surroundings around;
    /** By connection and consumer number: a consumer keeps its number for life. */
    private final Map<Identity, Map<Integer, Lasting>> plain = new HashMap<>();

    private final Map<Subscription.Key, Lasting> shared = new HashMap<>();
    /** Of a recovered one whose place another had taken: what sessions may still claim. */
    private final List<MessageQueue> replaced = new ArrayList<>();

    NonDurableSubscriptions(Registry registry, Surroundings around) {
        this.registry = registry;
        this.around = around;
    }

    /** Takes in a recovered one. Of several in one place the last made is it: those before had ended. */
    void recover(Topic topic, MessageQueue queue, MessageFilter filter) {
        Subscription subscription = new Subscription(topic, queue, false, filter);
        Lasting there = find(subscription);
        if (there != null && there.queue().number() > queue.number()) {
            registry.add(queue);
            replaced.add(queue);
            return;
        }
        if (there != null) {
            forget(there);
            replaced.add(there.queue());
        }
        add(subscription).awaitsAll = true;
    }

    /** A recovered one, whose temporary topic went while its last deliveries were with a session: it goes as well. */
    void recoveredWithoutTopic(MessageQueue queue) {
        remove(queue, "its topic was deleted");
    }

    /** Attaches a consumer to the subscription that it had on an earlier link, or to a new one. */
    ConsumerAttachment attachPlain(
            Unit unit, WireDestination on, Terms terms, @Nullable String clientId, QueueConsumer consumer)
            throws RefusedException {
        Topic topic = registry.topic(on);
        Lasting there = plain.getOrDefault(consumer.connection(), Map.of()).get(consumer.number());
        if (there != null && (there.queue().isRemoved() || !there.subscription.hasTerms(terms))) {
            end(there, "its consumer was declared anew, and differs");
            there = null;
        }
        if (there == null) {
            there = make(topic, Integer.toString(consumer.number()), terms, clientId, consumer.connection());
        }
        return attach(unit, there, consumer);
    }

    /** The shared one, if it has consumers: it may not be changed then. */
    @Nullable
    Subscription sharedInUse(Subscription.Key key) {
        Lasting there = shared.get(key);
        return there != null && there.queue().dispatcher().hasConsumers() ? there.subscription : null;
    }

    /** Attaches a consumer to the shared subscription, which is made if need be; one that waits gives way to other terms. */
    ConsumerAttachment attachShared(
            Unit unit, WireDestination on, Subscription.Key key, Terms terms, QueueConsumer consumer)
            throws RefusedException {
        Topic topic = registry.topic(on);
        Lasting there = shared.get(key);
        if (there != null && (there.queue().isRemoved() || !there.subscription.hasTerms(terms))) {
            end(there, "another one took its place");
            there = null;
        }
        if (there == null) {
            there = make(topic, key.name(), terms, key.clientId(), consumer.connection());
        }
        return attach(unit, there, consumer);
    }

    private Lasting make(Topic topic, String name, Terms terms, @Nullable String clientId, Identity owner) {
        QueueRow row = registry.subscriptionRow(topic, name, terms, clientId, owner);
        return add(new Subscription(topic, MessageQueue.create(row, around), false, terms.filter()));
    }

    private @Nullable Lasting find(Subscription like) {
        QueueRow row = like.queue().row();
        Identity owner = row.owner();
        return row.shared() || owner == null
                ? shared.get(like.key())
                : plain.getOrDefault(owner, Map.of()).get(Integer.valueOf(row.name()));
    }

    private Lasting add(Subscription subscription) {
        Lasting lasting = new Lasting(subscription);
        QueueRow row = subscription.queue().row();
        Identity owner = row.owner();
        if (row.shared() || owner == null) {
            shared.put(subscription.key(), lasting);
        } else {
            plain.computeIfAbsent(owner, connection -> new HashMap<>()).put(Integer.valueOf(row.name()), lasting);
        }
        subscription.topic().subscriptions().add(subscription);
        registry.add(subscription.queue());
        return lasting;
    }

    private ConsumerAttachment attach(Unit unit, Lasting to, QueueConsumer consumer) {
        to.subscription.topic().touch(unit);
        to.queue().touch(unit);
        ConsumerAttachment attachment = to.queue().dispatcher().attach(consumer);
        attachment.whenLeaving(how -> left(to, consumer.connection(), how));
        return attachment;
    }

    private void left(Lasting from, Identity connection, Leaving how) {
        if (how == Leaving.LOST) {
            from.awaited.add(connection);
        } else if (from.isOver()) {
            if (how == Leaving.REFUSED && !from.queue().isRowDurable()) {
                forget(from);
                registry.remove(null, from.queue(), "the database refused it");
            } else {
                end(from, "its last consumer was closed");
            }
        }
    }

    // ---- waiting for those who are away

    /** The connection has declared all its consumers anew: none that is not there will come. */
    void declared(Identity connection) {
        for (Lasting each : awaiting(connection)) {
            end(each, "its consumer was closed while its link was lost");
        }
    }

    /** Nothing is kept for the connection any more, not even what its sessions hold. */
    void givenUp(Identity connection) {
        String why = "its client ended, or was away for too long";
        for (Lasting each : awaiting(connection)) {
            if (each.queue().isOfOneSession()) {
                forget(each);
                remove(each.queue(), why);
            } else {
                end(each, why);
            }
        }
    }

    /** Everybody who consumed under the holder before is back, or given up. */
    void recoveredAreGivenUp() {
        List<Lasting> all = new ArrayList<>(shared.values());
        plain.values().forEach(of -> all.addAll(of.values()));
        for (Lasting each : all) {
            each.awaitsAll = false;
            if (each.isOver()) {
                end(each, "nobody came back to it after a takeover");
            }
        }
        for (MessageQueue queue : replaced) {
            queue.deliveries().whenNoneIsOut(() -> remove(queue, "another one had taken its place"));
        }
        replaced.clear();
    }

    /** Those that need not wait for this connection any more, and for no other. */
    private List<Lasting> awaiting(Identity connection) {
        List<Lasting> over = new ArrayList<>();
        for (Lasting each : plain.getOrDefault(connection, Map.of()).values()) {
            each.awaitsAll = false;
            each.awaited.clear();
            if (each.isOver()) {
                over.add(each);
            }
        }
        for (Lasting each : shared.values()) {
            if (each.awaited.remove(connection) && each.isOver()) {
                over.add(each);
            }
        }
        return over;
    }

    // ---- the end

    /** It gets nothing from now on; what sessions hold of it is theirs to acknowledge, also after a takeover (R11). */
    private void end(Lasting lasting, String why) {
        forget(lasting);
        MessageQueue queue = lasting.queue();
        queue.deliveries().whenNoneIsOut(() -> remove(queue, why));
    }

    private void forget(Lasting lasting) {
        QueueRow row = lasting.queue().row();
        Identity owner = row.owner();
        lasting.subscription.topic().subscriptions().remove(lasting.subscription);
        shared.remove(lasting.subscription.key(), lasting);
        Map<Integer, Lasting> of = owner == null || row.shared() ? null : plain.get(owner);
        if (of != null && of.remove(Integer.valueOf(row.name()), lasting) && of.isEmpty()) {
            plain.remove(owner);
        }
    }

    /** In a unit of its own, for which nobody waits: nor for a row that the database refused before, and refuses again (S7). */
    private void remove(MessageQueue queue, String why) {
        if (!queue.isRemoved()) {
            Unit unit = new Unit();
            registry.remove(unit, queue, why);
            unit.ifRefused(cause -> new Unit());
            around.writer().submit(unit);
        }
    }
}
