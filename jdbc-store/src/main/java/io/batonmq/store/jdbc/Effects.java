package io.batonmq.store.jdbc;

import java.util.List;

/** Every kind of effect that a batch may have, in the order in which H2 applies them. Immutable. */
final class Effects {

    static final List<Effect<?>> ALL = List.of(
            MessageTable.INSERT,
            MessageTable.DELETE,
            MessageTable.DELIVER,
            ContentTable.INSERT,
            ContentTable.DELETE,
            QueueTable.PUT,
            QueueTable.CHANGE,
            QueueTable.DELETE,
            ConnectionTable.PUT,
            ConnectionTable.DELETE,
            SessionTable.PUT,
            SessionTable.DELETE,
            SessionTable.DELETE_WITH_CONNECTION,
            RefusalTable.INSERT,
            RefusalTable.PRUNE,
            RefusalTable.DELETE_WITH_SESSION,
            RefusalTable.DELETE_WITH_CONNECTION,
            StageTable.PUT,
            StageTable.DELETE,
            StagedTable.INSERT,
            StagedTable.DELETE,
            BatchTable.PRUNE,
            BatchTable.FLOOR,
            LeaseTable.RELEASE);

    private Effects() {}
}
