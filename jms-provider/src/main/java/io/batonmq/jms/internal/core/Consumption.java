package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Buffer.Arrived;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.TransactionId.None;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one session consumes: its consumers, what they buffer, and who was handed it: its own application, or, of connection
 * consumers, other sessions of the connection (R23). Confined to the loop.
 */
final class Consumption {
    private final Core core;
    private final CommandLog log;
    private final Gate gate = new Gate();
    /** The one that was sent a message last is the last: declared anew in this order, they go on taking turns. */
    private final Map<Integer, CoreConsumer> consumers = new LinkedHashMap<>();

    private final Hands own;
    private final List<Hands> lent = new ArrayList<>();
    private boolean reorder;
    /** Deliveries that were given back while the gate is closed. */
    private int returning;

    Consumption(Core core, CommandLog log, AckMode mode, Hands.Owner owner) {
        this.core = core;
        this.log = log;
        this.own = new Hands(core, log, mode, owner, this::pumpConsumers);
    }

    // ---------------------------------------------------------------- consumers

    void add(CoreConsumer consumer) {
        consumers.put(consumer.number(), consumer);
    }

    void remove(CoreConsumer consumer) {
        consumers.remove(consumer.number());
        gate.removed(consumer);
    }

    /** It was sent a message. */
    void served(CoreConsumer consumer) {
        if (consumers.size() > 1 && consumers.remove(consumer.number(), consumer)) {
            consumers.put(consumer.number(), consumer);
        }
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
        for (Hands hands : all()) {
            if (hands.hasDisowned() || (reorder && hands == own)) {
                giveBack(None.NONE, hands, List.of());
            }
        }
        gate.step(log, consumers(), core.channel().isAttached(), returning);
        if (gate.isOpen()) {
            returning = 0;
        }
        pumpConsumers();
    }

    private void pumpConsumers() {
        consumers().forEach(CoreConsumer::pump);
    }

    // ---------------------------------------------------------------- whose hands

    /** What the session's own application was handed. */
    Hands own() {
        return own;
    }

    /** What another session of the connection will be handed of this one's deliveries. */
    Hands lend(AckMode mode, Hands.Owner owner) {
        Hands hands = new Hands(core, log, mode, owner, this::pumpConsumers);
        lent.add(hands);
        return hands;
    }

    /** That session has ended. */
    void unlend(Hands hands) {
        lent.remove(hands);
    }

    /** The holder takes back what a closed consumer was sent and nobody has seen: it can't be acknowledged any more. */
    void forgetUnseenOf(int consumer) {
        all().forEach(hands -> hands.forgetUnseenOf(consumer));
    }

    /** The sessions that it lends to. */
    List<Hands> lent() {
        return List.copyOf(lent);
    }

    private List<Hands> all() {
        List<Hands> all = new ArrayList<>(lent.size() + 1);
        all.add(own);
        all.addAll(lent);
        return all;
    }

    void flushAcks() {
        all().forEach(Hands::flushAcks);
    }

    // ---------------------------------------------------------------- hand-out

    /** Whether anything fresh may be handed out now, to whomever (R8). */
    boolean supplies() {
        return core.channel().handsOut() && gate.isOpen();
    }

    /** Whether the session's own application may be handed anything fresh now (R8, R12). */
    boolean handsOut(boolean takes) {
        return takes ? supplies() && own.admits() : core.channel().fresh();
    }

    /** Hands out to the session's own application; a browse takes nothing. */
    void handOut(Arrived next, boolean takes, CoreCall<@Nullable Delivery> call) {
        if (takes) {
            own.handOut(next, call);
        } else {
            Held held = next.held();
            call.complete(new Delivery(held.ref(), held.deliveryCount(), next.message()));
        }
    }

    // ---------------------------------------------------------------- giving back

    /** The holder gave something back by itself: what is buffered behind it must come again after it. */
    void reorder(int givenBack) {
        reorder = true;
        returning += givenBack;
    }

    /**
     * A command can't be said as it is (R11, R13): under its number these go back, and behind it those that a frame has no
     * room for. Nothing is handed out before the last of them is durable.
     */
    void giveBackInstead(Kept command, Hands hands, TransactionId ended, List<Held> back) {
        List<List<Held>> parts = Held.parts(back);
        hands.replace(command, new Order.Rollback(ended, parts.get(0)));
        Kept last = command;
        for (List<Held> part : parts.subList(1, parts.size())) {
            last = hands.say(new Order.Rollback(None.NONE, part), null, null);
        }
        returning += back.size();
        gate.close(last);
    }

    /** Handed out, but nobody was given it: it goes back, uncounted by this side, and nothing has to wait for it. */
    void unseen(Hands hands, DeliveryRef ref) {
        Held held = hands.take(ref);
        if (held != null) {
            hands.say(new Order.Rollback(None.NONE, List.of(held)), null, null);
        }
    }

    /** A listener failed: what its session was handed goes back, if it takes no acknowledging by the application. */
    void rejected(Hands hands, DeliveryRef ref) {
        if (hands.isRejected(ref)) {
            hands.flushAcks();
            giveBack(None.NONE, hands);
        }
    }

    /** The session ends: so do what its deliveries are in, and its own transaction. */
    void giveBackAll(TransactionId ended) {
        lent.forEach(hands -> giveBack(None.NONE, hands));
        giveBack(ended, own);
    }

    /**
     * Gives back what an application was handed and, uncounted (R10), what is buffered behind it: all must come again in
     * order.
     */
    void giveBack(TransactionId ended, Hands hands) {
        giveBack(ended, hands, hands.takeHanded());
    }

    private void giveBack(TransactionId ended, Hands hands, List<Held> first) {
        List<Held> back = new ArrayList<>(first);
        back.addAll(hands.takeDisowned());
        if (!back.isEmpty() || reorder) {
            consumers.values().forEach(consumer -> back.addAll(consumer.giveBack()));
        }
        reorder = false;
        returning += back.size();
        List<List<Held>> parts = Held.parts(back);
        int last = parts.size() - 1;
        parts.subList(0, last).forEach(part -> hands.say(new Order.Rollback(None.NONE, part), null, null));
        if (!back.isEmpty() || ended != None.NONE) {
            Kept kept = hands.say(new Order.Rollback(ended, parts.get(last)), null, null);
            if (!back.isEmpty()) {
                gate.close(kept);
            }
        }
    }

    /** Gives back what came when nobody wanted it any more: uncounted, and nothing has to wait for it. */
    void giveBackUnseen(List<Held> unseen) {
        log.add(new Order.Rollback(None.NONE, unseen), null, null);
    }

    // ---------------------------------------------------------------- resume

    /** R5 ③: all that is held, besides what unapplied commands name. */
    List<Held> held() {
        List<Held> all = new ArrayList<>();
        consumers.values().forEach(consumer -> all.addAll(consumer.buffered()));
        all().forEach(hands -> hands.addHeld(all));
        return all;
    }

    /**
     * Drops what wasn't granted: from the buffers unseen (R8), from applications' hands as a lost claim (R11). Returns how
     * many deliveries applications had been given.
     *
     * @param why what a session is told of so many
     */
    int keepOnly(Set<DeliveryRef> granted, IntFunction<String> why) {
        consumers.values().forEach(consumer -> consumer.keepOnly(granted));
        return all().stream().mapToInt(hands -> hands.keepOnly(granted, why)).sum();
    }

    /** Other cluster, or nothing is known any more: all is lost. */
    int loseAll(String why) {
        gate.reset();
        reorder = false;
        return keepOnly(Set.of(), gone -> why);
    }

    void linkLost() {
        gate.linkLost();
        consumers().forEach(CoreConsumer::linkLost);
    }
}
