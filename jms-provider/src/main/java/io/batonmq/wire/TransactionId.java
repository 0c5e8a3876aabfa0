package io.batonmq.wire;

/** Names the transaction a command belongs to (R20). */
public sealed interface TransactionId {

    /** Outside any transaction. */
    enum None implements TransactionId {
        NONE
    }

    /** A session's own transaction: a counter from 1 within its session. */
    record Local(long counter) implements TransactionId {}

    /** A branch of a distributed transaction: the fields of {@code javax.transaction.xa.Xid}. */
    record Xa(int formatId, byte[] globalId, byte[] branchQualifier) implements TransactionId {}
}
