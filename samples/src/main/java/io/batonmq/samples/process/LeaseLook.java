package io.batonmq.samples.process;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the nodes' lease in the database, as an administrator would. For one thread. */
public final class LeaseLook implements AutoCloseable {

    private final Connection connection;
    private final String lease;

    /**
     * Who holds the lease.
     *
     * @param node its id; null = nobody
     * @param epoch grows with every takeover
     */
    public record Holder(@Nullable String node, long epoch) {}

    /**
     * Looks through a connection, which is then this object's own.
     *
     * @param lease its name
     */
    public LeaseLook(Connection connection, String lease) {
        this.connection = connection;
        this.lease = lease;
    }

    /** The holder now; nobody as long as no node has made the tables. */
    public Holder holder() {
        try (PreparedStatement select =
                connection.prepareStatement("select holder, epoch from baton_lease where lease = ?")) {
            select.setString(1, lease);
            ResultSet row = select.executeQuery();
            return row.next() ? new Holder(row.getString(1), row.getLong(2)) : new Holder(null, 0);
        } catch (SQLException e) {
            return new Holder(null, 0);
        }
    }

    /** The random id of a node's present process; null = it has not come yet. */
    public @Nullable String incarnation(String node) {
        try (PreparedStatement select =
                connection.prepareStatement("select incarnation from baton_node where lease = ? and node = ?")) {
            select.setString(1, lease);
            select.setString(2, node);
            ResultSet row = select.executeQuery();
            return row.next() ? row.getString(1) : null;
        } catch (SQLException e) {
            return null;
        }
    }

    /** Removes every trace of the lease from the database, but the tables. */
    public void forget() throws SQLException {
        for (String table : tables()) {
            try (PreparedStatement delete = connection.prepareStatement("delete from " + table + " where lease = ?")) {
                delete.setString(1, lease);
                delete.executeUpdate();
            }
        }
    }

    private List<String> tables() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet columns =
                connection.getMetaData().getColumns(null, connection.getSchema(), "baton\\_%", "lease")) {
            while (columns.next()) {
                tables.add(columns.getString("TABLE_NAME"));
            }
        }
        return tables;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
