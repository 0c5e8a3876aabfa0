package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With processes that only say what nodes say. */
class NodeKeeperTest {
    @TempDir
    Path folder;

    private final AtomicLong ahead = new AtomicLong();
    private final Kills kills = new Kills();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final NodeKeeper keeper = new NodeKeeper(
            Duration.ofSeconds(1),
            () -> System.nanoTime() + ahead.get(),
            new RunningTest(),
            kills,
            new PrintStream(out, true, StandardCharsets.UTF_8));

    private NodeProcess node(String id, String script) {
        return new NodeProcess(id, List.of("sh", "-c", script), folder.resolve(id), keeper::tell);
    }

    private static String says(String role, String holder) {
        return "echo '@tck NODE =" + role + " =1 =" + holder + " ='; ";
    }

    @Test
    void aStandbyThatIsNoneForLongIsAFault() throws Exception {
        String lost = says("STANDBY", "A") + "while :; do " + says("STANDBY", "") + "sleep 0.1; done";
        try {
            keeper.start(node("A", says("HOLDER", "A") + "exec cat"), node("B", lost));
            keeper.begin();
            ahead.set(Duration.ofSeconds(60).toNanos());
            Awaitility.await().until(() -> !kills.faults().isEmpty());
        } finally {
            keeper.close();
        }
        assertThat(kills.faults().get(0)).isEqualTo("there is no standby since 60 s: nobody is killed");
        assertThat(kills.summary()).startsWith("kills=0");
    }
}
