package io.batonmq.tck.joram;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/**
 * The suite's {@value #TESTS} tests. The suite, in the form for {@code jakarta.jms}, is on the class path beside this
 * class. One run at a time: the provider under test is known to the whole process.
 */
public final class JoramSuite {

    /** How many tests the suite has; a run with fewer has not run it. */
    public static final int TESTS = 196;

    private static final String PACKAGE = "org.objectweb.jtests.jms.conform.";

    private static final List<String> CLASSES = List.of(
            "connection.ConnectionTest",
            "connection.TopicConnectionTest",
            "message.MessageBodyTest",
            "message.MessageDefaultTest",
            "message.MessageTypeTest",
            "message.headers.MessageHeaderTest",
            "message.properties.JMSXPropertyTest",
            "message.properties.MessagePropertyConversionTest",
            "message.properties.MessagePropertyTest",
            "queue.QueueBrowserTest",
            "queue.TemporaryQueueTest",
            "selector.SelectorSyntaxTest",
            "selector.SelectorTest",
            "session.QueueSessionTest",
            "session.SessionTest",
            "session.TopicSessionTest",
            "session.UnifiedSessionTest",
            "topic.TemporaryTopicTest");

    private JoramSuite() {}

    /** The names of the classes. */
    public static List<String> classNames() {
        return CLASSES.stream().map(name -> PACKAGE + name).toList();
    }

    /** Whether the suite is on the class path. */
    public static boolean isPresent() {
        return JoramSuite.class.getClassLoader().getResource((PACKAGE + CLASSES.get(0)).replace('.', '/') + ".class")
                != null;
    }

    /** Says which provider is under test; null = none any more. */
    public static void use(@Nullable JndiProvider provider) {
        JndiAdmin.use(provider);
    }

    /**
     * Runs all tests, one after the other.
     *
     * @throws IllegalStateException if the suite is not on the class path
     */
    public static JoramReport run(JndiProvider provider) {
        List<JoramReport.OfClass> results = new ArrayList<>();
        JndiAdmin.use(provider);
        try {
            for (String name : CLASSES) {
                Result result = new JUnitCore().run(load(PACKAGE + name));
                results.add(new JoramReport.OfClass(
                        name,
                        result.getRunCount(),
                        result.getIgnoreCount() + result.getAssumptionFailureCount(),
                        result.getRunTime(),
                        result.getFailures().stream()
                                .map(failure -> new JoramReport.Failed(
                                        failure.getDescription().getMethodName(), failure.getException()))
                                .toList()));
            }
        } finally {
            JndiAdmin.use(null);
        }
        return new JoramReport(results);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the Joram suite is not on the class path: " + name, e);
        }
    }
}
