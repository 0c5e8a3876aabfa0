package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.ConnectionOptions;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Request.OpenSession;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.TransactionId.None;
import io.batonmq.wire.WireLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One session: its commands, its transaction, what it consumes. Confined to the loop. */
final class CoreSession implements ClientSession, CommandLog.Owner {

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

    private record Waiting(Order.Send send, CoreCall<Void> call) {}

    private final Core core;
    private final Home home;
    private final AckMode mode;
    private final CommandLog log;
    private final Consumption consumption;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private Transaction transaction = new Transaction(1);
    private @Nullable CoreCall<Void> closing;
    private @Nullable CoreException doomed;
    private CoreException end = Failures.closed("the session");
    private State state = State.OPEN;

    CoreSession(Core core, Home home, int number, AckMode mode) {
        this.core = core;
        this.home = home;
        this.mode = mode;
        this.log = new CommandLog(number, core.channel(), this);
        this.consumption = new Consumption(core, log, mode);
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
            transaction.add(message);
            writeTransaction();
            return core.calls().completed(null);
        }
        CoreCall<Void> call = core.calls().bounded();
        Waiting next = new Waiting(new Order.Send(message, message.head().persistent()), call);
        waiting.add(next);
        call.onWithdraw(why -> {
            waiting.remove(next);
            return Failures.timedOut(why);
        });
        admit();
        return call;
    }

    /** R19: what fits into the window, but always one. */
    private void admit() {
        int window = core.options().replayWindow();
        Waiting next = waiting.peek();
        while (next != null
                && (window == ConnectionOptions.NO_REPLAY
                        || log.bytes() == 0
                        || log.bytes() + next.send().size() <= window)) {
            waiting.remove();
            log.add(next.send(), next.call(), null);
            next = waiting.peek();
        }
    }

    private void writeTransaction() {
        if (core.channel().isAttached()) {
            transaction.write(number(), log.bodies(), core.channel()::send);
        }
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

    @Override
    public boolean holds(Delivery delivery) {
        core.loop().assertInside();
        return consumption.holds(delivery.ref());
    }

    @Override
    public void handled(Delivery delivery) {
        core.loop().assertInside();
        consumption.handled(delivery.ref());
    }

    @Override
    public void rejected(Delivery delivery) {
        core.loop().assertInside();
        consumption.rejected(delivery.ref());
    }

    @Override
    public Call<Void> acknowledge() {
        CoreException refusal = refusal();
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        CoreException lost = doomed;
        if (lost != null) { // R11
            doomed = null;
            consumption.giveBack(None.NONE);
            return core.calls().failed(lost);
        }
        List<Held> all = consumption.takeHanded();
        if (all.isEmpty()) {
            return core.calls().completed(null);
        }
        int at = 0;
        for (; all.size() - at > WireLimits.REFERENCES; at += WireLimits.REFERENCES) {
            log.add(new Order.Acknowledge(all.subList(at, at + WireLimits.REFERENCES)), null, null);
        }
        CoreCall<Void> call = core.calls().bounded();
        Kept kept = log.add(new Order.Acknowledge(all.subList(at, all.size())), call, null);
        call.onWithdraw(why -> withdrawAck(kept, why));
        return call;
    }

    /** R13: written, it may have happened; else all is as before. */
    private CoreException withdrawAck(Kept kept, String why) {
        if (!kept.written()) {
            log.takeBack(kept);
            consumption.putBack(kept.order().names());
            return Failures.timedOut(why);
        }
        kept.withdraw();
        doomed = Failures.claimLost("an earlier acknowledgement was given up: " + why);
        return Failures.unknown(why);
    }

    @Override
    public Call<Void> recover() {
        CoreException refusal = refusal();
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        consumption.flushAcks();
        doomed = null;
        consumption.giveBack(None.NONE);
        return core.calls().completed(null);
    }

    // ---------------------------------------------------------------- transactions

    @Override
    public Call<Void> commit() {
        CoreException refusal = refusal();
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        CoreException lost = doomed;
        if (lost != null) { // R11, R13
            rollBack();
            return core.calls().failed(lost);
        }
        if (transaction.isEmpty() && consumption.holdsNothing()) {
            return core.calls().completed(null);
        }
        Order.Commit order = new Order.Commit(transaction, consumption.takeHanded());
        nextTransaction();
        CoreCall<Void> call = core.calls().bounded();
        Kept kept = log.add(order, call, null);
        call.onWithdraw(why -> withdrawCommit(kept, order, why));
        return call;
    }

    private void nextTransaction() {
        transaction = new Transaction(transaction.id().counter() + 1);
    }

    /** R13: a commit that was given up leaves the session rollback-only. */
    private CoreException withdrawCommit(Kept kept, Order.Commit order, String why) {
        doomed = Failures.rolledBack("an earlier commit was given up: " + why);
        if (kept.written()) {
            kept.withdraw();
            return Failures.unknown(why);
        }
        log.replace(kept, new Order.Rollback(order.transaction().id(), order.names()));
        consumption.awaits(kept);
        return Failures.timedOut(why);
    }

    @Override
    public Call<Void> rollback() {
        CoreException refusal = refusal();
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        rollBack();
        return core.calls().completed(null);
    }

    private void rollBack() {
        doomed = null;
        TransactionId ended = transaction.isEmpty() ? None.NONE : transaction.id();
        nextTransaction();
        consumption.giveBack(ended);
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
        CoreException refusal = refusal();
        if (refusal != null) {
            return core.calls().failed(refusal);
        }
        CoreCall<Void> call = core.calls().bounded();
        log.add(order, call, null);
        return call;
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
                consumption.disown(ack.names());
                if (mode != AckMode.CLIENT) {
                    core.notice(cause);
                }
            }
        }
    }

    /** After outcomes, a resume, or a pong: goes on with what waited. */
    void progress() {
        admit();
        consumption.pump();
        if (state == State.CLOSING && log.isEmpty() && waiting.isEmpty()) {
            move(State.DRAINED);
            home.drained(this);
        }
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
            consumption.flushAcks();
            for (CoreConsumer consumer : consumption.consumers()) {
                endConsumer(consumer);
            }
            rollBack();
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
        consumer.shut(null);
        return consumer.closeAtHolder();
    }

    /** It takes no calls any more, for this reason. */
    void ended(CoreException why) {
        end = why;
        move(State.CLOSED);
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

    /** R11: what the application holds is no longer all its own. */
    void doom(String why) {
        if (mode == AckMode.TRANSACTED) {
            doomed = Failures.rolledBack(why);
        } else if (mode == AckMode.CLIENT) {
            doomed = Failures.claimLost(why);
        } else {
            core.notice(Failures.claimLost(why));
        }
    }

    /** L11, R14: nothing is known of it any more; what it held and did is given up. Returns how many claims are lost. */
    int abandon(String why) {
        log.abandon(why);
        int gone = consumption.loseAll();
        if (gone > 0 || !transaction.isEmpty()) {
            nextTransaction();
            doom(why);
        }
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
        transaction.linkLost();
        consumption.linkLost();
    }

    /** R5 ⑤: commands in number order, then the open transaction. */
    void replay() {
        log.replay();
        writeTransaction();
    }
}
