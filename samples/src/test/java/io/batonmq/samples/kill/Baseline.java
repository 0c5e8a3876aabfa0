package io.batonmq.samples.kill;

import io.batonmq.samples.process.ChildProcess;
import io.batonmq.samples.process.NodeProcess;
import java.util.List;

/**
 * What a cluster and its clients use (I6). Immutable.
 *
 * @param holder the holder's process
 * @param standby the standby that uses most
 * @param workers the clients' processes
 * @param databaseConnections connections of all nodes to the database
 */
record Baseline(ProcessUse holder, ProcessUse standby, List<ProcessUse> workers, long databaseConnections) {

    /** A virtual machine's own threads come and go. */
    private static final int THREADS = 3;
    /** A pool opens what readers need and keeps it for a while. */
    private static final int POOLED = 3;

    static Baseline measure(Cluster cluster, List<ChildProcess> workers) {
        NodeProcess holder = cluster.holdingNode();
        List<ProcessUse> standbys = cluster.nodes().stream()
                .filter(node -> node != holder)
                .map(node -> ProcessUse.of(node.process()))
                .toList();
        return new Baseline(
                ProcessUse.of(holder.process()),
                new ProcessUse(
                        standbys.stream().mapToLong(ProcessUse::threads).max().orElse(0),
                        standbys.stream().mapToLong(ProcessUse::sockets).max().orElse(0)),
                workers.stream().map(ProcessUse::of).toList(),
                cluster.databaseConnections());
    }

    boolean within(Baseline before) {
        for (int i = 0; i < workers.size(); i++) {
            if (!workers.get(i).within(before.workers.get(i), THREADS, 0)) {
                return false;
            }
        }
        return holder.within(before.holder, THREADS, POOLED)
                && standby.within(before.standby, THREADS, POOLED)
                && databaseConnections <= before.databaseConnections + POOLED;
    }
}
