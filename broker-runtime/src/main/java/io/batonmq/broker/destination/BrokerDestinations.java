package io.batonmq.broker.destination;

import io.batonmq.broker.loop.DatabaseTime;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.Loop.Timer;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.Identity;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.Kind;
import io.batonmq.store.SentQueues;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * All queues, topics and subscriptions of one holding of the lease, made from what the store recovered and closed when the
 * node steps down. Confined to the broker loop.
 */
public final class BrokerDestinations implements Destinations, DestinationsView, AutoCloseable {
    private static final Duration HEADS_EVERY = Duration.ofSeconds(5);
    /** Heads raised in one unit. */
    private static final int HEADS_AT_ONCE = 500;

    private final Loop loop;
    private final Surroundings around;
    private final Registry registry;
    private final Subscriptions subscriptions;
    private final MessageFilter.Compiler compiler;
    private final Publisher publisher;
    private final Claims claims;
    private final Silences silences;
    private final ExpiryReaper reaper;
    private Timer heads;

    /**
     * Everything as the store has it; no message is read before it is wanted (L12).
     *
     * @param recovered the queues of the recovered state
     */
    public BrokerDestinations(
            Loop loop,
            Writer writer,
            MessageStore store,
            DatabaseTime time,
            DestinationSettings settings,
            MessageFilter.Compiler compiler,
            List<QueueRow> recovered) {
        loop.assertInside();
        this.loop = loop;
        StoreReads reads = new StoreReads(store, loop, settings.leaseName());
        ContentSweep sweep = new ContentSweep(loop, writer, reads);
        Counters counters = new Counters();
        DeadLetters deadLetters =
                new DeadLetters(writer, counters, reads, settings.pageBytes(), this::deadLetterQueue, time);
        around = new Surroundings(
                loop,
                writer,
                reads,
                time,
                settings,
                new MemoryBudget(settings.nodeBudget(), this::savings),
                counters,
                sweep,
                deadLetters);
        QueuePurge purge = new QueuePurge(writer, reads, sweep);
        registry = new Registry(around, new QueueNumbers(writer.epoch(), recovered), purge);
        subscriptions = new Subscriptions(registry, around, compiler);
        publisher = new Publisher(registry, around);
        claims = new Claims(registry, reads);
        silences = new Silences(registry, writer);
        reaper = new ExpiryReaper(around, () -> List.copyOf(registry.all()));
        this.compiler = compiler;
        recover(recovered, purge);
        if (!recovered.isEmpty()) {
            sweep.wanted();
        }
        reaper.start();
        heads = loop.schedule(HEADS_EVERY, this::raiseHeads);
    }

    private void recover(List<QueueRow> rows, QueuePurge purge) {
        for (QueueRow row : rows) {
            if (row.state().removed()) {
                purge.add(row.number());
            } else if (row.kind() != Kind.SUBSCRIPTION) {
                registry.recover(row);
            }
        }
        for (QueueRow row : rows) {
            if (row.kind() == Kind.SUBSCRIPTION && !row.state().removed()) {
                subscriptions.recover(row);
            }
        }
    }

    // ---- publishing

    @Override
    public void publish(Unit unit, Publication publication) throws RefusedException {
        loop.assertInside();
        publisher.publish(unit, publication);
    }

    @Override
    public int places(WireDestination destination) {
        loop.assertInside();
        Topic topic = registry.find(destination);
        return topic == null ? 1 : Math.max(1, topic.subscriptions().size());
    }

    @Override
    public void publishNow(Publication publication) throws RefusedException {
        loop.assertInside();
        publisher.publishNow(publication);
    }

    @Override
    public void dropContent(Unit unit, Position content) {
        unit.whenDurable((epoch, batch) -> around.sweep().dropped(content));
    }

    private Iterator<Runnable> savings() {
        return registry.all().stream().map(queue -> (Runnable) queue::shrink).iterator();
    }

    // ---- consumers and subscriptions

    @Override
    public Attachment attach(Unit unit, ConsumerSpec spec, @Nullable String clientId, QueueConsumer consumer)
            throws RefusedException {
        loop.assertInside();
        WireDestination destination = spec.destination();
        if (!destination.kind().isQueue()) {
            if (spec.browse()) {
                throw new RefusedException(
                        ErrorCode.PROTOCOL_VIOLATION, "topic " + destination.name() + " can't be browsed, queues can");
            }
            ConsumerAttachment attachment = subscriptions.attach(unit, spec, clientId, consumer);
            unit.whenDurable((epoch, batch) -> attachment.activate());
            return attachment;
        }
        String selector = MessageFilter.blankToNull(spec.selector());
        MessageFilter filter = compiler.compileIfAny(selector);
        registry.checkOwner(destination, consumer.connection());
        MessageQueue queue = registry.queue(destination);
        queue.touch(unit);
        if (spec.browse()) {
            Browser browser = new Browser(queue, around, consumer, filter);
            unit.whenDurable((epoch, batch) -> browser.activate());
            return browser;
        }
        Dispatcher dispatcher = queue.dispatcher();
        ConsumerAttachment attachment =
                selector == null ? dispatcher.attach(consumer) : dispatcher.attach(consumer, selector, filter);
        unit.whenDurable((epoch, batch) -> attachment.activate());
        return attachment;
    }

    @Override
    public void subscribe(Unit unit, SubscriptionSpec spec, @Nullable String clientId) throws RefusedException {
        loop.assertInside();
        subscriptions.subscribe(unit, spec, clientId);
    }

    @Override
    public void unsubscribe(Unit unit, String name, @Nullable String clientId) throws RefusedException {
        loop.assertInside();
        subscriptions.unsubscribe(unit, name, clientId);
    }

    @Override
    public void createTemporary(Unit unit, WireDestination destination, Identity connection) throws RefusedException {
        loop.assertInside();
        registry.createTemporary(unit, destination, connection);
    }

    @Override
    public void deleteTemporary(Unit unit, WireDestination destination, Identity connection) throws RefusedException {
        loop.assertInside();
        registry.deleteTemporary(unit, destination, connection);
    }

    @Override
    public void removeTemporaries(Unit unit, Identity connection) {
        loop.assertInside();
        registry.removeTemporaries(unit, connection);
    }

    @Override
    public void consumersAreBack(Identity connection) {
        loop.assertInside();
        subscriptions.nonDurable().declared(connection);
    }

    @Override
    public void consumersAreGivenUp(Identity connection) {
        loop.assertInside();
        subscriptions.nonDurable().givenUp(connection);
    }

    @Override
    public void recoveredConsumersAreGivenUp() {
        loop.assertInside();
        subscriptions.nonDurable().recoveredAreGivenUp();
    }

    // ---- deliveries

    @Override
    public void acknowledge(Unit unit, Entry entry) {
        QueuedEntry queued = ours(entry);
        queued.queue.deliveries().acknowledge(unit, queued);
    }

    @Override
    public void countDelivery(Unit unit, Entry entry, int deliveryCount) {
        QueuedEntry queued = ours(entry);
        queued.queue.deliveries().count(unit, queued, deliveryCount);
    }

    @Override
    public void countRefused(Entry entry, int deliveryCount) {
        QueuedEntry queued = ours(entry);
        queued.queue.deliveries().countHere(queued, deliveryCount);
    }

    @Override
    public void giveBack(Collection<? extends Entry> entries) {
        for (Entry entry : entries) {
            QueuedEntry queued = ours(entry);
            queued.queue.deliveries().giveBack(queued);
        }
    }

    @Override
    public void claim(List<DeliveryRef> wanted, Consumer<Map<DeliveryRef, Entry>> granted) {
        loop.assertInside();
        claims.claim(wanted, granted);
    }

    @Override
    public void withholdHandedOut(LongPredicate queues, Kept kept) {
        loop.assertInside();
        for (MessageQueue queue : List.copyOf(registry.all())) {
            if (queues.test(queue.number())) {
                queue.withheld().withhold(kept);
            }
        }
    }

    @Override
    public void releaseHandedOut(LongPredicate queues) {
        loop.assertInside();
        for (MessageQueue queue : List.copyOf(registry.all())) {
            if (queues.test(queue.number())) {
                queue.nobodyClaims();
            }
        }
    }

    @Override
    public void releaseHandedOut(long number) {
        loop.assertInside();
        MessageQueue queue = registry.queue(number);
        if (queue != null) {
            queue.nobodyClaims();
        }
    }

    @Override
    public void giveUpUnheard(Unit unit, SentQueues queues) {
        loop.assertInside();
        silences.giveUpUnheard(unit, queues);
    }

    @Override
    public void leaveInDoubt(Unit unit, Collection<? extends Entry> entries) {
        loop.assertInside();
        silences.leaveInDoubt(unit, entries.stream().map(this::ours).toList());
    }

    private QueuedEntry ours(Entry entry) {
        loop.assertInside();
        if (entry instanceof QueuedEntry queued) {
            return queued;
        }
        throw new IllegalArgumentException("not an entry of these destinations: " + entry);
    }

    private MessageQueue deadLetterQueue() {
        String name = around.settings().deadLetterQueue();
        try {
            return registry.queue(new WireDestination(WireDestination.Kind.QUEUE, name));
        } catch (RefusedException e) {
            throw new IllegalStateException("dead-letter queue " + name + ": " + e.getMessage(), e);
        }
    }

    // ---- background

    private void raiseHeads() {
        Unit unit = new Unit();
        for (MessageQueue queue : registry.all()) {
            if (queue.head().raise(unit) && unit.rows() >= HEADS_AT_ONCE) {
                around.writer().submit(unit);
                unit = new Unit();
            }
        }
        if (!unit.isEmpty()) {
            around.writer().submit(unit);
        }
        heads = loop.schedule(HEADS_EVERY, this::raiseHeads);
    }

    /** The node is not the holder any more: nothing is written, read or delivered from here on. */
    @Override
    public void close() {
        loop.assertInside();
        heads.cancel();
        reaper.close();
        around.sweep().close();
        around.reads().close();
        registry.all().forEach(MessageQueue::close);
    }

    @Override
    public List<DestinationInfo> destinations() {
        loop.assertInside();
        return registry.infos();
    }

    @Override
    public Totals totals() {
        loop.assertInside();
        return around.counters().totals();
    }
}
