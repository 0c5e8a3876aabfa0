package io.batonmq.sim;

import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Identity;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes away what isn't in the executable model: counters, rows that go, order, counts. Confined to the simulation's thread. */
final class HousekeepingSaboteurs {

    private HousekeepingSaboteurs() {}

    /** L12: a batch that consumes doesn't lower the depth. */
    static final class DepthOnlyGrows extends Saboteur {
        private final Map<Long, Long> depths = new HashMap<>();

        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            state.queues.replaceAll((number, row) -> {
                QueueState is = row.state();
                long depth = depths.merge(number, is.depth(), Math::max);
                return row.withState(is.withSize(depth, is.bytes()));
            });
        }
    }

    /** R17: the row of a connection that was closed stays. */
    static final class ConnectionsStay extends Saboteur {
        private final Map<Identity, ConnectionRow> all = new HashMap<>();

        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            all.putAll(state.connections);
            state.connections.putAll(all);
        }
    }

    /** 6.2.10.2: now and then a delivery overtakes the one before it. */
    static final class DeliveriesOvertake extends Saboteur {
        private final Map<Way, Frame> held = new HashMap<>();
        private int delivered;

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            Frame before = held.remove(way);
            if (before != null) {
                return List.of(frame, before);
            }
            if (frame instanceof Deliver && ++delivered % 50 == 0) {
                held.put(way, frame);
                return List.of();
            }
            return List.of(frame);
        }
    }

    /** R10: nothing is ever shown as redelivered. */
    static final class NeverRedelivered extends Saboteur {
        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            return List.of(frame instanceof Deliver deliver ? counted(deliver, 1) : frame);
        }
    }

    /** R10: what was sent counts, whether or not it was handed out. */
    static final class SendingCounts extends Saboteur {
        private final Map<DeliveryRef, Integer> sent = new HashMap<>();

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            return List.of(
                    frame instanceof Deliver deliver
                            ? counted(deliver, sent.merge(deliver.delivery(), 1, Integer::sum))
                            : frame);
        }
    }

    /** R10: that somebody was given up unheard is known to the holder that did so, and to none after it. */
    static final class SilenceIsForgotten extends Saboteur {
        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            state.queues.replaceAll((number, row) -> row.withState(row.state().withDoubt(QueueState.EMPTY.doubt())));
        }
    }

    /** R10: whom a holder doesn't hear has seen nothing. */
    static final class SilenceIsAnAnswer extends Saboteur {
        private ModelState stored = new ModelState();

        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            stored = state;
        }

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            if (frame instanceof Deliver deliver && deliver.delivery().stored()) {
                DeliveryRef ref = deliver.delivery();
                MessageRow row = stored.find(new MessageKey(ref.queue(), new Position(ref.epoch(), ref.counter())));
                if (row != null) {
                    return List.of(counted(deliver, row.deliveryCount() + 1));
                }
            }
            return List.of(frame);
        }
    }

    /** R10: after a takeover nobody is believed to have seen nothing. */
    static final class AnswersAreNotBelieved extends Saboteur {
        @Override
        ModelState recovering(SimProcess node, ModelState current) {
            ModelState read = current.copy();
            read.queues.replaceAll((number, row) ->
                    row.withState(row.state().withDoubt(row.state().mark())));
            return read;
        }
    }

    private static Deliver counted(Deliver deliver, int count) {
        return new Deliver(
                deliver.session(),
                deliver.consumer(),
                deliver.delivery(),
                count,
                deliver.expiresAtMillis(),
                deliver.message(),
                deliver.body());
    }
}
