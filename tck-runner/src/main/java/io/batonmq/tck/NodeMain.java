package io.batonmq.tck;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.ConfigException;
import io.batonmq.broker.NodeStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's process: {@code NodeMain FILE}, a properties file of settings. Tells what the node becomes as {@link Event.Kind#NODE}
 * on standard output, logs to standard error, and ends with the runner.
 */
public final class NodeMain {
    private static final Logger LOG = LoggerFactory.getLogger(NodeMain.class);
    private static final int MISTAKE = 2;
    private static final int FAILED = 3;

    private NodeMain() {}

    /** The process's entry. */
    public static void main(String[] args) {
        ParentPipe.open();
        System.exit(run(Path.of(args[0]), System.out));
    }

    private static int run(Path settings, PrintStream out) {
        try {
            BrokerNode node = BrokerNode.create(BrokerConfig.of(JndiNames.properties(settings)));
            node.watch(status -> tell(status, out));
            node.start();
            LOG.error("stopped: {}", node.stopped().join());
            return FAILED;
        } catch (ConfigException | IOException e) {
            LOG.error("not started: {}", e.getMessage());
            out.println(Event.of(Event.Kind.BAD_INPUT, ProviderCheck.text(e)).encode());
            return MISTAKE;
        }
    }

    private static void tell(NodeStatus status, PrintStream out) {
        String holder = status.holder() == null ? "" : status.holder();
        LOG.info("{} epoch {}, holder {}, {}", status.role(), status.epoch(), holder, status.reason());
        List<String> fields = List.of(status.role().name(), String.valueOf(status.epoch()), holder, status.reason());
        out.println(new Event(Event.Kind.NODE, fields).encode());
    }
}
