package io.batonmq.jms.internal.core;

import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbered commands of one session, kept until they are confirmed durable, and their replay (R1, R2, R4). Confined to
 * the loop.
 */
final class CommandLog {

    /** Where frames go while the connection is attached. */
    interface Out {
        /** The epoch of the holder to which commands may be written now; 0 = they wait for the resume. */
        long epoch();

        void send(Frame frame);
    }

    /** Told when a command's outcome is known, after the command has left the log. */
    interface Owner {
        /**
         * The holder said what became of it.
         *
         * @param refusal null = done
         */
        void settled(Kept kept, @Nullable Refusal refusal);
    }

    private final Out out;
    private final Owner owner;
    private final Bodies bodies = new Bodies();
    private final Map<Long, Kept> kept = new LinkedHashMap<>();
    private int session;
    private long last;
    private long lastWritten;
    private long confirmed;
    private long received;
    private long bytes;

    CommandLog(int session, Out out, Owner owner) {
        this.session = session;
        this.out = out;
        this.owner = owner;
    }

    Bodies bodies() {
        return bodies;
    }

    boolean isEmpty() {
        return kept.isEmpty();
    }

    /** Bytes of unconfirmed commands (R19). */
    long bytes() {
        return bytes;
    }

    /** The highest number that this session's holders have confirmed as durable. */
    long confirmed() {
        return confirmed;
    }

    /** Whether a holder that claims to have this much of us can't mean us (R5). */
    boolean neverSent(long durable) {
        return durable > lastWritten;
    }

    /** Whether the command's outcome is still open. */
    boolean holds(Kept command) {
        return kept.containsKey(command.number());
    }

    /** Takes out a command that never left this client. */
    void takeBack(Kept command) {
        remove(command);
    }

    /** What still waits for its outcome, in order. */
    List<Kept> all() {
        return new ArrayList<>(kept.values());
    }

    /** Whether a holder had it in memory at the last resume, so that nothing about it can be changed. */
    boolean received(Kept command) {
        return command.number() <= received;
    }

    /**
     * Numbers a command, keeps it, and writes it if there is a holder.
     *
     * @param call completed with its outcome, or null
     * @param next the hand-out that follows an acknowledgement (R10)
     */
    Kept add(Order order, @Nullable CoreCall<Void> call, @Nullable DeliveryRef next) {
        last++;
        Kept command = new Kept(last, order, call);
        kept.put(last, command);
        bytes += order.size();
        if (call != null) {
            call.onWithdraw(why -> withdraw(command, why));
        }
        if (out.epoch() != 0) {
            write(command, next);
        }
        return command;
    }

    private void write(Kept command, @Nullable DeliveryRef next) {
        long seen = kept.keySet().iterator().next() - 1;
        lastWritten = Math.max(lastWritten, command.number());
        command.written(out.epoch());
        command.order().write(new Order.Envelope(session, command.number(), seen, bodies, next), out::send);
    }

    /** R13: what was never written is gone, the rest may happen. */
    private CoreException withdraw(Kept command, String why) {
        if (!command.written()) {
            remove(command);
            return Failures.timedOut(why);
        }
        command.withdraw();
        return Failures.unknown(why);
    }

    private void remove(Kept command) {
        if (kept.remove(command.number()) != null) {
            bytes -= command.order().size();
        }
    }

    /** Everything up to {@code durable} survives the holder (R4); the refusals are among them (R3). */
    void confirm(long durable, List<Refusal> refusals, long epoch) {
        confirmed = Math.max(confirmed, durable);
        if (kept.isEmpty()) {
            return;
        }
        Map<Long, Refusal> refused = new LinkedHashMap<>();
        refusals.forEach(refusal -> refused.put(refusal.number(), refusal));
        Kept command = first();
        while (command != null && command.number() <= durable) {
            remove(command);
            if (command.nonPersistentSend() && !command.writtenUnder(epoch)) {
                forget(command, "the node it went to is gone");
            } else {
                owner.settled(command, refused.get(command.number()));
            }
            command = first();
        }
    }

    private @Nullable Kept first() {
        return kept.isEmpty() ? null : kept.values().iterator().next();
    }

    /** The answer to a command that only the holder's memory knows. */
    void received(long number, @Nullable ErrorCode code, String text) {
        Kept command = kept.get(number);
        if (command != null) {
            remove(command);
            owner.settled(command, code == null ? null : new Refusal(number, code, text));
        }
    }

    private static void forget(Kept command, String why) {
        if (!command.withdrawn()) {
            command.fail(Failures.unknown(why));
        }
    }

    /** R15: what was confirmed above is lost, and has been reported. */
    void wentBackTo(long durable) {
        confirmed = durable;
    }

    /** R14: no node knows its session any more. */
    void forgotten() {
        confirmed = 0;
        received = 0;
    }

    /** S7: the last command that the holder lacks and that was written to so many holders before; 0 = none. */
    long replayedTo(int holders) {
        long last = 0;
        for (Kept command : kept.values()) {
            if (!received(command) && command.holders() >= holders) {
                last = command.number();
            }
        }
        return last;
    }

    /**
     * R4: what the holder has in memory is not sent again. What it refused there was answered at once, and the answer may
     * have been lost with the link: the refusals above the durable number say so.
     */
    void resumedAt(long receivedNumber, List<Refusal> refusals) {
        received = receivedNumber;
        for (Refusal refusal : refusals) {
            received(refusal.number(), refusal.code(), refusal.text());
        }
    }

    /**
     * Replay is off (R19): what went to a holder and is not known to have arrived is unknown from now on. What only ends
     * deliveries is repeated all the same: else they would stay with the session, with nobody to see them.
     */
    void giveUpWritten() {
        for (Kept command : all()) {
            if (command.written() && !received(command) && !command.withdrawn() && !endsDeliveries(command.order())) {
                command.fail(Failures.unknown("the link was lost and replay is switched off (jms.replayWindow=-1)"));
                command.withdraw();
            }
        }
    }

    private static boolean endsDeliveries(Order order) {
        return order instanceof Order.Acknowledge || order instanceof Order.Rollback;
    }

    /** R5 ⑤: writes what the holder doesn't have, in number order; what must not be repeated becomes Skip or is dropped. */
    void replay() {
        long epoch = out.epoch();
        for (Kept command : all()) {
            if (received(command)) {
                if (command.nonPersistentSend()) {
                    remove(command);
                    owner.settled(command, null);
                }
            } else if (command.nonPersistentSend() && command.written() && !command.writtenUnder(epoch)) {
                remove(command); // R6
                forget(command, "a NON_PERSISTENT message is not sent to a second node");
            } else {
                if (command.withdrawn()) {
                    replace(command, Order.Skip.SKIP); // R13
                    command.withdraw();
                }
                write(command, null);
            }
        }
    }

    /** Something else is said under the same number. */
    void replace(Kept command, Order order) {
        bytes += order.size() - command.order().size();
        command.becomes(order);
    }

    /**
     * L11, R14: nobody can say any more what became of them. What was written is unknown, what names deliveries can't be
     * done; what never left this client stays and is sent to the next holder.
     */
    void abandon(String why) {
        for (Kept command : all()) {
            if (command.written() || bound(command.order())) {
                remove(command);
                if (!command.withdrawn()) {
                    tell(command, why);
                }
            }
        }
        confirmed = 0;
        received = 0;
    }

    /** Whether it makes sense only at the holder it was meant for. */
    private static boolean bound(Order order) {
        return order instanceof Order.Commit
                || order instanceof Order.Rollback
                || order instanceof Order.Acknowledge
                || ends(order);
    }

    private static boolean ends(Order order) {
        return order instanceof Order.CloseSession || order == Order.CloseConnection.CLOSE;
    }

    private void tell(Kept command, String why) {
        if (ends(command.order())) {
            owner.settled(command, null);
        } else if (command.written()) {
            command.fail(Failures.unknown(why));
        } else if (command.order() instanceof Order.Commit) {
            command.fail(Failures.rolledBack(why));
        } else {
            command.fail(Failures.claimLost(why));
        }
    }

    /** R6, R14: of NON_PERSISTENT sends an ended session has no record: what it was sent must not go to another one. */
    void settleUnrecorded(long epoch) {
        for (Kept command : all()) {
            if (command.nonPersistentSend() && command.written()) {
                remove(command);
                if (received(command) && command.writtenUnder(epoch)) {
                    owner.settled(command, null);
                } else {
                    forget(command, "the node ended the session while the client was away");
                }
            }
        }
    }

    /** R14: what is left goes on under a new session; the old one will never apply it. */
    void moveTo(int newSession) {
        session = newSession;
        confirmed = 0;
        received = 0;
    }

    void linkLost() {
        bodies.linkLost();
        for (Kept command : kept.values()) {
            if (command.order() instanceof Order.Commit commit) {
                commit.transaction().linkLost();
            }
        }
    }

    int session() {
        return session;
    }
}
