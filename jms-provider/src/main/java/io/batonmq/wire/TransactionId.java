package io.batonmq.wire;

import java.util.Arrays;

/** Names the transaction a command belongs to (R20). */
public sealed interface TransactionId {

    /** Outside any transaction. */
    enum None implements TransactionId {
        NONE
    }

    /** A session's own transaction: a counter from 1 within its session. */
    record Local(long counter) implements TransactionId {}

    /** A branch of a distributed transaction: the fields of {@code javax.transaction.xa.Xid}. */
    record Xa(int formatId, byte[] globalId, byte[] branchQualifier) implements TransactionId {
        /** Most bytes of each part of an xid. */
        static final int PART = 64;

        @Override
        public boolean equals(Object other) {
            return other instanceof Xa that
                    && formatId == that.formatId
                    && Arrays.equals(globalId, that.globalId)
                    && Arrays.equals(branchQualifier, that.branchQualifier);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * formatId + Arrays.hashCode(globalId)) + Arrays.hashCode(branchQualifier);
        }
    }

    /** Writes a kind (0, 1, 2) and the fields. */
    static void write(WireWriter out, TransactionId transaction) {
        if (transaction instanceof Local local) {
            out.unsignedByte(1);
            out.varlong(local.counter());
        } else if (transaction instanceof Xa xa) {
            out.unsignedByte(2);
            out.int32(xa.formatId());
            out.bytes(xa.globalId());
            out.bytes(xa.branchQualifier());
        } else {
            out.unsignedByte(0);
        }
    }

    /** Reads what {@link #write} wrote. */
    static TransactionId read(WireReader in) {
        int kind = in.unsignedByte();
        return switch (kind) {
            case 0 -> None.NONE;
            case 1 -> local(in);
            case 2 -> {
                Xa xa = new Xa(in.int32(), in.bytes(), in.bytes());
                if (xa.globalId().length > Xa.PART || xa.branchQualifier().length > Xa.PART) {
                    throw in.malformed("a part of an xid is longer than " + Xa.PART + " bytes");
                }
                yield xa;
            }
            default -> throw in.malformed("no such kind of transaction: " + kind);
        };
    }

    private static Local local(WireReader in) {
        long counter = in.varlong();
        if (counter < 1) {
            throw in.malformed("a session's transactions count from 1, not " + counter);
        }
        return new Local(counter);
    }
}
