package io.batonmq.store.jdbc;

import org.jspecify.annotations.Nullable;

/** The types of the columns that a batch writes, as elements of PostgreSQL's array parameters. Immutable. */
enum SqlType {
    BIGINT("int8"),
    INTEGER("int4"),
    BOOLEAN("bool"),
    TEXT("text"),
    BYTES("bytea");

    private final String postgres;

    SqlType(String postgres) {
        this.postgres = postgres;
    }

    String postgres() {
        return postgres;
    }

    @Nullable
    Object[] array(int length) {
        return switch (this) {
            case BIGINT -> new Long[length];
            case INTEGER -> new Integer[length];
            case BOOLEAN -> new Boolean[length];
            case TEXT -> new String[length];
            case BYTES -> new byte[length][];
        };
    }
}
