package io.batonmq.samples.kill;

import io.batonmq.samples.process.ChildProcess;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Nodes in processes of their own over one database. For one thread. */
public final class Cluster implements AutoCloseable {

    /** After it contends, a standby looks at the lease and connects to the holder. */
    private static final Duration LINKED_AFTER = Duration.ofMillis(1_200);

    private static final Duration START_BOUND = Duration.ofMinutes(2);
    private static final String LEASE = "default";

    /** Keeps every epoch that the lease row ever had: on a loaded machine one can come and go between two looks. */
    private static final String RECORD_EPOCHS = """
            create table epoch_seen (epoch bigint primary key);
            create function record_epoch() returns trigger language plpgsql as $$
            begin
              insert into epoch_seen values (new.epoch) on conflict do nothing;
              return new;
            end $$;
            create trigger record_epoch after update on baton_lease for each row execute function record_epoch();
            """;

    private final Connection connection;
    private final LeaseLook lease;
    private final Waiting waiting;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Map<NodeProcess, Long> backSince = new HashMap<>();
    private final Map<String, String> before = new HashMap<>();

    /**
     * A cluster that is not started.
     *
     * @param size how many nodes
     * @param jvm options of each node's virtual machine
     * @param settings of the node with that number, but for id, address and database
     */
    public Cluster(
            TestDatabase database,
            int size,
            List<String> jvm,
            IntFunction<List<String>> settings,
            Path folder,
            Children children,
            Waiting waiting)
            throws IOException, SQLException {
        this.connection = database.connect();
        this.lease = new LeaseLook(database.connect(), LEASE);
        this.waiting = waiting;
        List<String> all = new ArrayList<>(List.of("--store.url=" + database.url(), "--store.user=" + database.user()));
        if (!database.password().isEmpty()) {
            all.add("--store.password=" + database.password());
        }
        for (int i = 0; i < size; i++) {
            String id = String.valueOf((char) ('A' + i));
            List<String> own = new ArrayList<>(all);
            own.addAll(settings.apply(i));
            own.add("--data=" + folder.resolve("node-" + id));
            nodes.add(new NodeProcess(id, jvm, own, children));
        }
    }

    /** All of them, in the order of their ids. */
    public List<NodeProcess> nodes() {
        return nodes;
    }

    /** A failover URL with all nodes. */
    public String url() {
        return nodes.stream().map(NodeProcess::address).collect(Collectors.joining(",", "failover:(", ")"))
                + "?initialReconnectDelay=10&maxReconnectDelay=500&startupMaxReconnectAttempts=200";
    }

    /** Starts a process for a node; it is {@link #isBack} later. */
    public ChildProcess start(NodeProcess node) {
        backSince.remove(node);
        before.put(node.id(), String.valueOf(lease.incarnation(node.id())));
        return node.start();
    }

    /** Whether the node's present process contends for the lease. */
    public boolean isBack(NodeProcess node) {
        String now = lease.incarnation(node.id());
        return now != null && !now.equals(before.get(node.id()));
    }

    /** Starts all nodes; returns when all contend and one holds the lease. */
    public void startAll() {
        for (NodeProcess node : nodes) {
            start(node);
            waiting.until("node " + node.id(), START_BOUND, () -> isBack(node));
        }
        waiting.until("a holder", START_BOUND, () -> lease.holder().node() != null);
    }

    /** From now on {@link #epochs} knows every epoch; for PostgreSQL. */
    void recordEpochs() {
        execute(RECORD_EPOCHS);
        execute("insert into epoch_seen select epoch from baton_lease on conflict do nothing");
    }

    /** Who holds the lease. */
    public Holder holder() {
        return lease.holder();
    }

    /** The node that holds the lease. */
    public NodeProcess holdingNode() {
        String id = lease.holder().node();
        return nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
    }

    /** Waits for a holder after the epoch, and returns it. */
    public Holder awaitHolderAfter(long epoch, Duration bound) {
        waiting.until(
                "a holder after epoch " + epoch, bound, () -> lease.holder().epoch() > epoch);
        return lease.holder();
    }

    /** Waits for a standby that has been there for so long that it takes over at once when the holder dies (L5). */
    public void awaitStandby(Duration bound) {
        waiting.until("a standby that knows the holder", bound, () -> {
            NodeProcess holder = holdingNode();
            long now = waiting.nanos();
            for (NodeProcess node : nodes) {
                if (!backSince.containsKey(node) && isBack(node)) {
                    backSince.put(node, now);
                }
            }
            return backSince.entrySet().stream()
                    .anyMatch(each -> each.getKey() != holder
                            && each.getKey().process().isAlive()
                            && now - each.getValue() > LINKED_AFTER.toNanos());
        });
    }

    /** All epochs in which somebody held the lease. */
    Set<Long> epochs() {
        Set<Long> epochs = new HashSet<>();
        rows("select epoch from epoch_seen", row -> epochs.add(row.getLong(1)));
        return epochs;
    }

    /** Connections to the database, this object's own included. */
    long databaseConnections() {
        return number("select count(*) from pg_stat_activity where datname = current_database()");
    }

    /** Takes a row of a query's result. */
    interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** What a query says in one number. */
    long number(String query) {
        long[] number = new long[1];
        rows(query, row -> number[0] = row.getLong(1));
        return number[0];
    }

    /** All that a query says. */
    void rows(String query, RowReader reader) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                reader.read(rows);
            }
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }

    private void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    @Override
    public void close() throws SQLException {
        lease.close();
        connection.close();
    }
}
