package io.batonmq.sim;

import io.batonmq.store.BatchResult;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * R3's other half taken away: what a rollback or a refused commit gives back goes out before the batch with its number is
 * durable. A batch that does nothing but give back counts as stored for the node when it is sent, so that it dispatches at
 * once; its client hears of it only when it is stored, and no later batch starts before. Confined to the simulation's
 * thread.
 */
final class EarlyGiveBack extends Saboteur {
    private static final int AGAIN_MILLIS = 50;

    private final Map<SimProcess, List<Runnable>> untilStored = new HashMap<>();
    private @Nullable SimWorld world;

    @Override
    void enters(SimWorld entered) {
        world = entered;
    }

    @Override
    CompletableFuture<BatchResult> writes(
            SimProcess node, WriteBatch batch, Supplier<CompletableFuture<BatchResult>> send) {
        List<Runnable> waiting = untilStored.get(node);
        if (waiting != null) {
            CompletableFuture<BatchResult> later = new CompletableFuture<>();
            waiting.add(() -> writes(node, batch, send).thenAccept(later::complete));
            return later;
        }
        if (!onlyGivesBack(batch)) {
            return send.get();
        }
        untilStored.put(node, new ArrayList<>());
        store(node, send);
        return CompletableFuture.completedFuture(new BatchResult.Stored());
    }

    private void store(SimProcess node, Supplier<CompletableFuture<BatchResult>> send) {
        send.get().thenAccept(result -> {
            SimWorld now = world;
            if ((result instanceof BatchResult.Unknown || result instanceof BatchResult.NotStored) && now != null) {
                now.at(node, SimWorld.millis(AGAIN_MILLIS), () -> store(node, send));
                return;
            }
            List<Runnable> waiting = untilStored.remove(node);
            if (waiting != null) {
                waiting.forEach(Runnable::run);
            }
        });
    }

    @Override
    List<Frame> fromNode(Way way, Frame frame) {
        List<Runnable> waiting = untilStored.get(way.node());
        if (waiting != null && frame instanceof Confirm) {
            waiting.add(0, () -> way.toClient().accept(frame));
            return List.of();
        }
        return List.of(frame);
    }

    private static boolean onlyGivesBack(WriteBatch batch) {
        boolean givesBack =
                !batch.deliveries().isEmpty() || !batch.insertRefusals().isEmpty();
        return givesBack
                && batch.release() == null
                && batch.insertMessages().isEmpty()
                && batch.deleteMessages().isEmpty()
                && batch.insertContent().isEmpty()
                && batch.deleteContent().isEmpty()
                && batch.putQueues().isEmpty()
                && batch.deleteQueues().isEmpty()
                && batch.putConnections().isEmpty()
                && batch.deleteConnections().isEmpty()
                && batch.deleteSessions().isEmpty()
                && batch.putStages().isEmpty()
                && batch.insertStaged().isEmpty()
                && batch.deleteStages().isEmpty();
    }
}
