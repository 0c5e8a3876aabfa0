package io.batonmq.samples.kill;

import io.batonmq.samples.kill.WorkLine.Kind;
import io.batonmq.samples.process.LedgerTail;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All workers' ledgers, as they grow. For one thread. */
final class Ledgers {

    private static final List<String> RECEIVERS = List.of("auto-consumer", "client-consumer", "transacted-consumer");
    private static final List<String> ACKNOWLEDGERS = List.of("client-consumer", "transacted-consumer");

    private final Map<String, LedgerTail<WorkLine>> tails = new TreeMap<>();

    Ledgers(Path folder, List<String> workers) {
        workers.forEach(name -> tails.put(name, new LedgerTail<>(folder.resolve(name + ".ledger"), WorkLine::parse)));
    }

    List<WorkLine> entries(String worker) {
        LedgerTail<WorkLine> tail = tails.get(worker);
        if (tail == null) {
            throw new IllegalArgumentException("there is no worker " + worker);
        }
        return tail.entries();
    }

    /** How many lines each has. */
    Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new HashMap<>();
        tails.forEach((name, tail) -> sizes.put(name, tail.entries().size()));
        return sizes;
    }

    boolean allHave(int lines) {
        return tails.values().stream().allMatch(tail -> tail.entries().size() >= lines);
    }

    int total() {
        return tails.values().stream().mapToInt(tail -> tail.entries().size()).sum();
    }

    /** How many sends were confirmed, forwarded messages included. */
    int confirmed() {
        return (int) tails.values().stream()
                .flatMap(tail -> tail.entries().stream())
                .filter(line -> line.kind() == Kind.CONFIRMED)
                .count();
    }

    /** Whether every worker has had a call answered that began after that time. */
    boolean allWentOn(Map<String, Integer> before, long time) {
        return tails.keySet().stream().allMatch(name -> {
            List<WorkLine> lines = entries(name);
            WorkLine last = lines.get(lines.size() - 1);
            return lines.size() > before.getOrDefault(name, 0)
                    && last.begin() > time
                    && last.kind() != Kind.EMPTY
                    && last.kind() != Kind.RESUMED;
        });
    }

    /** Whether a worker's send, commit or acknowledgement was called before the one time and returned after the other. */
    boolean hadCommandInFlight(String worker, Map<String, Integer> before, long calledBefore, long returnedAfter) {
        List<WorkLine> lines = entries(worker);
        boolean acknowledges = ACKNOWLEDGERS.contains(worker);
        for (WorkLine line : lines.subList(before.getOrDefault(worker, 0), lines.size())) {
            boolean command = line.kind() == Kind.CONFIRMED || (acknowledges && line.kind() == Kind.DONE);
            if (command && line.begin() < calledBefore && line.end() > returnedAfter) {
                return true;
            }
        }
        return false;
    }

    /** Whether every receiver's last receive ended without a message. */
    boolean areDrained() {
        return RECEIVERS.stream()
                .map(this::entries)
                .allMatch(lines -> lines.get(lines.size() - 1).kind() == Kind.EMPTY);
    }
}
