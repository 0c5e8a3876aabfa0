package io.batonmq.store.jdbc;

import io.batonmq.store.Identity;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.contract.Batch;

/** A node in a process of its own that sends one batch: number 2, moving message 1 of queue 1 to place 2. */
final class BlockedWriter {
    private BlockedWriter() {}

    /** Arguments: URL, user, password, lease, node, incarnation, epoch. */
    public static void main(String[] args) {
        LeaseTerm term = new LeaseTerm(args[3], args[4], Identity.parse(args[5]), Long.parseLong(args[6]));
        try (JdbcStores stores = JdbcStores.open(StoreSettings.of(args[0], args[1], args[2]))) {
            Batch batch = Batch.of(term, 2)
                    .after(1)
                    .insert(row(new Position(term.epoch(), 2)))
                    .delete(row(new Position(term.epoch(), 1)));
            System.out.println("sending");
            System.out.println(
                    stores.messages().write(batch.build()).toCompletableFuture().join());
        }
    }

    static MessageRow row(Position position) {
        return new MessageRow(1, position, 5, 1, 0, 0, 0, new byte[] {1}, null, 0);
    }
}
