package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.QueueConsumer;
import io.batonmq.broker.destination.Subscription.Terms;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of section 8.3 of the specification: plain, shared and durable subscriptions, who may share, change and remove
 * them. Confined to the broker loop.
 */
final class Subscriptions {
    private static final Logger log = LoggerFactory.getLogger(Subscriptions.class);

    private final Registry registry;
    private final Surroundings around;
    private final MessageFilter.Compiler compiler;
    /** Durable ones, shared or not: they share one name space. */
    private final Map<Subscription.Key, Subscription> durable = new HashMap<>();
    /** Those that end with their consumers; shared ones have another name space (8.3.4). */
    private final NonDurableSubscriptions nonDurable;

    Subscriptions(Registry registry, Surroundings around, MessageFilter.Compiler compiler) {
        this.registry = registry;
        this.around = around;
        this.compiler = compiler;
        this.nonDurable = new NonDurableSubscriptions(registry, around);
    }

    NonDurableSubscriptions nonDurable() {
        return nonDurable;
    }

    /** Takes in a recovered subscription, whether or not anything is stored for it (C16). */
    void recover(QueueRow row) {
        String topicName = row.topic();
        if (topicName == null) {
            throw new IllegalStateException("subscription " + row.name() + " has no topic in the store");
        }
        MessageFilter filter = MessageFilter.ALL;
        try {
            filter = compiler.compileIfAny(row.selector());
        } catch (RefusedException e) {
            log.error("subscription {} gets all messages: {}", row.name(), e.getMessage());
        }
        MessageQueue queue = MessageQueue.recover(row, around);
        Topic temporary = registry.find(new WireDestination(WireDestination.Kind.TEMPORARY_TOPIC, topicName));
        if (queue.endsWithConsumers() && Registry.isTemporary(topicName) && temporary == null) {
            nonDurable.recoveredWithoutTopic(queue);
            return;
        }
        try {
            Topic topic = temporary != null
                    ? temporary
                    : registry.topic(new WireDestination(WireDestination.Kind.TOPIC, topicName));
            if (queue.endsWithConsumers()) {
                nonDurable.recover(topic, queue, filter);
            } else {
                add(new Subscription(topic, queue, true, filter));
            }
        } catch (RefusedException e) {
            throw new IllegalStateException("subscription " + row.name() + ": " + e.getMessage(), e);
        }
    }

    /** Makes or changes a durable subscription; one that ends with its consumers is made when the first comes. */
    void subscribe(Unit unit, SubscriptionSpec spec, @Nullable String clientId) throws RefusedException {
        Terms terms = terms(spec.topic(), spec.selector(), spec.noLocal(), spec.shared());
        Subscription.Key key = new Subscription.Key(clientId, spec.name());
        check(key, terms, spec.durable());
        if (spec.durable()) {
            durableFor(unit, key, terms);
        } else {
            Subscription there = nonDurable.sharedInUse(key);
            if (there != null) {
                requireSame(there, key, terms);
            }
        }
    }

    void unsubscribe(Unit unit, String name, @Nullable String clientId) throws RefusedException {
        Subscription.Key key = new Subscription.Key(clientId, name);
        Subscription there = durable.get(key);
        if (there == null) {
            throw new RefusedException(
                    ErrorCode.SUBSCRIPTION_UNKNOWN, "there is no durable subscription " + key + ": check its name");
        }
        if (there.inUse()) {
            throw inUse(key, "close its consumers and acknowledge or give back its messages first");
        }
        remove(unit, key, there);
    }

    /** Attaches a consumer to the subscription it names, or to one of its own. */
    ConsumerAttachment attach(Unit unit, ConsumerSpec spec, @Nullable String clientId, QueueConsumer consumer)
            throws RefusedException {
        registry.checkOwner(spec.destination(), consumer.connection());
        String name = spec.subscription();
        Terms terms = terms(spec.destination().name(), spec.selector(), spec.noLocal(), spec.shared());
        if (name == null) {
            return nonDurable.attachPlain(unit, spec.destination(), terms, clientId, consumer);
        }
        Subscription.Key key = new Subscription.Key(clientId, name);
        check(key, terms, spec.durable());
        if (!spec.durable()) {
            Subscription inUse = nonDurable.sharedInUse(key);
            if (inUse != null) {
                requireSame(inUse, key, terms);
            }
            return nonDurable.attachShared(unit, spec.destination(), key, terms, consumer);
        }
        Subscription there = durable.get(key);
        if (there != null && there.queue().dispatcher().hasConsumers()) {
            requireSame(there, key, terms);
            if (!spec.shared()) {
                throw inUse(key, "it has a consumer: close that first");
            }
        } else {
            there = durableFor(unit, key, terms);
        }
        there.queue().touch(unit);
        return there.queue().dispatcher().attach(consumer);
    }

    /** The durable subscription with these terms, made or changed if need be. */
    private Subscription durableFor(Unit unit, Subscription.Key key, Terms terms) throws RefusedException {
        Subscription there = durable.get(key);
        if (there != null) {
            if (there.queue().row().shared() != terms.shared()) {
                throw mismatch(key, there.queue().row().shared() ? "it is a shared one" : "it is not a shared one");
            }
            if (there.hasTerms(terms)) {
                there.queue().touch(unit);
                return there;
            }
            if (there.inUse()) {
                if (terms.shared()) {
                    requireSame(there, key, terms);
                }
                throw inUse(key, "it can't be changed meanwhile: close its consumers first");
            }
        }
        Topic topic = registry.topic(new WireDestination(WireDestination.Kind.TOPIC, terms.topic()));
        if (there != null) {
            remove(unit, key, there);
        }
        topic.touch(unit);
        QueueRow row = registry.subscriptionRow(topic, key.name(), terms, key.clientId(), null);
        Subscription made = new Subscription(topic, MessageQueue.create(row, around), true, terms.filter());
        add(made);
        made.queue().touch(unit);
        return made;
    }

    private void add(Subscription subscription) {
        durable.put(subscription.key(), subscription);
        subscription.topic().subscriptions().add(subscription);
        registry.add(subscription.queue());
    }

    private void remove(Unit unit, Subscription.Key key, Subscription subscription) {
        durable.remove(key);
        subscription.topic().subscriptions().remove(subscription);
        registry.remove(unit, subscription.queue(), "subscription " + key + " was removed");
    }

    private Terms terms(String topic, @Nullable String selector, boolean noLocal, boolean shared)
            throws RefusedException {
        String given = MessageFilter.blankToNull(selector);
        return new Terms(topic, given, compiler.compileIfAny(given), noLocal, shared);
    }

    private static void check(Subscription.Key key, Terms terms, boolean durably) throws RefusedException {
        Registry.checkCharacters(key.name());
        if (durably && !terms.shared() && key.clientId() == null) {
            throw new RefusedException(
                    ErrorCode.CLIENT_ID_INVALID,
                    "durable subscription " + key.name() + " needs a client identifier: set one on the connection");
        }
    }

    private static void requireSame(Subscription there, Subscription.Key key, Terms terms) throws RefusedException {
        if (there.queue().row().shared() != terms.shared()) {
            throw mismatch(key, there.queue().row().shared() ? "it is a shared one" : "it is not a shared one");
        }
        if (!there.hasTerms(terms)) {
            throw mismatch(key, "it is on another topic or has another selector, and consumers");
        }
    }

    private static RefusedException mismatch(Subscription.Key key, String why) {
        return new RefusedException(
                ErrorCode.SUBSCRIPTION_MISMATCH, "subscription " + key + " exists and differs: " + why);
    }

    private static RefusedException inUse(Subscription.Key key, String remedy) {
        return new RefusedException(ErrorCode.SUBSCRIPTION_IN_USE, "subscription " + key + " is in use: " + remedy);
    }
}
