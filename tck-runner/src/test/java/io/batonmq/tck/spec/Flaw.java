package io.batonmq.tck.spec;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A way in which a provider may be wrong, and the tests that must fail on it. One thread, until it is complete. */
final class Flaw {
    private final String name;
    private final Supplier<Fault> fault;
    private final Set<String> broken = new TreeSet<>();

    /**
     * Makes it.
     *
     * @param fault makes the fault for one run of one test, which it may remember things of
     */
    Flaw(String name, Supplier<Fault> fault) {
        this.name = name;
        this.fault = fault;
    }

    /** These tests of a class must fail on it; all of the class if none is named. */
    Flaw breaks(Class<? extends SpecificationTest> section, String... tests) {
        for (String test : tests.length == 0 ? testsOf(section).toArray(String[]::new) : tests) {
            if (!broken.add(section.getSimpleName() + "#" + test)) {
                throw new IllegalArgumentException(section + "#" + test + " is named twice");
            }
        }
        return this;
    }

    /** The names of a class's tests. */
    static Stream<String> testsOf(Class<?> section) {
        return Stream.of(section.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName);
    }

    String name() {
        return name;
    }

    Fault fault() {
        return fault.get();
    }

    /** By name, {@code Section…Test#method}. */
    Set<String> broken() {
        return broken;
    }
}
