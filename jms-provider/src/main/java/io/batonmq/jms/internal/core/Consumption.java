package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Buffer.Arrived;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.HandOut;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.TransactionId.None;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one session consumes: its consumers, what they buffer, what the application was handed and not yet done with.
 * Confined to the loop.
 */
final class Consumption {
    private final Core core;
    private final CommandLog log;
    private final AckMode mode;
    private final Acknowledgements acks;
    private final Gate gate = new Gate();
    private final Map<Integer, CoreConsumer> consumers = new LinkedHashMap<>();
    private final Map<DeliveryRef, Held> handed = new LinkedHashMap<>();
    private final List<Held> disowned = new ArrayList<>();
    private boolean reorder;
    /** Deliveries that were given back while the gate is closed. */
    private int returning;
    /** A hand-out has not reached its caller yet, who may want no other after it: a session's listeners take by turns. */
    private boolean handing;

    Consumption(Core core, CommandLog log, AckMode mode) {
        this.core = core;
        this.log = log;
        this.mode = mode;
        this.acks = new Acknowledgements(core, log, mode);
    }

    // ---------------------------------------------------------------- consumers

    void add(CoreConsumer consumer) {
        consumers.put(consumer.number(), consumer);
    }

    void remove(CoreConsumer consumer) {
        consumers.remove(consumer.number());
        gate.removed(consumer);
    }

    @Nullable
    CoreConsumer consumer(int number) {
        return consumers.get(number);
    }

    List<CoreConsumer> consumers() {
        return List.copyOf(consumers.values());
    }

    void drained(Drained frame) {
        if (gate.drained(frame.request(), consumers())) {
            pump();
        }
        CoreConsumer consumer = consumers.get(frame.consumer());
        if (consumer != null) {
            consumer.drained(frame.request());
        }
    }

    /** Goes on with what commands, link and gate allow now. */
    void pump() {
        if (reorder || !disowned.isEmpty()) {
            giveBack(None.NONE, List.of());
        }
        gate.step(log, consumers(), core.channel().isAttached(), returning);
        if (gate.isOpen()) {
            returning = 0;
        }
        consumers().forEach(CoreConsumer::pump);
    }

    // ---------------------------------------------------------------- hand-out and its end

    /** Whether anything fresh may be handed out now (R8, R12). */
    boolean handsOut(boolean takes) {
        return takes
                ? !handing && core.channel().handsOut() && gate.isOpen() && acks.admits()
                : core.channel().fresh();
    }

    /** Hands out: the holder is told before the application has it (R10). */
    void handOut(Arrived next, boolean takes, CoreCall<@Nullable Delivery> call) {
        Held held = next.held();
        if (takes) {
            if (!acks.announces(held.ref())) {
                core.channel().send(new HandOut(log.session(), List.of(held.ref())));
            }
            handed.put(held.ref(), new Held(held.ref(), held.consumer(), held.deliveryCount(), true));
        }
        call.complete(new Delivery(held.ref(), held.deliveryCount(), next.message()));
        if (takes) {
            handing = true;
            core.effects().add(this::handedOver);
        }
    }

    private void handedOver() {
        handing = false;
        consumers().forEach(CoreConsumer::pump);
    }

    /** An expired message is consumed without being seen. */
    void expired(Held held) {
        if (waits()) {
            handed.put(held.ref(), held);
        } else {
            acks.handled(held);
        }
    }

    /** Whether the application itself says when what it holds is done with. */
    private boolean waits() {
        return mode == AckMode.CLIENT || mode == AckMode.TRANSACTED;
    }

    void handled(DeliveryRef ref) {
        Held held = waits() ? null : handed.remove(ref);
        if (held != null) {
            acks.handled(held);
        }
    }

    void rejected(DeliveryRef ref) {
        if (!waits() && handed.containsKey(ref)) {
            acks.flush(null);
            giveBack(None.NONE);
        }
    }

    void flushAcks() {
        acks.flush(null);
    }

    boolean holds(DeliveryRef ref) {
        return handed.containsKey(ref);
    }

    boolean holdsNothing() {
        return handed.isEmpty();
    }

    /** Everything handed out, which an acknowledgement or commit names from now on. */
    List<Held> takeHanded() {
        List<Held> all = List.copyOf(handed.values());
        handed.clear();
        return all;
    }

    void putBack(Collection<Held> held) {
        held.forEach(each -> handed.put(each.ref(), each));
    }

    /** An acknowledgement that was refused left these with the session: they go back when the log allows it. */
    void disown(Collection<Held> held) {
        disowned.addAll(held);
    }

    /** The holder gave something back by itself: what is buffered behind it must come again after it. */
    void reorder(int givenBack) {
        reorder = true;
        returning += givenBack;
    }

    /** A command that stands for a rollback is on its way: nothing is handed out before it is durable. */
    void awaits(Kept rollback) {
        returning += rollback.order().names().size();
        gate.close(rollback);
    }

    /**
     * Gives back what the application was handed and, uncounted (R10), what is buffered behind it: all must come again in
     * order.
     */
    void giveBack(TransactionId ended) {
        giveBack(ended, takeHanded());
    }

    private void giveBack(TransactionId ended, List<Held> first) {
        List<Held> back = new ArrayList<>(first);
        back.addAll(disowned);
        disowned.clear();
        if (!back.isEmpty() || reorder) {
            consumers.values().forEach(consumer -> back.addAll(consumer.giveBack()));
        }
        reorder = false;
        returning += back.size();
        int at = 0;
        for (; back.size() - at > WireLimits.REFERENCES; at += WireLimits.REFERENCES) {
            log.add(new Order.Rollback(None.NONE, part(back, at, at + WireLimits.REFERENCES)), null, null);
        }
        if (!back.isEmpty() || ended != None.NONE) {
            Kept kept = log.add(new Order.Rollback(ended, part(back, at, back.size())), null, null);
            if (!back.isEmpty()) {
                gate.close(kept);
            }
        }
    }

    /** Gives back what came when nobody wanted it any more: uncounted, and nothing has to wait for it. */
    void giveBackUnseen(List<Held> unseen) {
        log.add(new Order.Rollback(None.NONE, unseen), null, null);
    }

    private static List<Held> part(List<Held> all, int from, int to) {
        return List.copyOf(all.subList(from, to));
    }

    // ---------------------------------------------------------------- resume

    /** R5 ③: all that is held, besides what unapplied commands name. */
    List<Held> held() {
        List<Held> all = new ArrayList<>();
        consumers.values().forEach(consumer -> all.addAll(consumer.buffered()));
        all.addAll(handed.values());
        all.addAll(acks.pending());
        all.addAll(disowned);
        return all;
    }

    /**
     * Drops what wasn't granted: from the buffers unseen (R8), from the application's hands as a lost claim (R11). Returns
     * how many deliveries the application had been given.
     */
    int keepOnly(Set<DeliveryRef> granted) {
        consumers.values().forEach(consumer -> consumer.keepOnly(granted));
        disowned.removeIf(held -> !granted.contains(held.ref()));
        long before = seen();
        handed.values().removeIf(held -> !granted.contains(held.ref()));
        return (int) (before - seen()) + acks.keepOnly(granted);
    }

    private long seen() {
        return handed.values().stream().filter(Held::handedOut).count();
    }

    /** Other cluster, or nothing is known any more: all is lost. */
    int loseAll() {
        gate.reset();
        reorder = false;
        return keepOnly(Set.of());
    }

    void linkLost() {
        gate.linkLost();
        consumers().forEach(CoreConsumer::linkLost);
    }
}
