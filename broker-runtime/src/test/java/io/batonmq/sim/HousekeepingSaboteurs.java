package io.batonmq.sim;

import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Identity;
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
