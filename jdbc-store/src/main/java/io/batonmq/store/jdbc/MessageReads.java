package io.batonmq.store.jdbc;

import io.batonmq.store.ContentRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.MessageStore.Orphan;
import io.batonmq.store.MessageStore.OrphanPage;
import io.batonmq.store.MessageStore.Page;
import io.batonmq.store.MessageStore.RecoveredState;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The queries of a holder, each a statement of its own. Stateless, for any thread. */
final class MessageReads {

    /** Levels are 9 - priority. */
    private static final int LEVELS = 10;

    /** Reads one row of a result. */
    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final SqlDialect dialect;
    private final String page;
    private final String levels;

    MessageReads(SqlDialect dialect) {
        this.dialect = dialect;
        this.page = MessageTable.PAGE.replace(":at_or_after", dialect.atOrAfter(MessageTable.COLUMNS));
        String level = "select level, epoch, counter from (" + dialect.atOrAfter("level, epoch, counter") + ") l%d";
        this.levels = IntStream.range(0, dialect.levelsPerQuery())
                .mapToObj(level::formatted)
                .collect(Collectors.joining(" union all ", "", " order by 1, 2, 3"));
    }

    RecoveredState recover(KeptConnection connection, String lease) throws SQLException {
        long now = all(connection, "select " + dialect.now(), List.of(), row -> row.getLong(1))
                .get(0);
        return new RecoveredState(
                all(connection, QueueTable.ALL, List.of(lease), QueueTable::read),
                all(connection, ConnectionTable.ALL, List.of(lease), ConnectionTable::read),
                all(connection, SessionTable.ALL, List.of(lease), SessionTable::read),
                all(connection, RefusalTable.ALL, List.of(lease), RefusalTable::read),
                all(connection, StageTable.ALL, List.of(lease), StageTable::read),
                now);
    }

    Page page(KeptConnection connection, String lease, long queue, int level, Position from, int maxRows, long maxBytes)
            throws SQLException {
        List<Object> parameters = new ArrayList<>(dialect.atOrAfterParameters(
                lease, queue, level, from.epoch(), from.counter(), Math.addExact(maxRows, 1)));
        parameters.add((long) maxRows);
        parameters.add(maxBytes);
        long[] found = new long[1];
        List<MessageRow> rows = all(connection, page, parameters, row -> {
            found[0] = row.getLong(13);
            return MessageTable.read(row);
        });
        return new Page(rows, found[0] > rows.size());
    }

    List<LevelHead> levels(KeptConnection connection, String lease, long queue, Position head) throws SQLException {
        List<LevelHead> heads = new ArrayList<>();
        int step = dialect.levelsPerQuery();
        for (int first = 0; first < LEVELS; first += step) {
            List<Object> parameters = new ArrayList<>();
            for (int level = first; level < first + step; level++) {
                parameters.addAll(dialect.atOrAfterParameters(lease, queue, level, head.epoch(), head.counter(), 1));
            }
            for (LevelHead found : all(connection, levels, parameters, MessageReads::levelHead)) {
                // A dialect may give two of a level: the first of each part that it asks for.
                if (heads.isEmpty() || heads.get(heads.size() - 1).level() != found.level()) {
                    heads.add(found);
                }
            }
        }
        return List.copyOf(heads);
    }

    private static LevelHead levelHead(ResultSet row) throws SQLException {
        return new LevelHead(row.getInt(1), new Position(row.getLong(2), row.getLong(3)));
    }

    List<MessageRow> find(KeptConnection connection, String lease, List<MessageKey> keys) throws SQLException {
        List<MessageRow> rows = new ArrayList<>();
        for (MessageKey key : keys) {
            rows.addAll(all(
                    connection,
                    MessageTable.FIND,
                    List.of(
                            lease,
                            key.queue(),
                            key.position().epoch(),
                            key.position().counter()),
                    MessageTable::read));
        }
        return List.copyOf(rows);
    }

    List<ContentRow> content(KeptConnection connection, String lease, Position content, int firstChunk, int chunks)
            throws SQLException {
        return all(
                connection,
                ContentTable.READ,
                List.of(lease, content.epoch(), content.counter(), firstChunk, chunks),
                ContentTable::read);
    }

    List<StagedItem> staged(KeptConnection connection, String lease, Position stage, long from, int maxRows)
            throws SQLException {
        return all(
                connection,
                StagedTable.READ,
                List.of(lease, stage.epoch(), stage.counter(), from, maxRows),
                row -> StagedTable.read(stage, row));
    }

    /** In order: what is left of the first epoch, those between, the part of the last. */
    OrphanPage orphans(KeptConnection connection, String lease, Position after, Position before, int maxLooked)
            throws SQLException {
        List<Orphan> looked = new ArrayList<>();
        boolean oneEpoch = after.epoch() == before.epoch();
        long end = oneEpoch ? before.counter() : Long.MAX_VALUE;
        looked.addAll(looked(
                connection,
                ContentTable.ORPHANS_OF_EPOCH,
                List.of(lease, after.epoch(), after.counter(), end, maxLooked)));
        if (!oneEpoch && looked.size() < maxLooked) {
            int left = maxLooked - looked.size();
            looked.addAll(looked(
                    connection,
                    ContentTable.ORPHANS_BETWEEN_EPOCHS,
                    List.of(lease, after.epoch(), before.epoch(), left)));
        }
        if (!oneEpoch && looked.size() < maxLooked) {
            int left = maxLooked - looked.size();
            looked.addAll(looked(
                    connection,
                    ContentTable.ORPHANS_OF_EPOCH,
                    List.of(lease, before.epoch(), Long.MIN_VALUE, before.counter(), left)));
        }
        Position lookedTo =
                looked.size() < maxLooked ? null : looked.get(looked.size() - 1).content();
        return new OrphanPage(
                looked.stream().filter(content -> content.chunks() > 0).toList(), lookedTo);
    }

    private static List<Orphan> looked(KeptConnection connection, String sql, List<?> parameters) throws SQLException {
        return all(
                connection,
                sql,
                parameters,
                row -> new Orphan(new Position(row.getLong(1), row.getLong(2)), row.getInt(3)));
    }

    private static <T> List<T> all(KeptConnection connection, String sql, List<?> parameters, RowReader<T> reader)
            throws SQLException {
        PreparedStatement statement = connection.prepare(sql);
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
        List<T> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return List.copyOf(rows);
    }
}
