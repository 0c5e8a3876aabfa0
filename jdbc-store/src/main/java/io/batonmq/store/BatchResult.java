package io.batonmq.store;

/** How a write batch ended, as far as can be told. */
public sealed interface BatchResult {

    /** Committed now, without a warning. */
    record Stored() implements BatchResult {}

    /**
     * The lease row no longer names the term: this copy of the batch did nothing, and no copy ever will (S2). A copy that
     * was sent before, and ended {@link Unknown}, may have been stored while the term held.
     */
    record Fenced() implements BatchResult {}

    /**
     * The unique row (epoch, number) was there already. Counts as stored only after a renewal that requires the row has
     * committed (S5).
     */
    record AlreadyThere() implements BatchResult {}

    /** It may exist, or come to exist (S5, S6): send the same batch again. */
    record Unknown(StoreException cause) implements BatchResult {}

    /** Definitely not stored; the same batch may be sent again (40001, no connection). */
    record NotStored(StoreException cause) implements BatchResult {}

    /** Definitely not stored; the data itself is refused (S7): split it. */
    record Refused(StoreException cause) implements BatchResult {}

    /**
     * A row count was not what it had to be (S4), or the batch before is not there (R15): the transaction was rolled back; a
     * fault of the node's own bookkeeping, or a database that went back: step down.
     */
    record Mismatch(String what) implements BatchResult {}
}
