package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.ts.tests.jms.core.fixture.PassingIT;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner on a small TCK of this module's own: package {@code com.sun.ts.tests.jms.core.fixture}. */
class TckRunTest {
    @TempDir
    Path folder;

    private record Run(int status, String out) {}

    private Run run(String... more) throws Exception {
        Path tck = Path.of(PassingIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> arguments = new ArrayList<>(List.of(
                "--tck", tck.toString(), "--report", folder.resolve("xml").toString(), "--test-bound", "10", "--only"));
        arguments.addAll(List.of(more));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int status = TckMain.run(arguments, out, out);
        return new Run(status, bytes.toString(StandardCharsets.UTF_8));
    }

    private String xml(String className) throws Exception {
        return Files.readString(folder.resolve("xml/TEST-com.sun.ts.tests.jms.core.fixture." + className + ".xml"));
    }

    @Test
    void testsFindTheirProviderAndPass() throws Exception {
        Run run = run("PassingIT");
        assertThat(run.out()).contains("3 of 4 passed in the suite, 3 with those that pass alone");
        assertThat(run.out())
                .contains("PassingIT: 4 tests, no failure")
                .contains("BatonMQ")
                .contains("embedded H2");
        assertThat(run.status()).isZero();
        assertThat(xml("PassingIT")).contains("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"1\"");
        assertThat(xml("PassingIT")).contains("needs a container");
    }

    @Test
    void theSpecificationSuiteRunsBesideTheTckWithOneSummary() throws Exception {
        Run run = run("PassingIT", "--spec", "--only", "Section030408");
        assertThat(run.out())
                .contains("PassingIT: 4 tests, no failure")
                .contains("spec.Section030408TypeTest: 1 tests, no failure")
                .contains("4 of 5 passed in the suite");
        assertThat(run.status()).isZero();
        assertThat(folder.resolve("xml/TEST-io.batonmq.tck.spec.Section030408TypeTest.xml"))
                .content()
                .contains("tests=\"1\" failures=\"0\"");
    }

    @Test
    void theJoramSuiteRunsWithTheSameSummary() throws Exception {
        Run run = run("PassingIT", "--joram", "--only", "properties.JMSXPropertyTest", "--only", "UnifiedSessionTest");
        assertThat(run.out())
                .contains("PassingIT: 4 tests, no failure")
                .contains("conform.message.properties.JMSXPropertyTest: 3 tests, no failure")
                .contains("conform.session.UnifiedSessionTest: 8 tests, no failure")
                .contains("14 of 15 passed in the suite");
        assertThat(run.status()).isZero();
        assertThat(folder.resolve("xml/TEST-org.objectweb.jtests.jms.conform.session.UnifiedSessionTest.xml"))
                .content()
                .contains("tests=\"8\" failures=\"0\"");
    }

    @Test
    void testsArePickedByAnyPartOfTheirNames() throws Exception {
        Run run = run("FailingIT#leaves", "--only", "afterTheCrash", "--joram", "--only", "testSupportsJMSX");
        assertThat(run.out())
                .contains("FailingIT: 1 tests, no failure")
                .contains("CrashingIT: 1 tests, no failure")
                .contains("conform.message.properties.JMSXPropertyTest: 1 tests, no failure")
                .contains("3 of 3 passed in the suite");
        assertThat(run.status()).isZero();
    }

    @Test
    void methodsOfOneNameAndRepeatedOnesAreToldApart() throws Exception {
        Run run = run("ManyIT");
        assertThat(run.out())
                .contains("ManyIT: 3 tests, 2 FAILED")
                .contains("        overloaded(TestInfo): of overloaded(TestInfo)\n")
                .contains("        repeated(RepetitionInfo): repetition 2 of 3: ")
                .contains("[again] core.fixture.ManyIT#overloaded(TestInfo): FAILED")
                .contains("[again] core.fixture.ManyIT#repeated(RepetitionInfo): FAILED: repetition 2 of 3: ")
                .contains("1 of 3 passed in the suite, 1 with those that pass alone");
        assertThat(run.status()).isEqualTo(TckMain.FAILED);
    }

    @Test
    void theNodeUsesTheDatabaseThatIsGiven() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase()) {
            Run run = run(
                    "FailingIT#leavesSomethingBehind",
                    "--only",
                    "FailingIT#failsAfterAnother",
                    "--database",
                    database.url(),
                    "--database-user",
                    database.user(),
                    "--database-password",
                    database.password());
            assertThat(run.out()).contains("jdbc:postgresql:");
            // A fresh node finds nothing of the old one in the same database.
            assertThat(run.out()).contains("1 of 2 passed in the suite, 2 with those that pass alone");
            assertThat(run.status()).isZero();
        }
    }

    @Test
    void aFailureIsShownWithTheCauseThatWasLogged() throws Exception {
        Run run = run("FailingIT");
        assertThat(run.status()).isEqualTo(TckMain.FAILED);
        assertThat(run.out()).contains("        fails: fails | priority is 4, not 9\n");
        assertThat(run.out()).contains("        failsByTheOlderLog: failsByTheOlderLog | redelivered is false\n");
        assertThat(run.out()).doesNotContain("of no interest");
        assertThat(xml("FailingIT")).contains("<failure message=\"fails | priority is 4, not 9\"");
        // Both figures: what fails in the suite, and what fails alone on a fresh node, too.
        assertThat(run.out()).contains("[again] core.fixture.FailingIT#failsAfterAnother: passed");
        assertThat(run.out()).contains("1 of 4 passed in the suite, 2 with those that pass alone");
        assertThat(xml("FailingIT")).contains("failures=\"2\"").contains("<flakyFailure message=\"failsAfterAnother\"");
    }

    @Test
    void whatFailsOnlyInTheSuiteFailsNothing() throws Exception {
        Run run = run("FailingIT#leavesSomethingBehind", "--only", "FailingIT#failsAfterAnother");
        assertThat(run.out()).contains("1 of 2 passed in the suite, 2 with those that pass alone");
        assertThat(run.status()).isZero();
    }

    @Test
    void aTestThatHangsCostsItselfAndLeavesAThreadDump() throws Exception {
        Run run = run("HangingIT", "--no-rerun", "--test-bound", "3");
        assertThat(run.out()).contains("hangs: the test took more than 3 s");
        assertThat(run.out()).contains("1 of 2 passed in the suite");
        assertThat(xml("HangingIT")).contains("HangingIT.hangs").contains("CountDownLatch.await");
        assertThat(run.status()).isEqualTo(TckMain.FAILED);
    }

    @Test
    void aClassThatHangsIsGivenUp() throws Exception {
        Run run = run("HangingIT", "--no-rerun", "--class-bound", "3");
        assertThat(run.out()).contains("hangs: the class took more than 3 s");
        assertThat(run.out()).contains("afterTheHanging: not run: the class took more than 3 s");
        assertThat(run.status()).isEqualTo(TckMain.FAILED);
    }

    @Test
    void aTestThatEndsItsProcessCostsOnlyItself() throws Exception {
        Run run = run("CrashingIT", "--no-rerun");
        assertThat(run.out()).contains("crashes: the test process ended with status 9");
        assertThat(run.out()).contains("1 of 2 passed in the suite");
        assertThat(run.status()).isEqualTo(TckMain.FAILED);
    }

    @Test
    void aClassThatCannotBeginFailsAllItsTests() throws Exception {
        Run run = run("BrokenIT", "--no-rerun");
        assertThat(run.out()).contains("BrokenIT: 2 tests, 2 FAILED").contains("one: no beginning");
        assertThat(run.status()).isEqualTo(TckMain.FAILED);
    }
}
