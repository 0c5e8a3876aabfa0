package io.batonmq.store;

/** What can go wrong with the database, told apart by what may be done next. */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Nothing was stored: the same call may be made again. */
    public static final class NotStored extends StoreException {
        private static final long serialVersionUID = 1L;

        public NotStored(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** It may or may not have been stored, and a statement may still be on its way (S5, S6). */
    public static final class OutcomeUnknown extends StoreException {
        private static final long serialVersionUID = 1L;

        public OutcomeUnknown(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The database refuses the data itself, and will refuse it again (S7). Nothing was stored. */
    public static final class RefusedData extends StoreException {
        private static final long serialVersionUID = 1L;

        public RefusedData(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Schema, privilege or configuration: no retry will help; the message names the thing and the remedy. */
    public static final class Unusable extends StoreException {
        private static final long serialVersionUID = 1L;

        public Unusable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
