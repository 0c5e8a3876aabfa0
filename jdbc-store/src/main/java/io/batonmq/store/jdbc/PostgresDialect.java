package io.batonmq.store.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** PostgreSQL 12 and newer. Immutable, for any thread. */
final class PostgresDialect implements SqlDialect {

    /** Those of our settings that the server knows and lets us change; a pooler may forget them, nothing breaks then. */
    private static final String SET = """
            select set_config(s.name, ?, false) from pg_settings s where s.name = ? and s.context = 'user'
            """;

    /** Other takers that wait in front are no blockers, but lead to them. */
    private static final String END_BLOCKERS = """
            with recursive taker as (
                select pid, query from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock' and query like '/* batonmq take %'
            ), blocker (pid) as (
                select unnest(pg_blocking_pids(pid)) from taker where query like ?
                union
                select unnest(pg_blocking_pids(taker.pid)) from blocker join taker on taker.pid = blocker.pid
            )
            select b.pid, a.state, a.wait_event, pg_terminate_backend(b.pid)
            from blocker b left join pg_stat_activity a on a.pid = b.pid
            where b.pid > 0 and b.pid not in (select pid from taker)
            """;

    private final StoreSettings settings;
    private final Driver driver;

    PostgresDialect(StoreSettings settings) {
        this.settings = settings;
        try {
            this.driver = DriverManager.getDriver(settings.url());
        } catch (SQLException e) {
            throw H2Url.unusable(
                    settings,
                    "is not a valid PostgreSQL URL: expected jdbc:postgresql://host:port,host:port/database?options");
        }
    }

    @Override
    public String folder() {
        return "postgresql";
    }

    @Override
    public Connection connect(Use use) throws SQLException {
        Duration socketTimeout = use == Use.LEASE ? settings.leaseSocketTimeout() : settings.socketTimeout();
        Properties properties = new Properties();
        if (settings.user() != null) {
            properties.setProperty("user", settings.user());
        }
        if (settings.password() != null) {
            properties.setProperty("password", settings.password());
        }
        properties.setProperty("connectTimeout", wholeSeconds(settings.connectTimeout()));
        properties.setProperty("socketTimeout", wholeSeconds(socketTimeout));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("ApplicationName", "batonmq");
        // A standby and a primary that takes no writes are no place for a node, also when only one host is named.
        properties.setProperty("targetServerType", "primary");
        properties.setProperty("hostRecheckSeconds", "1");
        // An error's detail may quote rows, and so what users sent.
        properties.setProperty("logServerErrorDetail", "false");
        if (settings.prepareThreshold() != null) {
            properties.setProperty(
                    "prepareThreshold", settings.prepareThreshold().toString());
        }
        Connection connection = driver.connect(settings.url(), properties);
        if (connection == null) {
            throw new SQLException("not a PostgreSQL URL", "08001");
        }
        try {
            // In milliseconds, and whatever the URL said: no connection waits for ever.
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(socketTimeout.toMillis()));
            set(connection, sessionSettings(use, socketTimeout));
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private Map<String, String> sessionSettings(Use use, Duration socketTimeout) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("default_transaction_isolation", "read committed");
        // Planned each time, for as many rows as there are, and of index look-ups. A plan that was kept from when a
        // table
        // was empty reads all of it for each batch (tried: 1,000 rows before 20,000 took 1 s instead of 30 ms).
        values.put("plan_cache_mode", "force_custom_plan");
        values.put("random_page_cost", "1");
        values.put("enable_seqscan", "off");
        values.put("enable_bitmapscan", "off");
        values.put("enable_hashjoin", "off");
        values.put("enable_mergejoin", "off");
        values.put("jit", "off");
        // Second line of L6: what the server itself does about a client that is gone.
        values.put(
                "idle_in_transaction_session_timeout",
                millis(settings.activation().dividedBy(2)));
        values.put("client_connection_check_interval", "1000");
        values.put("tcp_user_timeout", millis(socketTimeout));
        switch (use) {
            case LEASE -> {
                values.put("statement_timeout", millis(settings.leaseStatementTimeout()));
                values.put("lock_timeout", millis(settings.leaseLockTimeout()));
            }
            case READER -> values.put("statement_timeout", millis(socketTimeout));
            case WRITER -> {
                // A batch has no timeout of its own (S6), but gives up the wait for a lock, and all it has with it.
                values.put("statement_timeout", "0");
                values.put("lock_timeout", millis(settings.writerLockTimeout()));
            }
        }
        return values;
    }

    private static void set(Connection connection, Map<String, String> values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SET)) {
            for (Map.Entry<String, String> value : values.entrySet()) {
                statement.setString(1, value.getValue());
                statement.setString(2, value.getKey());
                statement.execute();
            }
        }
    }

    @Override
    public String now() {
        return "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    }

    @Override
    public String returning(String change, String columns) {
        return change + " returning " + columns;
    }

    @Override
    public String atOrAfter(String columns) {
        return "select " + columns + """
                 from baton_message
                where lease = ? and queue = ? and level = ? and (epoch, counter) >= (?, ?)
                order by lease, queue, level, epoch, counter
                limit ?""";
    }

    @Override
    public List<Object> atOrAfterParameters(String lease, long queue, int level, long epoch, long counter, int rows) {
        return List.of(lease, queue, level, epoch, counter, rows);
    }

    /** One round trip. */
    @Override
    public int levelsPerQuery() {
        return 10;
    }

    @Override
    public BatchWriter writer(Connection connection) {
        return new PostgresBatchWriter(connection, now(), settings.allowAsyncCommit());
    }

    @Override
    public void force(Connection connection) {
        // A commit has done so.
    }

    @Override
    public String readerCheck() {
        return "select 1 / case when current_setting('transaction_read_only') = 'on' then 0 else 1 end";
    }

    @Override
    public String waiterMark(Connection connection, String token) {
        return "%" + token + "%";
    }

    @Override
    public List<String> endBlockers(Connection connection, String mark) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(END_BLOCKERS)) {
            statement.setString(1, mark);
            List<String> ended = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ended.add("process " + row.getInt(1) + " (" + row.getString(2) + ", " + row.getString(3) + ")");
                }
            }
            return ended;
        }
    }

    @Override
    public String advice(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select current_setting('synchronous_standby_names')")) {
            row.next();
            String names = row.getString(1);
            return names == null || names.isBlank()
                    ? "PostgreSQL has no synchronous standby (synchronous_standby_names is empty): should this database"
                            + " itself fail over, messages that were confirmed may be lost"
                    : "";
        }
    }

    @Override
    public boolean isAlreadyThere(SQLException failure) {
        String state = failure.getSQLState();
        return "23505".equals(state) || "42P07".equals(state) || "42710".equals(state);
    }

    @Override
    public boolean isMissingTable(SQLException failure) {
        return "42P01".equals(failure.getSQLState());
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String wholeSeconds(Duration duration) {
        return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}
