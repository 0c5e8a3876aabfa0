package io.batonmq.broker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's status and who watches it. Changed by one thread at a time (before the broker loop runs, on it, after it has ended),
 * so that no change is lost; read by any.
 */
final class StatusBoard {
    private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);

    private final List<Consumer<NodeStatus>> watchers = new CopyOnWriteArrayList<>();
    private volatile NodeStatus status;

    StatusBoard(NodeStatus first) {
        status = first;
    }

    NodeStatus status() {
        return status;
    }

    void watch(Consumer<NodeStatus> watcher) {
        watchers.add(watcher);
    }

    /** STOPPED is the last status; what changes nothing is told to nobody. */
    void change(UnaryOperator<NodeStatus> change) {
        NodeStatus before = status;
        NodeStatus next = before.role() == NodeRole.STOPPED ? before : change.apply(before);
        if (next.equals(before)) {
            return;
        }
        status = next;
        for (Consumer<NodeStatus> watcher : watchers) {
            try {
                watcher.accept(next);
            } catch (RuntimeException e) {
                // the application's fault must not become the node's
                LOG.error("A watcher of node {} failed", next.nodeId(), e);
            }
        }
    }
}
