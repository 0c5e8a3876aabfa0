package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.BYTES;
import static io.batonmq.store.jdbc.SqlType.TEXT;

import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Identity;
import io.batonmq.store.WriteBatch;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code baton_connection}: client connections that have something to come back to (R17). Stateless. */
final class ConnectionTable {

    static final Effect<ConnectionRow> PUT = Effect.named("put_connections", WriteBatch::putConnections)
            .column("connection", TEXT, c -> c.id().toString())
            .column("secret_hash", BYTES, ConnectionRow::secretHash)
            .column("user_name", TEXT, ConnectionRow::user)
            .column("client_id", TEXT, ConnectionRow::clientId)
            .column("attach", TEXT, c -> c.attach().toString())
            .column("reconnect_delay", BIGINT, ConnectionRow::reconnectDelayMillis)
            .column("detached_since", BIGINT, ConnectionRow::detachedSinceMillis)
            .sql("""
                    insert into baton_connection (
                        lease, connection, secret_hash, user_name, client_id, attach, reconnect_delay, detached_since)
                    select batch.lease, r.* from batch cross join :rows
                    on conflict (lease, connection) do update set
                        secret_hash = excluded.secret_hash, user_name = excluded.user_name,
                        client_id = excluded.client_id, attach = excluded.attach,
                        reconnect_delay = excluded.reconnect_delay, detached_since = excluded.detached_since
                    """, """
                    merge into baton_connection (
                        lease, connection, secret_hash, user_name, client_id, attach, reconnect_delay, detached_since)
                    key (lease, connection) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                    """);

    static final Effect<Identity> DELETE = Effect.named("delete_connections", WriteBatch::deleteConnections)
            .column("connection", TEXT, Identity::toString)
            .lenient()
            .sql("""
                    delete from baton_connection c using batch cross join :rows
                    where c.lease = batch.lease and c.connection = r.connection
                    """, """
                    delete from baton_connection where lease = ?1 and connection = ?2
                    """);

    static final String ALL = """
            select connection, secret_hash, user_name, client_id, attach, reconnect_delay, detached_since
            from baton_connection where lease = ? order by connection
            """;

    private ConnectionTable() {}

    static ConnectionRow read(ResultSet row) throws SQLException {
        return new ConnectionRow(
                Identity.parse(row.getString(1)),
                row.getBytes(2),
                row.getString(3),
                row.getString(4),
                Identity.parse(row.getString(5)),
                row.getLong(6),
                row.getLong(7));
    }
}
