package io.batonmq.broker.loop;

/**
 * The database's clock as the holder knows it: the newest reading plus what the node's monotonic clock has advanced since
 * (R18). Due and expiry are judged by it.
 */
@FunctionalInterface
public interface DatabaseTime {
    /** Milliseconds since 1970 by the database. */
    long millis();
}
