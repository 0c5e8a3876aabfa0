package io.batonmq.tck.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;

/** The whole specification suite, on a node in this process. */
@Timeout(600)
class SpecSuiteTest {
    @TempDir
    Path folder;

    @Test
    void allTestsPassOnH2() throws Exception {
        check("H2", H2Fixture.freshDatabase());
    }

    @Test
    void allTestsPassOnPostgres() throws Exception {
        check("PostgreSQL", PostgresFixture.freshDatabase());
    }

    private void check(String name, TestDatabase database) throws Exception {
        try (SpecNode node = SpecNode.start(database, folder)) {
            SpecSuite.use(node.provider());
            long began = System.nanoTime();
            Map<String, TestExecutionResult> results = SpecRun.all();
            List<String> failed = new ArrayList<>();
            results.forEach((test, result) -> result.getThrowable()
                    .ifPresent(thrown -> failed.add(test + ": " + thrown + " " + List.of(thrown.getStackTrace()))));
            System.out.printf(
                    "specification: %d of %d on %s, in %d ms%n",
                    results.size() - failed.size(), results.size(), name, (System.nanoTime() - began) / 1_000_000);
            assertThat(failed).isEmpty();
            assertThat(results).hasSizeGreaterThan(SpecSuite.classNames().size());
        } finally {
            SpecSuite.use(null);
        }
    }

    @Test
    void eachClassIsNamedForItsSection() throws Exception {
        for (String name : SpecSuite.classNames()) {
            String title = Class.forName(name).getAnnotation(DisplayName.class).value();
            String digits = IntStream.of(numbers(title))
                    .mapToObj(number -> String.format("%02d", number))
                    .collect(Collectors.joining());
            assertThat(name).matches("io.batonmq.tck.spec.Section" + digits + "[A-Z]\\w*Test");
        }
    }

    private static int[] numbers(String title) {
        return java.util.Arrays.stream(title.substring(0, title.indexOf(' ')).split("\\."))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
