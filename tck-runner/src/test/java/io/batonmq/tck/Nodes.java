package io.batonmq.tck;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Nodes of one cluster in this process, and the URL that leads to whichever serves. For one thread. */
final class Nodes implements AutoCloseable {
    private final TestDatabase database;
    private final Path folder;
    private final Map<String, String> settings;
    private final List<BrokerNode> nodes = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    private Nodes(TestDatabase database, Path folder, Map<String, String> settings) {
        this.database = database;
        this.folder = folder;
        this.settings = settings;
    }

    /** Starts so many nodes on a database, which they close with themselves; the first is the holder. */
    static Nodes start(int count, TestDatabase database, Path folder, Map<String, String> settings) throws Exception {
        Nodes started = new Nodes(database, folder, settings);
        for (int i = 0; i < count; i++) {
            BrokerNode node = started.create(i, "tcp://127.0.0.1:0");
            started.nodes.add(node);
            node.start();
            soon().until(() -> node.status().address().matches("tcp://127.0.0.1:[1-9]\\d*"));
            started.addresses.add(node.status().address());
            if (i == 0) {
                soon().until(() -> node.status().role() == NodeRole.HOLDER);
            }
        }
        return started;
    }

    static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
    }

    private BrokerNode create(int number, String listen) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("listen", listen);
        all.put("nodeId", "node-" + number);
        all.put("data", folder.resolve("node-" + number).toString());
        all.put("store.url", database.url());
        all.put("store.user", database.user());
        if (!database.password().isEmpty()) {
            all.put("store.password", database.password());
        }
        return BrokerNode.create(BrokerConfig.of(all));
    }

    /** Of the node with that number. */
    String address(int number) {
        return addresses.get(number);
    }

    /** As they are now. */
    List<BrokerNode> all() {
        return List.copyOf(nodes);
    }

    /** Leads to all nodes, for ever; with these options ({@code name=value}). */
    String url(String... options) {
        String all =
                addresses.stream().collect(Collectors.joining(",", "failover:(", ")?startupMaxReconnectAttempts=200"));
        return options.length == 0 ? all : all + "&" + String.join("&", options);
    }

    BatonConnectionFactory factory(String... options) {
        return new BatonConnectionFactory(url(options));
    }

    /** Knows only the node that serves now. */
    BatonConnectionFactory plainFactory(String... options) {
        String address = addresses.get(holder());
        return new BatonConnectionFactory(options.length == 0 ? address : address + "?" + String.join("&", options));
    }

    private int holder() {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).status().role() == NodeRole.HOLDER) {
                return i;
            }
        }
        throw new AssertionError("no node serves");
    }

    /** Another node takes over; the one that served comes back as a standby. */
    void takeOver() throws Exception {
        int old = stopHolder();
        soon().until(() -> nodes.stream().anyMatch(node -> node.status().role() == NodeRole.HOLDER));
        startAgain(old);
    }

    /** Stops the node that serves, and says which it was. */
    int stopHolder() {
        int old = holder();
        nodes.get(old).close();
        return old;
    }

    void startAgain(int number) throws Exception {
        BrokerNode again = create(number, addresses.get(number));
        nodes.set(number, again);
        again.start();
    }

    void awaitHolder() {
        soon().until(() -> nodes.stream().anyMatch(node -> node.status().role() == NodeRole.HOLDER));
    }

    @Override
    public void close() {
        nodes.forEach(BrokerNode::close);
        database.close();
    }

    /** Whether the thread is in a call that waits. */
    static boolean waits(Thread caller) {
        Thread.State state = caller.getState();
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }
}
