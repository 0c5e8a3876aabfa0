package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.testing.H2Fixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that connects, says its word and ends: much of its time is that of the classes it loads. */
class ShortClientTest {

    /** Each of them takes some 20 ms the first time it is used, be it for one call only. */
    private static final List<String> SLOW = List.of(
            "java.lang.runtime.ObjectMethods", // a record's generated equals or hashCode
            "io.batonmq.jms.internal.url.OptionTable"); // and a lambda for each option there is

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"%s", "failover:(tcp://localhost:1,%s)", "(tcp://localhost:1,%s)"})
    void itStartsWithoutWhatIsSlowToSetUp(String url) throws Exception {
        try (Nodes nodes = Nodes.start(1, H2Fixture.freshDatabase(), folder, Map.of("users.alice", "secret"))) {
            Path loaded = folder.resolve("loaded.txt");
            Path said = folder.resolve("said.txt");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xlog:class+load:file=" + loaded + ":none",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ShortClientMain.class.getName(),
                            url.formatted(nodes.address(0)),
                            "alice",
                            "secret")
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            assertThat(process.waitFor()).as(Files.readString(said)).isZero();
            assertThat(Files.readString(said, StandardCharsets.UTF_8)).contains("hello");
            assertThat(Files.readAllLines(loaded))
                    .map(line -> line.substring(0, Math.max(0, line.indexOf(' '))))
                    .contains("io.batonmq.jms.internal.url.ServerAddress", "io.batonmq.wire.ScramClient")
                    .doesNotContainAnyElementsOf(SLOW);
        }
    }
}
