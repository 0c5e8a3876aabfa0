package io.batonmq.store.jdbc;

import static java.util.Map.entry;

import io.batonmq.store.StoreException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an SQLSTATE means for what may be done next (S6, S7, S10). The only place that knows SQLSTATEs. */
enum SqlFault {
    /** The connection broke or the server is going: a statement that was sent may yet take effect. */
    CONNECTION(true, true),
    /** The server takes no writes: the statement had no effect, and the connection leads to the wrong place. */
    READ_ONLY(false, true),
    /** Rolled back by the database because of others: deadlock, serialization, a lock not had in time, cancelled. */
    RETRY(false, false),
    /** The database lacks space, memory or connections. */
    RESOURCES(false, true),
    /** The data itself is refused, and will be again. */
    DATA(false, false),
    /** Schema, privilege, credentials, configuration: retrying won't help. */
    PERMANENT(false, true),
    /** Anything else, warnings included: nobody knows. */
    OTHER(true, true);

    /** States whose class says too little. Those that begin with 9 are H2's error numbers. */
    private static final Map<String, SqlFault> EXACT = Map.ofEntries(
            entry("25006", READ_ONLY),
            entry("90097", READ_ONLY),
            entry("40001", RETRY), // serialization
            entry("40P01", RETRY), // deadlock
            entry("55P03", RETRY), // lock not had in time
            entry("57014", RETRY), // cancelled
            entry("HYT00", RETRY), // lock not had in time
            entry("90131", RETRY), // concurrent update
            entry("57P01", CONNECTION),
            entry("57P02", CONNECTION),
            entry("57P03", CONNECTION),
            entry("57P05", CONNECTION),
            entry("90007", CONNECTION), // closed
            entry("90067", CONNECTION), // broken
            entry("90098", CONNECTION), // database closed
            entry("90121", CONNECTION), // database called at shutdown, session aborted
            entry("90108", CONNECTION), // out of memory
            entry("90005", DATA), // a trigger's exception
            entry("3D000", PERMANENT), // no such database
            entry("57P04", PERMANENT), // dropped meanwhile
            entry("90013", PERMANENT), // no such database
            entry("90146", PERMANENT),
            entry("90149", PERMANENT),
            entry("90020", PERMANENT), // the file is open in another process
            entry("90040", PERMANENT), // rights
            entry("90096", PERMANENT),
            entry("90011", PERMANENT), // bad URL or setting
            entry("90046", PERMANENT),
            entry("90048", PERMANENT), // file of another version
            entry("90059", PERMANENT),
            entry("90088", PERMANENT),
            entry("90113", PERMANENT),
            entry("90138", PERMANENT));

    private final boolean inDoubt;
    private final boolean evicts;

    SqlFault(boolean inDoubt, boolean evicts) {
        this.inDoubt = inDoubt;
        this.evicts = evicts;
    }

    /** Whether a statement that ended like this may have taken effect, or may still. */
    boolean inDoubt() {
        return inDoubt;
    }

    /** Whether the connection must not be used again. */
    boolean evicts() {
        return evicts;
    }

    static SqlFault of(SQLException failure) {
        SQLException cause = failure;
        while (cause instanceof BatchUpdateException && cause.getNextException() != null) {
            cause = cause.getNextException();
        }
        return ofState(cause.getSQLState());
    }

    static SqlFault ofState(@Nullable String state) {
        if (state == null || state.length() != 5) {
            return OTHER;
        }
        SqlFault exact = EXACT.get(state);
        if (exact != null) {
            return exact;
        }
        return switch (state.substring(0, 2)) {
            case "08" -> CONNECTION;
            case "53" -> RESOURCES;
            case "22", "23", "54" -> DATA;
            case "44", "45", "P0" -> DATA; // a view's check option, a trigger or procedure of the database's owner
            case "28", "3F", "42" -> PERMANENT;
            default -> OTHER;
        };
    }

    /** The exception for a call of which nothing needs to be undone: a read, or the opening of a connection. */
    static StoreException whileReading(String what, SQLException failure) {
        String message = what + ": " + describe(failure);
        return of(failure) == PERMANENT
                ? new StoreException.Unusable(message, failure)
                : new StoreException.NotStored(message, failure);
    }

    /** The exception for a statement that writes. */
    static StoreException whileWriting(String what, SQLException failure) {
        SqlFault fault = of(failure);
        String message = what + ": " + describe(failure);
        if (fault.inDoubt) {
            return new StoreException.OutcomeUnknown(message, failure);
        }
        return switch (fault) {
            case DATA -> new StoreException.RefusedData(message, failure);
            case PERMANENT -> new StoreException.Unusable(message, failure);
            default -> new StoreException.NotStored(message, failure);
        };
    }

    private static String describe(SQLException failure) {
        String message = failure.getMessage();
        return (message == null
                        ? failure.toString()
                        : message.lines().findFirst().orElse(message).strip()) + " (SQLSTATE " + failure.getSQLState()
                + ")";
    }
}
