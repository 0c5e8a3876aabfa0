package io.batonmq.sim;

import io.batonmq.store.LeaseStore;
import io.batonmq.store.MessageStore;
import io.batonmq.store.StoreException;
import io.batonmq.store.contract.BatchContract;
import io.batonmq.store.contract.LeaseContract;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.contract.ReadContract;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;

/** The model store keeps the contracts of the real ones, in virtual time. */
class ModelStoreContractTest {

    /** A database of its own for each test. */
    private static final class Model {
        private final SimWorld world = new SimWorld(1);
        private final SimDatabase database = new SimDatabase(world, new Saboteur(), 5_000);

        NodeStores open() {
            SimProcess process = new SimProcess(world, "node");
            MessageStore messages = new ModelMessageStore(database, process);
            LeaseStore lease = new ModelLeaseStore(database, process);
            return new NodeStores() {
                @Override
                public MessageStore messages() {
                    return messages;
                }

                @Override
                public LeaseStore lease() {
                    return lease;
                }

                @Override
                public void close() {
                    process.kill();
                }
            };
        }

        <T> T get(CompletionStage<T> call) {
            long limit = world.nanos() + SimWorld.millis(30_000);
            while (!call.toCompletableFuture().isDone()) {
                if (!world.step(limit)) {
                    throw new AssertionError("a call to the store never ended");
                }
            }
            try {
                return call.toCompletableFuture().join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof StoreException known) {
                    throw known;
                }
                throw e;
            }
        }

        void letPass(long millis) {
            long end = world.nanos() + SimWorld.millis((double) millis);
            while (world.step(end)) {
                // run
            }
        }
    }

    @Nested
    class Batches extends BatchContract {
        private final Model model = new Model();

        @Override
        protected NodeStores openNode() {
            return model.open();
        }

        @Override
        protected <T> T get(CompletionStage<T> call) {
            return model.get(call);
        }

        @Override
        protected void letPass(NodeStores node, long millis) {
            model.letPass(millis);
        }
    }

    @Nested
    class Reads extends ReadContract {
        private final Model model = new Model();

        @Override
        protected NodeStores openNode() {
            return model.open();
        }

        @Override
        protected <T> T get(CompletionStage<T> call) {
            return model.get(call);
        }

        @Override
        protected void letPass(NodeStores node, long millis) {
            model.letPass(millis);
        }
    }

    @Nested
    class Leases extends LeaseContract {
        private final Model model = new Model();

        @Override
        protected NodeStores openNode() {
            return model.open();
        }

        @Override
        protected <T> T get(CompletionStage<T> call) {
            return model.get(call);
        }

        @Override
        protected void letPass(NodeStores node, long millis) {
            model.letPass(millis);
        }
    }
}
