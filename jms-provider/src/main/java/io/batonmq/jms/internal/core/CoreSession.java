package io.batonmq.jms.internal.core;

import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Request.OpenSession;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One session: its commands, its transaction, what it consumes. Confined to the loop. */
final class CoreSession implements ClientSession, CommandLog.Owner, Hands.Owner {

    /** OPEN → CLOSING (commands are being confirmed) → DRAINED (its end may be written) → CLOSED; any → CLOSED. */
    enum State {
        OPEN,
        CLOSING,
        DRAINED,
        CLOSED
    }

    /** What a session needs of its connection. */
    interface Home {
        /** A number for a new consumer. */
        int nextConsumer();

        /** Bytes. */
        long maxMessageSize();

        /** All commands of a closing session are confirmed and no more will come. */
        void drained(CoreSession session);

        /** Ends a session. */
        Call<Void> close(CoreSession session);

        /** The holder sent what can't be. */
        void broken(String what);
    }

    private final Core core;
    private final Home home;
    private final AckMode mode;
    private final boolean supplies;
    private final CommandLog log;
    private final Consumption consumption;
    private final Custody custody;
    private final Deciding deciding;
    private final SendQueue sends;
    private @Nullable CoreCall<Void> closing;
    private CoreException end = Failures.closed("the session");
    private State state = State.OPEN;

    /** A session; one that {@code supplies} hands out to others only (R23). */
    CoreSession(Core core, Home home, int number, AckMode mode, boolean supplies) {
        this.core = core;
        this.home = home;
        this.mode = mode;
        this.supplies = supplies;
        this.log = new CommandLog(number, core.channel(), this);
        this.consumption = new Consumption(core, log, mode, this);
        this.custody = new Custody(this, consumption.own());
        this.deciding = new Deciding(core, mode, log, consumption, custody);
        this.sends = new SendQueue(core, log);
    }

    /** Whether its consumers are connection consumers. */
    boolean supplies() {
        return supplies;
    }

    int number() {
        return log.session();
    }

    CommandLog log() {
        return log;
    }

    Consumption consumption() {
        return consumption;
    }

    Deciding deciding() {
        return deciding;
    }

    State state() {
        return state;
    }

    @Override
    public AckMode mode() {
        return mode;
    }

    private @Nullable CoreException refusal() {
        core.loop().assertInside();
        return state == State.OPEN ? null : end;
    }

    // ---------------------------------------------------------------- sending

    @Override
    public Call<Void> send(EncodedMessage message) {
        CoreException refusal = refusal();
        if (refusal == null && message.size() > home.maxMessageSize()) {
            refusal = new CoreException(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "the message takes " + message.size() + " bytes, the nodes allow " + home.maxMessageSize()
                            + " (maxMessageSize)");
        }
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        if (mode == AckMode.TRANSACTED) {
            deciding.send(message);
            return core.calls().completed(null);
        }
        return sends.send(message);
    }

    // ---------------------------------------------------------------- consuming

    @Override
    public Call<ClientConsumer> openConsumer(ConsumerSpec spec, ConsumerEvents events) {
        CoreException refusal = refusal();
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        CoreConsumer consumer = new CoreConsumer(core, this, home.nextConsumer(), spec, events);
        consumption.add(consumer);
        if (core.channel().declares()) {
            consumer.declare();
        }
        return consumer.opening();
    }

    void arrived(Deliver frame) {
        EncodedMessage whole = log.bodies().join(frame.message(), frame.body());
        CoreConsumer consumer = consumption.consumer(frame.consumer());
        if (whole == null) {
            home.broken("a message came without all parts of its body");
        } else if (consumer != null) {
            consumer.arrived(frame, whole);
        } // else: closed meanwhile; the holder takes the message back with the close
    }

    void arrived(DeliverPart part) {
        if (!log.bodies().arrived(part, home.maxMessageSize())) {
            home.broken("a part of a message came out of order, or the message is larger than agreed");
        }
    }

    /** What this session's application will be handed of that one's deliveries; null if this one takes no calls any more. */
    @Nullable
    Hands borrow(CoreSession supply) {
        return refusal() == null ? custody.borrow(supply) : null;
    }

    @Override
    public boolean holds(Delivery delivery) {
        core.loop().assertInside();
        return custody.holds(delivery.ref());
    }

    @Override
    public void handled(Delivery delivery) {
        core.loop().assertInside();
        custody.handled(delivery.ref());
    }

    @Override
    public void rejected(Delivery delivery) {
        core.loop().assertInside();
        custody.rejected(delivery.ref());
    }

    // ---------------------------------------------------------------- deciding

    private Call<Void> unlessEnded(Supplier<Call<Void>> call) {
        CoreException refusal = refusal();
        return refusal != null ? core.calls().failed(refusal) : call.get();
    }

    @Override
    public void unseen(Delivery delivery) {
        core.loop().assertInside();
        custody.unseen(delivery.ref());
    }

    @Override
    public Call<Void> acknowledge() {
        return unlessEnded(deciding::acknowledge);
    }

    @Override
    public Call<Void> recover() {
        return unlessEnded(deciding::recover);
    }

    @Override
    public Call<Void> commit() {
        return unlessEnded(deciding::commit);
    }

    @Override
    public Call<Void> rollback() {
        return unlessEnded(() -> {
            deciding.rollBack();
            return core.calls().completed(null);
        });
    }

    // ---------------------------------------------------------------- subscriptions

    @Override
    public Call<Void> subscribe(SubscriptionSpec subscription) {
        return order(new Order.Subscribe(subscription));
    }

    @Override
    public Call<Void> unsubscribe(String name) {
        return order(new Order.Unsubscribe(name));
    }

    private Call<Void> order(Order order) {
        return unlessEnded(() -> {
            CoreCall<Void> call = core.calls().bounded();
            log.add(order, call, null);
            return call;
        });
    }

    // ---------------------------------------------------------------- outcomes

    @Override
    public void settled(Kept kept, @Nullable Refusal refusal) {
        if (refusal == null) {
            kept.complete();
        } else if (refusal.code() == ErrorCode.COMMAND_SKIPPED) {
            kept.fail(Failures.unknown(refusal.text()));
        } else {
            CoreException cause = Failures.refused(refusal);
            kept.fail(cause);
            if (kept.order() instanceof Order.Commit) {
                consumption.reorder(kept.order().names().size()); // the holder gave its deliveries back (R3)
            } else if (kept.order() instanceof Order.Acknowledge ack) {
                Hands hands = kept.hands() == null ? consumption.own() : kept.hands();
                hands.disown(ack.names());
                if (hands.mode() != AckMode.CLIENT) {
                    core.notice(cause);
                }
            }
        }
    }

    /** After outcomes, a resume, or a pong: goes on with what waited. */
    @Override
    public void progress() {
        sends.admit();
        consumption.pump();
        consumption.lent().forEach(hands -> hands.owner().progress());
        if (state == State.CLOSING && isSettled()) {
            move(State.DRAINED);
            home.drained(this);
        }
    }

    private boolean isSettled() {
        return log.isEmpty() && sends.isEmpty() && custody.isSettled();
    }

    // ---------------------------------------------------------------- end

    @Override
    public Call<Void> close() {
        core.loop().assertInside();
        return home.close(this);
    }

    /** Takes no more calls: consumers end, what is unacknowledged goes back, then the commands are confirmed. */
    Call<Void> beginClose() {
        CoreCall<Void> call = closing;
        if (call == null) {
            call = core.calls().close();
            closing = call;
            custody.flushAcks();
            for (CoreConsumer consumer : consumption.consumers()) {
                consumer.neverOpens();
                endConsumer(consumer);
            }
            deciding.rollBack();
            move(State.CLOSING);
        }
        return call;
    }

    /** The call that waits for its end. */
    @Nullable
    CoreCall<Void> closing() {
        return closing;
    }

    Call<Void> closeConsumer(CoreConsumer consumer) {
        Call<Void> call = endConsumer(consumer);
        consumption.pump(); // it may have been the last that the others waited for
        return call;
    }

    private Call<Void> endConsumer(CoreConsumer consumer) {
        consumption.remove(consumer);
        consumption.flushAcks(); // before the holder takes back what it knows nobody has seen
        consumption.forgetUnseenOf(consumer.number());
        consumer.shut(null);
        return consumer.closeAtHolder();
    }

    /** It takes no calls any more, for this reason. */
    void ended(CoreException why) {
        end = why;
        move(State.CLOSED);
        custody.end();
        for (CoreConsumer consumer : consumption.consumers()) {
            consumption.remove(consumer);
            consumer.shut(why);
        }
        if (closing != null) {
            closing.complete(null);
        }
    }

    private void move(State to) {
        state = to;
    }

    // ---------------------------------------------------------------- resume, see Resume

    @Override
    public void doom(String why) {
        deciding.doom(why);
    }

    /** L11, R14: nothing is known of it any more; what it held and did is given up. Returns how many claims are lost. */
    int abandon(String why) {
        log.abandon(why);
        int gone = consumption.loseAll(why);
        deciding.abandon(why);
        return gone;
    }

    /** Tells the holder of it, if there is one. */
    void declare() {
        if (core.channel().declares()) {
            core.channel().send(new OpenSession(number(), mode));
        }
    }

    void linkLost() {
        log.linkLost();
        deciding.linkLost();
        consumption.linkLost();
    }

    /** R5 ⑤: commands in number order, then the open transaction. */
    void replay() {
        log.replay();
        deciding.write();
    }
}
