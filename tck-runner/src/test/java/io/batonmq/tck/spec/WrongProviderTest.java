package io.batonmq.tck.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Message;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;

/**
 * Each test of the specification suite fails on a provider that is wrong in what it tests. The wrong providers are proxies
 * of the real one with one flaw each; with none, all tests pass.
 */
@Timeout(600)
class WrongProviderTest {
    /** How long a test waits for what a wrong provider may never do. */
    private static final Duration WRONG_PATIENCE = Duration.ofSeconds(2);

    /** The tests wait more than they work. */
    private static final int THREADS = 4 * Runtime.getRuntime().availableProcessors() + 4;

    @TempDir
    static Path folder;

    private static SpecNode node;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, run -> {
        Thread thread = new Thread(run, "wrong-provider");
        thread.setDaemon(true);
        return thread;
    });

    @BeforeAll
    static void start() throws Exception {
        node = SpecNode.start(H2Fixture.freshDatabase(), folder);
    }

    @AfterAll
    static void stop() {
        SpecSuite.use(null);
        node.close();
    }

    @AfterEach
    void end() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void everyTestFailsUnderAFlaw() throws Exception {
        Set<String> unbroken = suite();
        Flaws.all().forEach(flaw -> unbroken.removeAll(flaw.broken()));
        assertThat(unbroken).as("tests that no flaw breaks").isEmpty();
    }

    @Test
    void flawsAreOfUseAndNameTestsThatThereAre() throws Exception {
        Set<String> suite = suite();
        for (Flaw flaw : Flaws.all()) {
            assertThat(flaw.broken()).as(flaw.name()).isNotEmpty().isSubsetOf(suite);
        }
        assertThat(Flaws.all()).extracting(Flaw::name).doesNotHaveDuplicates();
    }

    /** Many tests at once make a busy machine of any: what fails among them is run once more, alone. */
    @Test
    void withoutAFlawAllTestsPass() throws Exception {
        SpecSuite.use(node.provider(WrongContextFactory.class, SpecProvider.PATIENCE));
        List<Callable<String>> runs = new ArrayList<>();
        for (String test : suite()) {
            runs.add(() -> run(Fault.NONE, test, "60 s").getStatus() == Status.SUCCESSFUL ? "" : test);
        }
        List<String> failed = new ArrayList<>();
        for (String test : told(runs)) {
            TestExecutionResult alone = run(Fault.NONE, test, "60 s");
            if (alone.getStatus() != Status.SUCCESSFUL) {
                failed.add(test + ": " + alone);
            }
        }
        assertThat(failed).isEmpty();
    }

    @Test
    void withAFlawTheTestsThatItBreaksFail() throws Exception {
        SpecSuite.use(node.provider(WrongContextFactory.class, WRONG_PATIENCE));
        List<Callable<String>> runs = new ArrayList<>();
        for (Flaw flaw : Flaws.all()) {
            for (String test : flaw.broken()) {
                runs.add(() -> complaint(flaw.name() + ", " + test, run(flaw.fault(), test, "20 s")));
            }
        }
        assertThat(told(runs)).isEmpty();
    }

    private static Set<String> suite() throws ClassNotFoundException {
        Set<String> tests = new TreeSet<>();
        for (String name : SpecSuite.classNames()) {
            Class<?> section = Class.forName(name);
            Flaw.testsOf(section).forEach(test -> tests.add(section.getSimpleName() + "#" + test));
        }
        return tests;
    }

    private static TestExecutionResult run(Fault fault, String test, String bound) {
        WrongProxies.use(fault);
        Map<String, TestExecutionResult> results = SpecRun.only(List.of(test), bound);
        assertThat(results).containsOnlyKeys(test);
        return results.values().iterator().next();
    }

    /** What the runs have to tell; an empty text is nothing. */
    private List<String> told(Collection<Callable<String>> runs) throws Exception {
        List<String> told = new ArrayList<>();
        for (Future<String> each : threads.invokeAll(runs)) {
            if (!each.get().isEmpty()) {
                told.add(each.get());
            }
        }
        return told;
    }

    /** What is wrong with a failure: that there is none, or that it is none of the test's own. */
    private static String complaint(String run, TestExecutionResult result) {
        if (result.getStatus() != Status.FAILED) {
            return run + ": " + result.getStatus();
        }
        Throwable thrown = result.getThrowable().orElseThrow();
        boolean own =
                isOfTheTestOrTheProvider(thrown) && all(thrown).noneMatch(WrongProviderTest::isAMistakeOfTheProxy);
        return own ? "" : run + ": " + thrown + " " + List.of(thrown.getStackTrace());
    }

    private static boolean isOfTheTestOrTheProvider(Throwable thrown) {
        return thrown instanceof AssertionError
                || thrown.getClass().getPackage().equals(Message.class.getPackage())
                || thrown instanceof UnsupportedOperationException
                || thrown instanceof NumberFormatException;
    }

    private static boolean isAMistakeOfTheProxy(Throwable thrown) {
        boolean mistake = thrown instanceof NullPointerException
                || thrown instanceof ClassCastException
                || thrown instanceof IndexOutOfBoundsException
                || thrown instanceof UndeclaredThrowableException;
        StackTraceElement[] trace = thrown.getStackTrace();
        if (!mistake || trace.length == 0) {
            return false;
        }
        String where = trace[0].getClassName();
        return where.contains("$Proxy") || where.matches("io\\.batonmq\\.tck\\.spec\\.(?!Section).*");
    }

    private static Stream<Throwable> all(Throwable thrown) {
        Stream<Throwable> more = Stream.concat(Stream.ofNullable(thrown.getCause()), Stream.of(thrown.getSuppressed()));
        return Stream.concat(Stream.of(thrown), more.flatMap(WrongProviderTest::all));
    }
}
