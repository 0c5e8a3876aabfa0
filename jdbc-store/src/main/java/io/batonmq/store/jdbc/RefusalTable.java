package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.INTEGER;
import static io.batonmq.store.jdbc.SqlType.TEXT;

import io.batonmq.store.Identity;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.WriteBatch;
import io.batonmq.store.WriteBatch.RefusalPrune;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code baton_refusal}: refused commands, an effect like any other (R3). Stateless. */
final class RefusalTable {

    static final Effect<RefusalRow> INSERT = Effect.named("insert_refusals", WriteBatch::insertRefusals)
            .column("connection", TEXT, r -> r.session().connection().toString())
            .column("session", INTEGER, r -> r.session().session())
            .column("number", BIGINT, RefusalRow::number)
            .column("code", INTEGER, RefusalRow::code)
            .column("text", TEXT, RefusalRow::text)
            .sql("""
                    insert into baton_refusal (lease, connection, session, number, code, text)
                    select batch.lease, r.* from batch cross join :rows
                    """, """
                    insert into baton_refusal (lease, connection, session, number, code, text)
                    values (?1, ?2, ?3, ?4, ?5, ?6)
                    """);

    static final Effect<RefusalPrune> PRUNE = Effect.named("prune_refusals", WriteBatch::pruneRefusals)
            .column("connection", TEXT, p -> p.session().connection().toString())
            .column("session", INTEGER, p -> p.session().session())
            .column("up_to", BIGINT, RefusalPrune::upTo)
            .lenient()
            .sql("""
                    delete from baton_refusal f using batch cross join :rows
                    where f.lease = batch.lease and f.connection = r.connection and f.session = r.session
                        and f.number <= r.up_to
                    """, """
                    delete from baton_refusal
                    where lease = ?1 and connection = ?2 and session = ?3 and number <= ?4
                    """);

    static final Effect<SessionKey> DELETE_WITH_SESSION = Effect.named(
                    "delete_sessions_refusals", WriteBatch::deleteSessions)
            .column("connection", TEXT, s -> s.connection().toString())
            .column("session", INTEGER, SessionKey::session)
            .lenient()
            .sql("""
                    delete from baton_refusal f using batch cross join :rows
                    where f.lease = batch.lease and f.connection = r.connection and f.session = r.session
                    """, """
                    delete from baton_refusal where lease = ?1 and connection = ?2 and session = ?3
                    """);

    static final Effect<Identity> DELETE_WITH_CONNECTION = Effect.named(
                    "delete_connections_refusals", WriteBatch::deleteConnections)
            .column("connection", TEXT, Identity::toString)
            .lenient()
            .sql("""
                    delete from baton_refusal f using batch cross join :rows
                    where f.lease = batch.lease and f.connection = r.connection
                    """, """
                    delete from baton_refusal where lease = ?1 and connection = ?2
                    """);

    static final String ALL = """
            select connection, session, number, code, text
            from baton_refusal where lease = ? order by connection, session, number
            """;

    private RefusalTable() {}

    static RefusalRow read(ResultSet row) throws SQLException {
        return new RefusalRow(
                new SessionKey(Identity.parse(row.getString(1)), row.getInt(2)),
                row.getLong(3),
                row.getInt(4),
                row.getString(5));
    }
}
