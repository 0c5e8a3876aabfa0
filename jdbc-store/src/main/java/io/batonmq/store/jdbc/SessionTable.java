package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.BOOLEAN;
import static io.batonmq.store.jdbc.SqlType.INTEGER;
import static io.batonmq.store.jdbc.SqlType.TEXT;

import io.batonmq.store.Identity;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.WriteBatch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code baton_session}: how far each session has come. Stateless. */
final class SessionTable {

    static final Effect<SessionRow> PUT = Effect.named("put_sessions", WriteBatch::putSessions)
            .column("connection", TEXT, s -> s.connection().toString())
            .column("session", INTEGER, SessionRow::session)
            .column("durable", BIGINT, SessionRow::durable)
            .column("dispatched", BOOLEAN, s -> !s.dispatched().isNone())
            .column("claims_void", BOOLEAN, SessionRow::claimsVoid)
            .column("closed_at", BIGINT, SessionRow::closedAtMillis)
            .column("sent_queues", TEXT, s -> text(s.dispatched()))
            .sql("""
                    insert into baton_session (
                        lease, connection, session, durable, dispatched, claims_void, closed_at, sent_queues)
                    select batch.lease, r.* from batch cross join :rows
                    on conflict (lease, connection, session) do update set
                        durable = excluded.durable, dispatched = excluded.dispatched,
                        claims_void = excluded.claims_void, closed_at = excluded.closed_at,
                        sent_queues = excluded.sent_queues
                    """, """
                    merge into baton_session (
                        lease, connection, session, durable, dispatched, claims_void, closed_at, sent_queues)
                    key (lease, connection, session) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                    """);

    static final Effect<SessionKey> DELETE = Effect.named("delete_sessions", WriteBatch::deleteSessions)
            .column("connection", TEXT, s -> s.connection().toString())
            .column("session", INTEGER, SessionKey::session)
            .lenient()
            .sql("""
                    delete from baton_session s using batch cross join :rows
                    where s.lease = batch.lease and s.connection = r.connection and s.session = r.session
                    """, """
                    delete from baton_session where lease = ?1 and connection = ?2 and session = ?3
                    """);

    static final Effect<Identity> DELETE_WITH_CONNECTION = Effect.named(
                    "delete_connections_sessions", WriteBatch::deleteConnections)
            .column("connection", TEXT, Identity::toString)
            .lenient()
            .sql("""
                    delete from baton_session s using batch cross join :rows
                    where s.lease = batch.lease and s.connection = r.connection
                    """, """
                    delete from baton_session where lease = ?1 and connection = ?2
                    """);

    static final String ALL = """
            select connection, session, durable, dispatched, claims_void, closed_at, sent_queues
            from baton_session where lease = ? order by connection, session
            """;

    private SessionTable() {}

    static SessionRow read(ResultSet row) throws SQLException {
        return new SessionRow(
                Identity.parse(row.getString(1)),
                row.getInt(2),
                row.getLong(3),
                sentQueues(row.getBoolean(4), row.getString(7)),
                row.getBoolean(5),
                row.getLong(6));
    }

    private static @Nullable String text(SentQueues queues) {
        return queues.all()
                ? null
                : queues.numbers().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static SentQueues sentQueues(boolean dispatched, @Nullable String numbers) {
        if (!dispatched) {
            return SentQueues.NONE;
        }
        return numbers == null || numbers.isEmpty()
                ? SentQueues.ALL
                : SentQueues.of(
                        Arrays.stream(numbers.split(",")).map(Long::valueOf).collect(Collectors.toSet()));
    }
}
