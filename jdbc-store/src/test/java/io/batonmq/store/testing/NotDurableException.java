package io.batonmq.store.testing;

/** The server runs with a setting under which a committed row may be lost: tests on it would prove nothing. */
final class NotDurableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDurableException(String url, String setting, String value) {
        super("PostgreSQL at " + url + " has " + setting + "=" + value + ": tests need " + setting + "=on");
    }
}
