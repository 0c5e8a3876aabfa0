package io.batonmq.sim;

import io.batonmq.store.Identity;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Request.CloseConsumer;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Request.OpenConsumer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Takes away what makes non-durable subscriptions outlive links and holders (R17). Confined to the simulation's thread. */
final class SubscriptionSaboteurs {

    private SubscriptionSaboteurs() {}

    private static boolean isPlain(QueueRow row) {
        return row.kind() == QueueRow.Kind.SUBSCRIPTION && row.owner() != null;
    }

    // ---- what a new holder reads

    private abstract static class ReadOtherwise extends Saboteur {
        /** What is read instead; null = nothing. */
        abstract @Nullable QueueRow read(ModelState state, QueueRow row);

        @Override
        ModelState recovering(SimProcess node, ModelState current) {
            ModelState seen = current.copy();
            for (QueueRow row : List.copyOf(seen.queues.values())) {
                QueueRow read = isPlain(row) ? read(seen, row) : row;
                if (read == null) {
                    seen.queues.remove(row.number());
                } else {
                    seen.queues.put(row.number(), read);
                }
            }
            return seen;
        }
    }

    /** A new holder learns of them from their consumers only, when they are back. */
    static final class AreNotRecovered extends ReadOtherwise {
        @Override
        @Nullable
        QueueRow read(ModelState state, QueueRow row) {
            return null;
        }
    }

    /** A new holder has none of a connection that was away before. */
    static final class EndWithTheLink extends ReadOtherwise {
        @Override
        @Nullable
        QueueRow read(ModelState state, QueueRow row) {
            return state.connections.values().stream()
                            .anyMatch(each -> each.id().equals(row.owner()) && each.detachedSinceMillis() != 0)
                    ? null
                    : row;
        }
    }

    /** A new holder has none whose first consumer's connection has ended. */
    static final class EndWithTheirMaker extends ReadOtherwise {
        @Override
        @Nullable
        QueueRow read(ModelState state, QueueRow row) {
            Identity owner = row.owner();
            boolean isThere = owner != null
                    && state.connections.containsKey(owner)
                    && state.sessions.values().stream()
                            .noneMatch(each -> each.key().connection().equals(owner) && each.closedAtMillis() > 0);
            return isThere ? row : null;
        }
    }

    /** A new holder doesn't know what they select. */
    static final class SelectNothing extends ReadOtherwise {
        @Override
        QueueRow read(ModelState state, QueueRow row) {
            return new QueueRow(
                    row.number(),
                    row.kind(),
                    row.name(),
                    row.topic(),
                    row.clientId(),
                    null,
                    row.noLocal(),
                    row.shared(),
                    row.owner(),
                    row.state());
        }
    }

    /** A new holder takes whatever is in them for seen. */
    static final class AreInDoubt extends ReadOtherwise {
        @Override
        QueueRow read(ModelState state, QueueRow row) {
            Position last = new Position(Long.MAX_VALUE, Long.MAX_VALUE);
            return row.withState(row.state().withMark(last).withDoubt(last));
        }
    }

    // ---- what is stored

    /** Once stored, they stay. */
    static final class AreNeverRemoved extends Saboteur {
        private final Map<Long, QueueRow> all = new HashMap<>();

        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            state.queues.values().stream()
                    .filter(SubscriptionSaboteurs::isPlain)
                    .forEach(row -> all.put(row.number(), row.withState(QueueState.EMPTY)));
            all.forEach(state.queues::putIfAbsent);
        }
    }

    /** Some of what belongs to them doesn't come to the database. */
    private abstract static class StoredInPart extends Saboteur {
        final Map<Long, Identity> owners = new HashMap<>();
        private final Set<MessageKey> missing = new HashSet<>();

        abstract boolean isStored(Identity owner);

        boolean rowsAreStored() {
            return true;
        }

        @Override
        WriteBatch written(WriteBatch batch) {
            for (QueueRow row : batch.putQueues()) {
                Identity owner = row.owner();
                if (isPlain(row) && owner != null) {
                    owners.put(row.number(), owner);
                }
            }
            for (MessageRow row : batch.insertMessages()) {
                Identity owner = owners.get(row.queue());
                if (owner != null && !isStored(owner)) {
                    missing.add(new MessageKey(row.queue(), row.position()));
                }
            }
            return without(batch, missing::contains, queue -> rowsAreStored() || !owners.containsKey(queue));
        }

        /** What is counted is what is there. */
        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            for (Long number : owners.keySet()) {
                state.queues.computeIfPresent(
                        number,
                        (key, row) -> row.withState(row.state()
                                .withSize(
                                        rows(state, number).size(),
                                        rows(state, number).stream()
                                                .mapToLong(MessageRow::size)
                                                .sum())));
            }
        }

        private static List<MessageRow> rows(ModelState state, long queue) {
            return state.allMessages().stream()
                    .filter(row -> row.queue() == queue)
                    .toList();
        }
    }

    /** Their rows are not stored with their consumers. */
    static final class HaveNoRows extends StoredInPart {
        @Override
        boolean isStored(Identity owner) {
            return false;
        }

        @Override
        boolean rowsAreStored() {
            return false;
        }
    }

    /** What is published for them is in memory only. */
    static final class StoreNothing extends StoredInPart {
        @Override
        boolean isStored(Identity owner) {
            return false;
        }
    }

    /** While their connection is away, nothing is stored for them. */
    static final class SleepWithTheirClients extends StoredInPart {
        private final Set<Identity> away = new HashSet<>();

        @Override
        WriteBatch written(WriteBatch batch) {
            batch.putConnections().forEach(row -> {
                if (row.detachedSinceMillis() != 0) {
                    away.add(row.id());
                } else {
                    away.remove(row.id());
                }
            });
            return super.written(batch);
        }

        @Override
        boolean isStored(Identity owner) {
            return !away.contains(owner);
        }
    }

    private static WriteBatch without(WriteBatch batch, Predicate<MessageKey> messages, Predicate<Long> queues) {
        return new WriteBatch(
                batch.term(),
                batch.number(),
                batch.after(),
                batch.insertMessages().stream()
                        .filter(row -> !messages.test(new MessageKey(row.queue(), row.position())))
                        .toList(),
                batch.deleteMessages().stream().filter(messages.negate()).toList(),
                batch.deliveries().stream()
                        .filter(row -> !messages.test(row.key()))
                        .toList(),
                batch.insertContent(),
                batch.deleteContent(),
                batch.putQueues().stream()
                        .filter(row -> queues.test(row.number()))
                        .toList(),
                batch.queueStates().stream()
                        .filter(change -> queues.test(change.queue()))
                        .toList(),
                batch.deleteQueues().stream().filter(queues).toList(),
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

    // ---- what a client says

    /** A consumer that is declared anew has another number: its subscription is not found again. */
    static final class AreNotFoundAgain extends Saboteur {
        private static final int A_LINK = 1_000;

        private final Map<SimProcess, Map<Integer, Integer>> declared = new HashMap<>();
        /** By link: what a consumer's own number became. */
        private final Map<Way, Map<Integer, Integer>> others = new HashMap<>();

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            if (frame instanceof OpenConsumer open) {
                boolean plain = open.spec().destination().equals(SimLine.TOPIC)
                        && open.spec().subscription() == null;
                if (plain) {
                    int times = declared.computeIfAbsent(way.client(), client -> new HashMap<>())
                            .merge(open.consumer(), 1, Integer::sum);
                    others.computeIfAbsent(way, w -> new HashMap<>())
                            .put(open.consumer(), open.consumer() + A_LINK * (times - 1));
                }
                return List.of(
                        new OpenConsumer(open.session(), open.request(), other(way, open.consumer()), open.spec()));
            } else if (frame instanceof CloseConsumer close) {
                return List.of(new CloseConsumer(close.session(), close.request(), other(way, close.consumer())));
            } else if (frame instanceof Credit credit) {
                return List.of(
                        new Credit(credit.session(), other(way, credit.consumer()), credit.messages(), credit.bytes()));
            } else if (frame instanceof Drain drain) {
                return List.of(new Drain(drain.session(), drain.request(), other(way, drain.consumer())));
            }
            return List.of(frame);
        }

        private int other(Way way, int own) {
            return others.getOrDefault(way, Map.of()).getOrDefault(own, own);
        }

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            if (frame instanceof Deliver deliver) {
                return List.of(new Deliver(
                        deliver.session(),
                        deliver.consumer() % A_LINK,
                        deliver.delivery(),
                        deliver.deliveryCount(),
                        deliver.expiresAtMillis(),
                        deliver.message(),
                        deliver.body()));
            } else if (frame instanceof Drained drained) {
                return List.of(new Drained(drained.session(), drained.consumer() % A_LINK, drained.request()));
            }
            return List.of(frame);
        }
    }
}
