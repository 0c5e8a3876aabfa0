package io.batonmq.tck;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs classes one after the other, then what failed once more, each test alone on a provider made new. One thread. */
final class SuiteRun {
    private final Processes processes;
    private final Provider provider;
    private final ClassRun.Bounds bounds;
    private final RunningTest running;
    private final JUnitXml xml;
    private final PrintStream out;

    /** Makes what starts test processes for the provider as it is now. */
    @FunctionalInterface
    interface Processes {
        Jvm forProvider(Provider provider) throws IOException;
    }

    SuiteRun(
            Processes processes,
            Provider provider,
            ClassRun.Bounds bounds,
            RunningTest running,
            JUnitXml xml,
            PrintStream out) {
        this.processes = processes;
        this.provider = provider;
        this.bounds = bounds;
        this.running = running;
        this.xml = xml;
        this.out = out;
    }

    /**
     * Runs them.
     *
     * @param classes each with those of its tests that shall run, none = all
     */
    SuiteResult run(String name, Map<String, List<String>> classes, boolean rerun)
            throws IOException, InterruptedException {
        Jvm jvm = processes.forProvider(provider);
        long began = jvm.nanos();
        List<ClassResult> results = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : classes.entrySet()) {
            ClassResult result = new ClassRun(jvm, bounds, running, each.getKey()).run(each.getValue());
            results.add(result);
            xml.write(result);
            progress(results.size(), classes.size(), result);
        }
        long took = (jvm.nanos() - began) / 1_000_000;
        Map<String, TestResult> alone = rerun ? again(results) : Map.of();
        SuiteResult result = new SuiteResult(name, results, alone, took);
        xml.write(result);
        return result;
    }

    private void progress(int number, int of, ClassResult result) {
        int failed = result.failures().size();
        out.printf(
                "[%2d/%d] %s: %d tests, %s, %s s%n",
                number,
                of,
                result.shortName(),
                result.tests().size(),
                failed == 0 ? "no failure" : failed + " FAILED",
                Report.seconds(result.millis()));
        result.failures().forEach(test -> out.printf("        %s: %s%n", test.test(), test.cause()));
        out.flush();
    }

    private Map<String, TestResult> again(List<ClassResult> results) throws IOException, InterruptedException {
        Map<String, TestResult> alone = new LinkedHashMap<>();
        for (ClassResult each : results) {
            for (TestResult test : each.failures()) {
                TestResult again = alone(each, test.test());
                alone.put(SuiteResult.key(each.className(), test), again);
                out.printf(
                        "[again] %s#%s: %s%n",
                        each.shortName(),
                        test.test(),
                        again.failed()
                                ? "FAILED: " + again.cause()
                                : again.outcome().name().toLowerCase(Locale.ROOT));
                out.flush();
            }
        }
        return alone;
    }

    /** Without a provider there is no second chance, but what the suite has come to stands. */
    private TestResult alone(ClassResult of, String test) throws IOException, InterruptedException {
        try {
            provider.renew();
        } catch (BadInputException e) {
            return TestResult.failed(test, 0, "not run alone: " + e.getMessage(), "", "");
        }
        ClassResult result = new ClassRun(processes.forProvider(provider), bounds, running, of.className())
                .run(test.equals(ClassRun.WHOLE_CLASS) ? List.of() : List.of(test));
        return result.failures().isEmpty()
                ? result.tests().get(0)
                : result.failures().get(0);
    }
}
