package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.ts.tests.jms.core.fixture.KilledIT;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runner on two nodes of which the one that serves is killed while tests run. */
@Timeout(300)
class KillEveryTest {
    @TempDir
    Path folder;

    private List<String> arguments(String... more) throws Exception {
        Path tck = Path.of(KilledIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> arguments = new ArrayList<>(List.of(
                "--tck", tck.toString(), "--report", folder.resolve("xml").toString(), "--kill-every", "1"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private String run(int status, String... more) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
        int ended = TckMain.run(arguments(more), out, out);
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(ended).as(text).isEqualTo(status);
        assertThat(ProcessHandle.current().descendants())
                .as("no node is left")
                .filteredOn(ProcessHandle::isAlive)
                .isSubsetOf(before);
        return text;
    }

    @Test
    void testsGoOnWithTheOtherNode() throws Exception {
        String out = run(TckMain.PASSED, "--only", "KilledIT", "--only", "PassingIT");
        assertThat(out)
                .contains("two nodes on an H2 server, the holder killed every 1 s")
                .contains("[kill 1] node A, ")
                .contains("in core.fixture.KilledIT#aMessageOutlivesItsNodes: node A took over after ")
                .contains("4 of 5 passed in the suite")
                .containsPattern("kills=[2-9][0-9]*, [2-9][0-9]* of them while a test ran");
    }

    @Test
    void theNodesUseTheDatabaseThatIsGivenAndWhatFailsIsRunOnNewOnes() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase()) {
            String out = run(
                    TckMain.PASSED,
                    "--only",
                    "KilledIT",
                    "--only",
                    "FailingIT#leavesSomethingBehind",
                    "--only",
                    "FailingIT#failsAfterAnother",
                    "--database",
                    database.url(),
                    "--database-user",
                    database.user(),
                    "--database-password",
                    database.password());
            assertThat(out)
                    .contains("two nodes on jdbc:postgresql:")
                    .contains("in core.fixture.KilledIT#aMessageOutlivesItsNodes: node B took over after ")
                    .contains("2 of 3 passed in the suite, 3 with those that pass alone");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunnerThatIsKilledLeavesNoProcessAndTheResultsOfTheClassesThatHadEnded(boolean politely) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                TckMain.class.getName()));
        command.addAll(arguments("--only", "CrashingIT", "--only", "HangingIT"));
        Process runner = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            CompletableFuture<Void> killed = new CompletableFuture<>();
            Thread reader = new Thread(() -> read(runner, killed), "runner-output");
            reader.setDaemon(true);
            reader.start();
            killed.get(120, TimeUnit.SECONDS);
            List<ProcessHandle> children = runner.descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(2);
            if (politely) {
                runner.destroy();
            } else {
                runner.destroyForcibly();
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(folder.resolve("xml"))
                    .isDirectoryContaining("glob:**/TEST-*.CrashingIT.xml")
                    .isDirectoryNotContaining("glob:**/TEST-*.HangingIT.xml");
            if (politely) {
                assertThat(runner.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(folder).isDirectoryNotContaining("glob:**/batonmq-tck*");
            }
        } finally {
            runner.destroyForcibly();
        }
    }

    private static void read(Process runner, CompletableFuture<Void> killed) {
        StringBuilder all = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(runner.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> {
                all.append(line).append('\n');
                if (line.startsWith("[kill ") && line.contains("in core.fixture.HangingIT#hangs")) {
                    killed.complete(null);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // It was killed.
        }
        killed.completeExceptionally(new AssertionError("no kill in: " + all));
    }

    @Test
    void itIsForOwnNodesOnADatabaseThatTheyCanShare() throws Exception {
        assertThat(run(TckMain.BAD_INPUT, "--jndi", "x"))
                .isEqualTo("tck-runner: --kill-every is for BatonMQ's own nodes, --jndi names another provider"
                        + System.lineSeparator());
        assertThat(run(TckMain.BAD_INPUT, "--database", "jdbc:h2:./x"))
                .contains("tck-runner: --kill-every needs a database that two processes can use, and jdbc:h2:./x is"
                        + " embedded H2");
        assertThat(run(TckMain.BAD_INPUT, "--only", "PassingIT", "--database", "jdbc:postgresql://127.0.0.1:1/none"))
                .startsWith("tck-runner: --database jdbc:postgresql://127.0.0.1:1/none: ")
                .contains("refused");
    }
}
