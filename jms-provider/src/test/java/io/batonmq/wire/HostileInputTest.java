package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** C94: whatever a peer sends ends in a protocol error, in little memory. */
class HostileInputTest {

    @Test
    void onlyProtocolErrorsComeOfHostileInputInASmallHeap() throws Exception {
        long seed = Seeds.announce("HostileInputTest");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx48m",
                        "-XX:MaxDirectMemorySize=8m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dio.netty.leakDetection.level=paranoid",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileInputMain.class.getName(),
                        Long.toString(seed),
                        "150000")
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(output).matches("(?s).*refused=\\d{5,} decoded=\\d{4,}\\s*");
            assertThat(output).doesNotContain("LEAK");
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
