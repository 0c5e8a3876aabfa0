package io.batonmq.store.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.h2.Driver;
import org.jspecify.annotations.Nullable;

/** H2, in this process or as a server. Immutable, for any thread. */
final class H2Dialect implements SqlDialect {

    private final StoreSettings settings;
    private final H2Url url;

    H2Dialect(StoreSettings settings, H2Url url) {
        this.settings = settings;
        this.url = url;
    }

    @Override
    public String folder() {
        return "h2";
    }

    @Override
    public Connection connect(Use use) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user() == null ? "sa" : settings.user());
        properties.setProperty("password", settings.password() == null ? "" : settings.password());
        H2Url own = use == Use.LEASE
                ? url.withNetworkTimeout(settings.leaseSocketTimeout().toMillis())
                : url;
        Connection connection = new Driver().connect(own.url(), properties);
        if (connection == null) {
            throw new SQLException("not an H2 URL", "08001");
        }
        try (Statement statement = connection.createStatement()) {
            Duration lockTimeout = switch (use) {
                case LEASE -> settings.leaseLockTimeout();
                case WRITER -> settings.writerLockTimeout();
                case READER -> settings.socketTimeout().dividedBy(2);
            };
            statement.execute("set lock_timeout " + lockTimeout.toMillis());
            statement.execute("set session characteristics as transaction isolation level read committed");
            // Else a union that runs again may give part of what it gave before to other parameters (tried, 2.5.252).
            statement.execute("set optimize_reuse_results 0");
            if (use == Use.WRITER) {
                force(connection); // says at once if the user may not
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public String now() {
        return "cast(extract(epoch from current_timestamp) * 1000 as bigint)";
    }

    @Override
    public String returning(String change, String columns) {
        return "select " + columns + " from final table (" + change + ")";
    }

    @Override
    public String atOrAfter(String columns) {
        return "(" + part(columns, "epoch = ? and counter >= ?") + ") union all (" + part(columns, "epoch > ?") + ")";
    }

    /** H2 has no range over two columns in an index, but two ranges. */
    private static String part(String columns, String range) {
        return "select " + columns
                + " from baton_message use index (baton_message_page) where lease = ? and queue = ? and level = ? and "
                + range
                + " order by lease, queue, level, epoch, counter fetch first ? rows only";
    }

    @Override
    public List<Object> atOrAfterParameters(String lease, long queue, int level, long epoch, long counter, int rows) {
        return List.of(lease, queue, level, epoch, counter, rows, lease, queue, level, epoch, rows);
    }

    /** H2 takes most of a second to prepare a union of twenty. */
    @Override
    public int levelsPerQuery() {
        return 1;
    }

    @Override
    public BatchWriter writer(Connection connection) throws SQLException {
        return new H2BatchWriter(connection, this);
    }

    @Override
    public void force(Connection connection) throws SQLException {
        if (settings.checkpointSync()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("checkpoint sync");
            }
        }
    }

    @Override
    public String readerCheck() {
        return "";
    }

    @Override
    public String waiterMark(Connection connection, String token) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select session_id()")) {
            row.next();
            return Integer.toString(row.getInt(1));
        }
    }

    /**
     * The database itself says who blocks whom; a session id that was written down may be another's by now. Other takers
     * that wait in front are no blockers, but lead to them.
     */
    @Override
    public List<String> endBlockers(Connection connection, String mark) throws SQLException {
        Set<Integer> chain = new LinkedHashSet<>();
        Integer session = blockerOf(connection, Integer.parseInt(mark));
        while (session != null && chain.add(session)) {
            Integer next = isWaitingTaker(connection, session) ? blockerOf(connection, session) : null;
            if (next == null) {
                return abort(connection, session) ? List.of("session " + session) : List.of();
            }
            session = next;
        }
        return List.of();
    }

    private static @Nullable Integer blockerOf(Connection connection, int session) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select blocker_id from information_schema.sessions where session_id = " + session)) {
            return row.next() ? (Integer) row.getObject(1) : null;
        }
    }

    private static boolean isWaitingTaker(Connection connection, int session) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        select 1 from information_schema.sessions
                        where blocker_id is not null and executing_statement like '%batonmq take %' and session_id = """ + session)) {
            return row.next();
        }
    }

    private static boolean abort(Connection connection, int session) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select abort_session(" + session + ")")) {
            return row.next() && row.getBoolean(1);
        }
    }

    @Override
    public String advice(Connection connection) {
        return settings.checkpointSync()
                ? ""
                : "batches are not forced to the disk: after a power loss messages that were confirmed may be lost";
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        String state = failure.getSQLState();
        String message = failure.getMessage();
        return "23505".equals(state)
                || "42S01".equals(state)
                || "42S11".equals(state)
                || "42S21".equals(state)
                // How it says so when it was checked before another connection was faster.
                || ("HY000".equals(state) && message != null && message.contains("object already exists"))
                // An ALTER that waited for another's finds its table replaced by the changed copy.
                || ("HY000".equals(state) && message != null && message.contains("alter table"))
                // One that copied its table at the same time as another drops what the other has dropped.
                || ("HY000".equals(state) && message != null && message.contains("\"\"key\"\" is null"));
    }

    @Override
    public boolean isMissingTable(SQLException failure) {
        String state = failure.getSQLState();
        return "42S02".equals(state) || "42S03".equals(state) || "42S04".equals(state);
    }
}
