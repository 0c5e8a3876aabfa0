package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.ts.tests.jms.core.fixture.ManyIT;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteRunTest {
    @TempDir
    Path folder;

    /** One that is gone when it is to be made new; the tests that run don't ask for it. */
    private static final class Gone implements Provider {
        @Override
        public Map<String, String> jndi() {
            return Map.of();
        }

        @Override
        public void renew() throws BadInputException {
            throw new BadInputException("BatonMQ does not start");
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public void close() {}
    }

    @Test
    void aProviderThatCannotBeMadeNewLeavesTheSuitesResults() throws Exception {
        Path tck = Path.of(
                ManyIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Options options = Options.parse(List.of(
                "--tck", tck.toString(), "--report", folder.resolve("xml").toString()));
        TestProcesses.Machine machine = new TestProcesses.Machine(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                "somebody",
                System::nanoTime);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JUnitXml xml = new JUnitXml(options.report());
        xml.begin();
        SuiteResult result = new SuiteRun(
                        new TestProcesses(options, machine, folder)::forProvider,
                        new Gone(),
                        options.bounds(),
                        new RunningTest(),
                        xml,
                        new PrintStream(out, true, StandardCharsets.UTF_8))
                .run("gone", Map.of(ManyIT.class.getName(), List.of()), true);

        assertThat(result.total()).isEqualTo(3);
        assertThat(result.finallyFailed()).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(
                        "[again] core.fixture.ManyIT#overloaded(TestInfo): FAILED: not run alone: BatonMQ does not start");
        assertThat(folder.resolve("xml/TEST-" + ManyIT.class.getName() + ".xml"))
                .content()
                .contains("failures=\"2\"");
    }
}
