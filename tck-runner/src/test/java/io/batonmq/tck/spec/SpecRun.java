package io.batonmq.tck.spec;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A run of the suite, or of some of its tests, in this process. JUnit's thread. */
final class SpecRun implements TestExecutionListener {
    private final Map<String, TestExecutionResult> results = new TreeMap<>();

    /** Runs all tests; by name ({@code Section…Test#method}), what became of each. */
    static Map<String, TestExecutionResult> all() {
        return run(SpecSuite.classNames().stream().map(DiscoverySelectors::selectClass), "60 s");
    }

    /** Runs these tests, named as {@link #all} names them; each ends after {@code bound}, in JUnit's words. */
    static Map<String, TestExecutionResult> only(Collection<String> tests, String bound) {
        String prefix = SpecSuite.class.getPackageName() + ".";
        return run(tests.stream().map(test -> DiscoverySelectors.selectMethod(prefix + test)), bound);
    }

    private static Map<String, TestExecutionResult> run(Stream<? extends DiscoverySelector> selectors, String bound) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(List.copyOf(selectors.toList()))
                .configurationParameter("junit.jupiter.execution.timeout.default", bound)
                .build();
        SpecRun run = new SpecRun();
        LauncherFactory.create().execute(request, run);
        return run.results;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            results.put(name(test), result);
        }
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getJavaClass().getSimpleName() + "#" + source.getMethodName())
                .orElse(test.getUniqueId());
    }
}
