package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.Destinations.Kept;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.selector.Selectors;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.QueueRow;
import io.batonmq.store.SentQueues;
import io.batonmq.wire.BodyKind;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.Request.ClockOffset;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A holder's destinations with the real writer over the model store, one thread and a clock set by hand. */
final class World {
    static final Identity ONE = new Identity(0, 1);
    static final Identity TWO = new Identity(0, 2);
    static final ClockOffset SAME_CLOCK = new ClockOffset(0, 0);

    final ManualLoop loop = new ManualLoop();
    final ModelStore store = new ModelStore();
    final List<String> ends = new ArrayList<>();
    /** In which order a new holder reads queues. */
    boolean lastMadeFirst;

    private final MessageFilter.Compiler compiler;
    DestinationSettings settings;
    long epoch = 1_000;
    BatchWriter writer;
    BrokerDestinations destinations;

    World() {
        this(small());
    }

    World(DestinationSettings settings) {
        this(settings, new Selectors());
    }

    World(DestinationSettings settings, MessageFilter.Compiler compiler) {
        this.settings = settings;
        this.compiler = compiler;
        writer = newWriter();
        destinations = newDestinations();
    }

    /** Small budgets, so that a few messages reach them. */
    static DestinationSettings small() {
        return new DestinationSettings("default", 3, Duration.ZERO, "DLQ", 20_000, 5_000, 200_000, 10, 4_000);
    }

    /** The holder is gone, the next one starts from what is stored. */
    void takeover() {
        writer.stop();
        destinations.close();
        store.dropHeld();
        epoch += 10;
        writer = newWriter();
        destinations = newDestinations();
    }

    private BatchWriter newWriter() {
        return new BatchWriter(
                loop,
                store,
                new LeaseTerm("default", "node", new Identity(1, epoch), epoch),
                List.copyOf(store.queues.values()),
                new BatchWriter.Bounds(1_000, 4 << 20, Duration.ofMillis(100), 1_000),
                batch -> CompletableFuture.completedStage(RenewResult.RENEWED),
                ends::add);
    }

    private BrokerDestinations newDestinations() {
        List<QueueRow> rows = new ArrayList<>(store.queues.values());
        if (lastMadeFirst) {
            Collections.reverse(rows);
        }
        return new BrokerDestinations(loop, writer, store, () -> 1_000_000 + loop.millis(), settings, compiler, rows);
    }

    long now() {
        return 1_000_000 + loop.millis();
    }

    /** R9, of all queues; null = no more. */
    void withhold(@Nullable Kept kept) {
        if (kept == null) {
            destinations.releaseHandedOut(queue -> true);
        } else {
            destinations.withholdHandedOut(queue -> true, kept);
        }
        loop.run();
    }

    /** R10, of these queues: one who may claim of them was given up unheard. */
    void giveUpUnheard(SentQueues queues, Runnable given) {
        Unit unit = new Unit();
        destinations.giveUpUnheard(unit, queues);
        unit.whenDurable((epoch, batch) -> given.run());
        writer.submit(unit);
        loop.run();
    }

    // ---- what a session does

    /** Something to do with a unit. */
    interface Work {
        void in(Unit unit) throws RefusedException;
    }

    void unit(Work work) throws RefusedException {
        Unit unit = new Unit();
        work.in(unit);
        writer.submit(unit);
        loop.run();
    }

    void send(WireDestination to, String text) throws RefusedException {
        send(message(to, text));
    }

    void send(Publication publication) throws RefusedException {
        unit(unit -> destinations.publish(unit, publication));
    }

    void sendNow(Publication publication) throws RefusedException {
        destinations.publishNow(publication);
        loop.run();
    }

    TestConsumer consume(WireDestination from, int credit) throws RefusedException {
        return consume(spec(from), null, new TestConsumer(ONE, credit));
    }

    TestConsumer consume(ConsumerSpec spec, @Nullable String clientId, TestConsumer consumer) throws RefusedException {
        unit(unit -> consumer.attached(destinations.attach(unit, spec, clientId, consumer)));
        return consumer;
    }

    TestConsumer browse(WireDestination queue, int credit) throws RefusedException {
        return consume(
                new ConsumerSpec(queue, null, false, false, null, false, true), null, new TestConsumer(ONE, credit));
    }

    void acknowledge(List<? extends Entry> entries) throws RefusedException {
        unit(unit -> entries.forEach(entry -> destinations.acknowledge(unit, entry)));
    }

    void acknowledge(Entry entry) throws RefusedException {
        acknowledge(List.of(entry));
    }

    void rollBack(Entry entry) throws RefusedException {
        unit(unit -> {
            destinations.countDelivery(unit, entry, entry.deliveryCount());
            unit.whenDurable((epoch, batch) -> destinations.giveBack(List.of(entry)));
        });
    }

    void giveBack(Entry entry) {
        giveBack(List.of(entry));
    }

    void giveBack(List<? extends Entry> entries) {
        destinations.giveBack(entries);
        loop.run();
    }

    // ---- messages

    static WireDestination queue(String name) {
        return new WireDestination(WireDestination.Kind.QUEUE, name);
    }

    static WireDestination topic(String name) {
        return new WireDestination(WireDestination.Kind.TOPIC, name);
    }

    static WireDestination temporaryQueue(String name) {
        return new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, name);
    }

    static ConsumerSpec spec(WireDestination destination) {
        return new ConsumerSpec(destination, null, false, false, null, false, false);
    }

    static ConsumerSpec selecting(WireDestination destination, @Nullable String selector) {
        return new ConsumerSpec(destination, null, false, false, selector, false, false);
    }

    static ConsumerSpec durable(String topic, String name, boolean shared) {
        return new ConsumerSpec(topic(topic), name, shared, true, null, false, false);
    }

    static SubscriptionSpec subscription(String topic, String name, boolean shared) {
        return new SubscriptionSpec(name, topic, null, false, shared, true);
    }

    static Publication message(WireDestination to, String text) {
        return message(to, text, true, 4, 0, 0);
    }

    static Publication unstored(WireDestination to, String text) {
        return message(to, text, false, 4, 0, 0);
    }

    static Publication message(
            WireDestination to, String text, boolean persistent, int priority, long deliveryTime, long expiration) {
        return message(to, text.getBytes(StandardCharsets.UTF_8), persistent, priority, deliveryTime, expiration);
    }

    /** With an int property {@code n}. */
    static Publication numbered(WireDestination to, String text, boolean persistent, int priority, int n) {
        MessageHead head = new MessageHead(to, persistent, priority, 1, 0, 0, null, null, null, null, BodyKind.TEXT);
        EncodedMessage message =
                EncodedMessage.encode(new WireMessage(head, Map.of("n", n), text.getBytes(StandardCharsets.UTF_8)));
        return new Publication(message, head, null, 0, TWO, null, SAME_CLOCK);
    }

    static Publication message(
            WireDestination to, byte[] body, boolean persistent, int priority, long deliveryTime, long expiration) {
        MessageHead head = new MessageHead(
                to, persistent, priority, 1, expiration, deliveryTime, null, null, null, null, BodyKind.TEXT);
        EncodedMessage message = EncodedMessage.encode(new WireMessage(head, Map.of(), body));
        return new Publication(message, head, null, 0, TWO, null, SAME_CLOCK);
    }

    static String text(Entry entry) {
        return new String(entry.message().body(), StandardCharsets.UTF_8);
    }

    QueueRow row(String name) {
        return store.queues.values().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    DestinationsView.DestinationInfo info(String name) {
        return destinations.destinations().stream()
                .filter(info -> info.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
