package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Buffer.Arrived;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.HandOut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the application of one session was handed and is not done with. The deliveries are those of a session at the node:
 * its own, or that of the connection's connection consumers, whose log then says what becomes of them (R23). Confined to
 * the loop.
 */
final class Hands {

    /** Whose they are. */
    interface Owner {
        /** R11: what the application has is no longer all its own. */
        void doom(String why);

        /** Outcomes are known, or something else has changed. */
        void progress();
    }

    private final Core core;
    private final CommandLog log;
    private final AckMode mode;
    private final Owner owner;
    private final Runnable free;
    private final Acknowledgements acks;
    private final Map<DeliveryRef, Held> handed = new LinkedHashMap<>();
    private final List<Held> disowned = new ArrayList<>();
    /** A hand-out has not reached its caller yet, who may want no other after it: a session's listeners take by turns. */
    private boolean handing;

    /** The log is that of the deliveries' session; {@code free} is told when a hand-out has reached its caller. */
    Hands(Core core, CommandLog log, AckMode mode, Owner owner, Runnable free) {
        this.core = core;
        this.log = log;
        this.mode = mode;
        this.owner = owner;
        this.free = free;
        this.acks = new Acknowledgements(core, log, mode, this);
    }

    AckMode mode() {
        return mode;
    }

    Owner owner() {
        return owner;
    }

    // ---------------------------------------------------------------- hand-out and its end

    /** Whether another may be handed out as far as this session goes (R12). */
    boolean admits() {
        return !handing && acks.admits();
    }

    /** Hands out: the holder is told before the application has it (R10). */
    void handOut(Arrived next, CoreCall<@Nullable Delivery> call) {
        Held held = next.held();
        if (!acks.announces(held.ref())) {
            core.channel().send(new HandOut(log.session(), List.of(held.ref())));
        }
        handed.put(held.ref(), new Held(held.ref(), held.consumer(), held.deliveryCount(), true));
        call.complete(new Delivery(held.ref(), held.deliveryCount(), next.message()));
        handing = true;
        core.effects().add(() -> {
            handing = false;
            free.run();
        });
    }

    /** An expired message is consumed without being seen. */
    void expired(Held held) {
        if (waits()) {
            handed.put(held.ref(), held);
        } else {
            acks.handled(held);
        }
    }

    /** What had expired when it was to be handed out is not acknowledged with the rest, if the consumer closes first. */
    void forgetUnseenOf(int consumer) {
        handed.values().removeIf(held -> held.consumer() == consumer && !held.handedOut());
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

    /** It is not in the application's hands any more; null = it was not. */
    @Nullable
    Held take(DeliveryRef ref) {
        return handed.remove(ref);
    }

    /** Whether what is handed out must go back because a listener failed on this. */
    boolean isRejected(DeliveryRef ref) {
        return !waits() && handed.containsKey(ref);
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

    /** Whether nothing is in the application's hands and nothing said of them waits for its outcome. */
    boolean isSettled() {
        return handed.isEmpty()
                && disowned.isEmpty()
                && acks.pending().isEmpty()
                && log.all().stream().noneMatch(kept -> kept.hands() == this);
    }

    /** Everything handed out, which an acknowledgement or commit names from now on. */
    List<Held> takeHanded() {
        List<Held> all = List.copyOf(handed.values());
        handed.clear();
        return all;
    }

    /** An acknowledgement that was never written did not happen. */
    void takeBack(Kept acknowledgement) {
        log.takeBack(acknowledgement);
        acknowledgement.order().names().forEach(each -> handed.put(each.ref(), each));
    }

    /** Something else is said under the same number. */
    void replace(Kept said, Order order) {
        log.replace(said, order);
    }

    /** Says something of these deliveries, under a number of their session at the node. */
    Kept say(Order order, @Nullable CoreCall<Void> call, @Nullable DeliveryRef next) {
        return log.add(order, call, next).of(this);
    }

    /** Acknowledges all of them; the call ends with the last command. */
    Kept acknowledge(List<Held> all, CoreCall<Void> call) {
        List<List<Held>> parts = Held.parts(all);
        int last = parts.size() - 1;
        parts.subList(0, last).forEach(part -> say(new Order.Acknowledge(part), null, null));
        return say(new Order.Acknowledge(parts.get(last)), call, null);
    }

    /** Acknowledges what is left of an acknowledgement that nobody waits for. */
    void acknowledgeLeft(List<Held> left) {
        acks.write(left, null);
    }

    /** An acknowledgement that was refused left these with the session: they go back when the log allows it. */
    void disown(Collection<Held> held) {
        disowned.addAll(held);
    }

    boolean hasDisowned() {
        return !disowned.isEmpty();
    }

    List<Held> takeDisowned() {
        List<Held> all = List.copyOf(disowned);
        disowned.clear();
        return all;
    }

    // ---------------------------------------------------------------- resume

    /** R5 ③: all that is held, besides what unapplied commands name. */
    void addHeld(List<Held> all) {
        all.addAll(handed.values());
        all.addAll(acks.pending());
        all.addAll(disowned);
    }

    /**
     * Drops what wasn't granted, as a lost claim (R11). Returns how many deliveries the application had been given.
     *
     * @param why what the session is told of so many
     */
    int keepOnly(Set<DeliveryRef> granted, IntFunction<String> why) {
        disowned.removeIf(held -> !granted.contains(held.ref()));
        long before = seen();
        handed.values().removeIf(held -> !granted.contains(held.ref()));
        int gone = (int) (before - seen()) + acks.keepOnly(granted);
        if (gone > 0) {
            owner.doom(why.apply(gone));
        }
        return gone;
    }

    private long seen() {
        return handed.values().stream().filter(Held::handedOut).count();
    }
}
