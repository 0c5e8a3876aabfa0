package io.batonmq.sim;

import io.batonmq.store.MessageRow;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Request.ClockOffset;
import java.util.List;
import java.util.function.UnaryOperator;

/** Takes away rules about delay and time to live (R18). Confined to the simulation's thread. */
final class TimeSaboteurs {

    private TimeSaboteurs() {}

    /** When a message is due is known to the holder that took it, but not stored. */
    static final class DueTimesAreNotStored extends Saboteur {
        @Override
        WriteBatch written(WriteBatch batch) {
            return messages(batch, row -> timed(row, 0, row.expiresAtMillis()));
        }
    }

    /** When a message expires is known to the holder that took it, but not stored. */
    static final class TimesToLiveAreNotStored extends Saboteur {
        @Override
        WriteBatch written(WriteBatch batch) {
            return messages(batch, row -> timed(row, row.availableAtMillis(), 0));
        }
    }

    /** Nobody tells the holder how wrong its clock is. */
    static final class ClocksAreTakenForRight extends Saboteur {
        @Override
        List<Frame> toNode(Way way, Frame frame) {
            return frame instanceof ClockOffset ? List.of() : List.of(frame);
        }
    }

    private static MessageRow timed(MessageRow row, long availableAt, long expiresAt) {
        return new MessageRow(
                row.queue(),
                row.position(),
                row.level(),
                row.size(),
                row.deliveryCount(),
                availableAt,
                expiresAt,
                row.bytes(),
                row.content(),
                row.contentLength());
    }

    private static WriteBatch messages(WriteBatch batch, UnaryOperator<MessageRow> change) {
        return new WriteBatch(
                batch.term(),
                batch.number(),
                batch.after(),
                batch.insertMessages().stream().map(change).toList(),
                batch.deleteMessages(),
                batch.deliveries(),
                batch.insertContent(),
                batch.deleteContent(),
                batch.putQueues(),
                batch.queueStates(),
                batch.deleteQueues(),
                batch.putConnections(),
                batch.deleteConnections(),
                batch.putSessions(),
                batch.deleteSessions(),
                batch.insertRefusals(),
                batch.pruneRefusals(),
                batch.putStages(),
                batch.insertStaged(),
                batch.deleteStaged(),
                batch.deleteStages(),
                batch.pruneBatchesBelow(),
                batch.release());
    }
}
