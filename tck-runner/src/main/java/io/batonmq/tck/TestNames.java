package io.batonmq.tck;

import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * What counts as one test, and its name. A method is one test, however often it is invoked with other arguments; overloaded
 * methods have names with their parameters' types. No thread of its own.
 */
final class TestNames {

    private TestNames() {}

    /** The method's name, with parameters if it has any. */
    static String of(TestIdentifier test) {
        String name = test.getLegacyReportingName();
        return name.endsWith("()") ? name.substring(0, name.length() - 2) : name;
    }

    /** Whether this is one test: neither a class nor a single invocation of a method that has many. */
    static boolean isOne(TestIdentifier test, TestPlan plan) {
        if (!test.isTest() && !isMethod(test)) {
            return false;
        }
        TestIdentifier parent = plan.getParent(test).orElse(null);
        while (parent != null) {
            if (isMethod(parent)) {
                return false;
            }
            parent = plan.getParent(parent).orElse(null);
        }
        return true;
    }

    private static boolean isMethod(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).isPresent();
    }
}
