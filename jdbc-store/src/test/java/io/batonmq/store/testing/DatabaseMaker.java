package io.batonmq.store.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates and drops the tests' databases on one server. For any thread: each call has its own connection. */
final class DatabaseMaker {

    static final List<String> DURABLE_SETTINGS = List.of("fsync", "synchronous_commit", "full_page_writes");

    private static final Pattern URL = Pattern.compile("(jdbc:postgresql:)(?://([^/?]*))?/?([^?/]*)(\\?.*)?");

    private final String url;
    private final String user;
    private final String password;
    private final Set<String> created = ConcurrentHashMap.newKeySet();

    /** @param url of a database that exists, from which the others are made */
    DatabaseMaker(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    /** Refuses a server that may lose committed rows; see {@link #DURABLE_SETTINGS}. */
    DatabaseMaker requireDurable() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String setting : DURABLE_SETTINGS) {
                try (ResultSet row = statement.executeQuery("show " + setting)) {
                    row.next();
                    String value = row.getString(1);
                    if (!value.equals("on")) {
                        throw new NotDurableException(url, setting, value);
                    }
                }
            }
            return this;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot use PostgreSQL at " + url + ": " + e.getMessage(), e);
        }
    }

    /** Makes a role that may create databases and nothing else, and gives the maker that works under it. */
    DatabaseMaker asOrdinaryRole(String name) {
        execute("create role " + name + " login createdb password '" + name + "'");
        return new DatabaseMaker(url, name, name);
    }

    TestDatabase freshDatabase() {
        String name = "batonmq_test_" + UUID.randomUUID().toString().replace("-", "");
        execute("create database " + name);
        created.add(name);
        return new TestDatabase(withDatabase(url, name), user, password, () -> drop(name));
    }

    /** Drops what was made and not closed, so that nothing stays behind on the user's own server. */
    void dropAll() {
        created.forEach(this::drop);
    }

    private void drop(String name) {
        if (created.remove(name)) {
            execute("drop database if exists " + name + " with (force)");
        }
    }

    private void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL at " + url + " refused \"" + sql + "\": " + e.getMessage(), e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** The same server and options, another database. */
    static String withDatabase(String url, String name) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a PostgreSQL JDBC URL: " + url);
        }
        String hosts = matcher.group(2);
        String options = matcher.group(4);
        return matcher.group(1) + (hosts == null ? "" : "//" + hosts + "/") + name + (options == null ? "" : options);
    }

    /** The same URL without user and password, which would win over those that a connection is asked for with. */
    static String withoutCredentials(String url) {
        String stripped = url.replaceAll("(?<=[?&])(user|password)=[^&]*&?", "");
        return stripped.endsWith("?") || stripped.endsWith("&")
                ? stripped.substring(0, stripped.length() - 1)
                : stripped;
    }
}
