package io.batonmq.broker;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node as a process: {@code BrokerMain [--config=FILE] [--key=value …]}. Ends with 0 after an orderly stop (TERM, INT), 2
 * for a mistake in the configuration, 3 if the database or an internal error makes it impossible to go on.
 */
public final class BrokerMain {
    private static final int MISTAKE = 2;
    private static final int FAILED = 3;

    private BrokerMain() {}

    /**
     * The process's entry; {@code --help} prints all settings.
     *
     * @param args {@code --key=value} for a setting each, and {@code --config=FILE} for a file of them
     */
    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.contains("--help")) {
            help(out);
            return 0;
        }
        try {
            BrokerConfig config = BrokerConfig.of(ConfigSources.collect(arguments, System.getenv()));
            BrokerNode node = BrokerNode.create(config);
            node.watch(new RoleLog());
            node.start();
            Runtime.getRuntime().addShutdownHook(new Thread(node::stop, "batonmq-stop"));
            String reason = node.stopped().join();
            if (!reason.equals("stopped")) {
                err.println("batonmq: " + reason);
                return FAILED;
            }
            return 0;
        } catch (ConfigException e) {
            err.println("batonmq: " + e.getMessage());
            return MISTAKE;
        } catch (IOException e) {
            err.println("batonmq: " + e.getMessage());
            return MISTAKE;
        }
    }

    private static void help(PrintStream out) {
        out.println("A BatonMQ node. Usage: BrokerMain [--config=FILE] [--key=value ...]");
        out.println("Settings (also in batonmq.properties, or as environment variables):");
        for (Setting setting : Setting.values()) {
            out.printf(
                    "  --%s=%s%n      %s [%s] (%s)%n",
                    setting.key(), setting.defaultValue(), setting.doc(), setting.form(), setting.environment());
        }
        out.println("  --users.NAME=PASSWORD");
    }

    /** Says on the log what the node becomes. */
    private static final class RoleLog implements java.util.function.Consumer<NodeStatus> {
        private static final Logger LOG = LoggerFactory.getLogger(BrokerMain.class);
        private NodeRole last = NodeRole.STOPPED;

        @Override
        public synchronized void accept(NodeStatus status) {
            if (status.role() != last) {
                last = status.role();
                LOG.info(
                        "node {} at {}: {}{}{}",
                        status.nodeId(),
                        status.address(),
                        status.role(),
                        status.epoch() > 0 ? " epoch " + status.epoch() : "",
                        status.reason().isEmpty() ? "" : " (" + status.reason() + ")");
            }
        }
    }
}
