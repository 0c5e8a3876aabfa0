package io.batonmq.store.testing;

/** A running PostgreSQL server that makes databases for tests. Its methods may be called from any thread. */
public interface PostgresServer extends AutoCloseable {

    /** Makes an empty database owned by a role that is not a superuser (unless the user's own is). */
    TestDatabase freshDatabase();

    /** Gives the server up: one that was started for the tests is stopped, the user's own is only tidied. */
    @Override
    void close();
}
