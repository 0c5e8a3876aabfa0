package io.batonmq.broker.session;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Resumption.Refused;
import java.util.List;

/** What a session's client is told of its commands, once and again (R3, R4). Confined to the broker loop. */
final class Replies {
    private final Connection connection;
    private final int session;
    private final Numbers numbers;

    Replies(Connection connection, int session, Numbers numbers) {
        this.connection = connection;
        this.session = session;
        this.numbers = numbers;
    }

    /** The command has no durable effect: answered at once, and kept until seen (R4). */
    void received(Received reply) {
        numbers.replied(reply);
        connection.sendAnswered(reply);
    }

    /** As far as commands are durable. */
    void confirm(long epoch, long batch) {
        confirm(numbers.takeUnreported(), epoch, batch);
    }

    /** Each frame says all of the refusals up to its number, and no more than fit. */
    private void confirm(List<Refusal> refusals, long epoch, long batch) {
        List<Refusal> left = refusals;
        while (left.size() > Refused.MOST) {
            List<Refusal> part = left.subList(0, Refused.MOST);
            long upTo = part.get(Refused.MOST - 1).number();
            connection.sendAnswered(new Confirm(session, upTo, List.copyOf(part), epoch, batch));
            left = left.subList(Refused.MOST, left.size());
        }
        connection.sendAnswered(new Confirm(session, numbers.durable(), List.copyOf(left), epoch, batch));
    }

    /** R4: a repeated command gets the kept reply, never silence. */
    void repeat(long command) {
        Received kept = numbers.keptReply(command);
        if (kept != null) {
            connection.sendAnswered(kept);
        } else {
            confirm(numbers.keptRefusals(), connection.holding().epoch(), 0);
        }
    }

    /** R4: what the client may not have heard before its link was lost. */
    void repeatAll() {
        numbers.keptReplies().forEach(connection::sendAnswered);
    }
}
