package io.batonmq.samples.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One broker node and the processes it runs in, one after the other, at one address. For one thread. */
final class DemoNode {

    private static final Duration STOP_BOUND = Duration.ofSeconds(15);

    private final String id;
    private final String address;
    private final List<String> settings;
    private final Children children;
    private @Nullable ChildProcess process;

    DemoNode(String id, String lease, List<String> database, Path folder, Children children) throws IOException {
        this.id = id;
        this.address = "tcp://127.0.0.1:" + freePort();
        this.children = children;
        this.settings = new ArrayList<>(database);
        settings.addAll(List.of(
                "--nodeId=" + id,
                "--lease.name=" + lease,
                "--listen=" + address,
                "--data=" + folder.resolve("node-" + id)));
    }

    /** A port to keep through restarts, so that one failover URL names the node for good. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String id() {
        return id;
    }

    String address() {
        return address;
    }

    String logName() {
        return "node-" + id;
    }

    ChildProcess start() {
        ChildProcess started = children.start(logName(), NodeMain.class, List.of("-Xmx192m"), settings);
        process = started;
        return started;
    }

    ChildProcess process() {
        ChildProcess now = process;
        if (now == null) {
            throw new IllegalStateException("node " + id + " was never started");
        }
        return now;
    }

    /** An orderly stop. */
    void stop() {
        process().terminate(STOP_BOUND);
    }
}
