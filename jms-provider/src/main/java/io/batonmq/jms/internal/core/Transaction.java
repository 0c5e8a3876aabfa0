package io.batonmq.jms.internal.core;

import io.batonmq.wire.Command.TransactedAck;
import io.batonmq.wire.Command.TransactedSend;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Frame;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A local transaction's sends, kept whole until its outcome is durable, outside the replay window (R4, R19). Confined to
 * the loop.
 */
final class Transaction {
    private final TransactionId.Local id;
    private final List<EncodedMessage> sends = new ArrayList<>();
    private int written;
    private boolean everWritten;

    Transaction(long counter) {
        id = new TransactionId.Local(counter);
    }

    TransactionId.Local id() {
        return id;
    }

    boolean isEmpty() {
        return sends.isEmpty();
    }

    void add(EncodedMessage message) {
        sends.add(message);
    }

    /** Takes over another's sends, in their order, before anything of this one is written (R23). */
    void takeOver(Transaction other) {
        sends.addAll(other.sends);
    }

    /** Whether any of it ever went to a holder. */
    boolean isWritten() {
        return everWritten;
    }

    /** Nothing of it is with the present link. */
    void linkLost() {
        written = 0;
    }

    /** Writes the sends that the present link doesn't have yet; the holder leaves out indexes it knows. */
    void write(int session, Bodies bodies, Consumer<Frame> out) {
        while (written < sends.size()) {
            Bodies.Split split = bodies.split(session, sends.get(written), out);
            written++;
            everWritten = true;
            out.accept(new TransactedSend(session, id, written, split.message(), split.body()));
        }
    }

    /** Writes ahead the deliveries that don't fit into the commit; returns those that remain for it. */
    List<Held> writeAcks(int session, List<Held> deliveries, Consumer<Frame> out) {
        int index = sends.size();
        List<Held> rest = deliveries;
        while (rest.size() > WireLimits.REFERENCES) {
            index++;
            out.accept(new TransactedAck(session, id, index, Held.refs(rest.subList(0, WireLimits.REFERENCES))));
            rest = rest.subList(WireLimits.REFERENCES, rest.size());
        }
        return rest;
    }

    /** How many commands a commit of these deliveries announces. */
    int commands(int deliveries) {
        return sends.size() + Math.max(0, deliveries - 1) / WireLimits.REFERENCES;
    }
}
