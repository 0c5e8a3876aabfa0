package io.batonmq.store.jdbc;

import io.batonmq.store.Identity;
import io.batonmq.store.NodeRow;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code baton_node}: the nodes that contend for a lease, each written by itself. Stateless. */
final class NodeTable {

    static final String SEEN = """
            select node, incarnation, advertise, :now - seen_at from baton_node
            where lease = ? and seen_at > :now - ?
            order by node
            """;

    static final String UPDATE = """
            update baton_node set incarnation = ?, advertise = ?, seen_at = :now where lease = ? and node = ?
            """;

    static final String INSERT = """
            insert into baton_node (incarnation, advertise, lease, node, seen_at) values (?, ?, ?, ?, :now)
            """;

    /** A node that was not seen for a week has left for good. */
    static final String FORGET = """
            delete from baton_node where lease = ? and seen_at < :now - 604800000
            """;

    private NodeTable() {}

    static NodeRow read(ResultSet row) throws SQLException {
        return new NodeRow(row.getString(1), Identity.parse(row.getString(2)), row.getString(3), row.getLong(4));
    }
}
