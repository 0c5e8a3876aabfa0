package io.batonmq.samples.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.samples.process.Children;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holders are killed with SIGKILL, again and again, on PostgreSQL: the ledgers' invariants hold (C07, C19, C20). */
class KillTest {

    private static final int KILLS = Integer.getInteger("kills", 100);
    private static final long SEED = Long.getLong("kills.seed", System.nanoTime());

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void nothingIsLostOrDoubledWhenHoldersAreKilled() throws Exception {
        Path folder = Files.createTempDirectory("batonmq-kills-");
        System.out.println("kills: " + KILLS + ", seed " + SEED + ", logs and ledgers: " + folder);
        long start = System.nanoTime();
        KillRun.Report report;
        try (TestDatabase database = PostgresFixture.freshDatabase();
                Children children = new Children(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("java.class.path"),
                        folder)) {
            report = new KillRun(database, folder, children, SEED, System::nanoTime, System.out::println).run(KILLS);
        }
        LongSummaryStatistics recovery =
                report.recoveries().stream().mapToLong(Long::longValue).summaryStatistics();
        List<Long> sorted = report.recoveries().stream().sorted().toList();
        System.out.println("SIGKILLs=" + report.kills() + " with-commands-in-flight=" + report.counted() + " by-worker="
                + report.inFlight() + " confirmed=" + report.messages() + " violations="
                + report.complaints().size() + " claims-lost=" + report.claimsLost() + " marked-unseen="
                + report.markedUnseen() + " longest-call-ms="
                + report.longestCall().toMillis() + " recovery-ms: median="
                + sorted.get(sorted.size() / 2) + " max="
                + recovery.getMax() + " seed=" + SEED + " seconds="
                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        assertThat(report.complaints()).isEmpty();
        assertThat(report.counted()).isGreaterThanOrEqualTo(KILLS);
    }
}
