package io.batonmq.jms.internal.core;

import io.batonmq.wire.Command;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Frame;
import io.batonmq.wire.TransactionId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a numbered command says, apart from its number: a resume may have to say something else under it. Immutable. */
sealed interface Order {

    /** What a command is written with. */
    record Envelope(
            int session,
            long number,
            long repliesSeen,
            Bodies bodies,
            @Nullable DeliveryRef next) {}

    /** Writes the command's frame, and before it what belongs to it. */
    void write(Envelope envelope, Consumer<Frame> out);

    /** The deliveries it names: without a granted claim to each it is not replayed as it is (R11). */
    default List<Held> names() {
        return List.of();
    }

    /** Bytes that count against the replay window (R19). */
    default int size() {
        return 0;
    }

    /** A send outside a transaction. */
    record Send(EncodedMessage message, boolean persistent) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            Bodies.Split split = to.bodies().split(to.session(), message, out);
            out.accept(new Command.Send(to.session(), to.number(), to.repliesSeen(), split.message(), split.body()));
        }

        @Override
        public int size() {
            return message.size();
        }
    }

    /** An acknowledgement. */
    record Acknowledge(List<Held> names) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(new Command.Ack(to.session(), to.number(), to.repliesSeen(), Held.refs(names), to.next()));
        }

        /** Whether the store has to do with it (R2). */
        boolean stored() {
            return names.stream().anyMatch(held -> held.ref().stored());
        }
    }

    /** A commit, with all that belongs to its transaction. */
    record Commit(Transaction transaction, List<Held> names) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            transaction.write(to.session(), to.bodies(), out);
            List<Held> rest = transaction.writeAcks(to.session(), names, out);
            out.accept(new Command.Commit(
                    to.session(),
                    to.number(),
                    to.repliesSeen(),
                    transaction.id(),
                    transaction.commands(names.size()),
                    Held.refs(rest),
                    to.next()));
        }
    }

    /** Gives deliveries back; with a transaction's id, ends that too. */
    record Rollback(TransactionId transaction, List<Held> names) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(
                    new Command.Rollback(to.session(), to.number(), to.repliesSeen(), transaction, Held.refs(names)));
        }
    }

    /** Nothing, under a number that was something once (R11, R13). */
    enum Skip implements Order {
        SKIP;

        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(new Command.Skip(to.session(), to.number(), to.repliesSeen()));
        }
    }

    /** Makes or changes a subscription. */
    record Subscribe(SubscriptionSpec subscription) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(new Command.Subscribe(to.session(), to.number(), to.repliesSeen(), subscription));
        }
    }

    /** Removes a subscription. */
    record Unsubscribe(String name) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(new Command.Unsubscribe(to.session(), to.number(), to.repliesSeen(), name));
        }
    }

    /** On session 0: ends a session. */
    record CloseSession(int closed) implements Order {
        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(new Command.CloseSession(to.number(), to.repliesSeen(), closed));
        }
    }

    /** On session 0: ends the connection. */
    enum CloseConnection implements Order {
        CLOSE;

        @Override
        public void write(Envelope to, Consumer<Frame> out) {
            out.accept(new Command.CloseConnection(to.number(), to.repliesSeen()));
        }
    }
}
