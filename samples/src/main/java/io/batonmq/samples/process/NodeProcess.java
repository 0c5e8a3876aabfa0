package io.batonmq.samples.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One broker node and the processes it runs in, one after the other, at one address. For one thread. */
public final class NodeProcess {

    private static final Duration STOP_BOUND = Duration.ofSeconds(15);

    private final String id;
    private final String address;
    private final List<String> jvm;
    private final List<String> settings;
    private final Children children;
    private @Nullable ChildProcess process;

    /**
     * A node that is not started yet.
     *
     * @param id its stable id
     * @param jvm options of its virtual machine
     * @param settings everything but id and address, as arguments of the node
     */
    public NodeProcess(String id, List<String> jvm, List<String> settings, Children children) throws IOException {
        this.id = id;
        this.address = "tcp://127.0.0.1:" + freePort();
        this.jvm = List.copyOf(jvm);
        this.children = children;
        this.settings = new ArrayList<>(settings);
        this.settings.addAll(List.of("--nodeId=" + id, "--listen=" + address));
    }

    /** A port to keep through restarts, so that one failover URL names the node for good. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The node's id. */
    public String id() {
        return id;
    }

    /** Where it listens. */
    public String address() {
        return address;
    }

    /** Starts a process; returns at once. */
    public ChildProcess start() {
        ChildProcess started = children.start("node-" + id, NodeMain.class, jvm, settings);
        process = started;
        return started;
    }

    /** The process started last. */
    public ChildProcess process() {
        ChildProcess now = process;
        if (now == null) {
            throw new IllegalStateException("node " + id + " was never started");
        }
        return now;
    }

    /** An orderly stop. */
    public void stop() {
        process().terminate(STOP_BOUND);
    }
}
