package io.batonmq.tck;

import com.sun.ts.lib.util.TestUtil;
import io.batonmq.tck.joram.JndiProvider;
import io.batonmq.tck.joram.JoramSuite;
import io.batonmq.tck.spec.SpecProvider;
import io.batonmq.tck.spec.SpecSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A test process: {@code check USER PASSWORD} looks for the provider, {@code list CLASS …} says what tests classes have,
 * {@code run SECONDS-PER-TEST SECONDS-PER-CLASS CLASS [TEST …]} runs one class, or some of its tests. Events go to standard output; what tests print is captured.
 */
public final class ChildMain {
    private static final int EXPIRED = 75;

    private ChildMain() {}

    /** The process's entry. */
    public static void main(String[] args) throws IOException {
        ParentPipe.open();
        PrintStream out = System.out;
        Capture capture = new Capture();
        System.setOut(capture.stream());
        System.setErr(capture.stream());
        captureLogs(capture);
        List<String> arguments = Arrays.asList(args);
        if (arguments.get(0).equals("check")) {
            send(out, check(arguments.get(1), arguments.get(2)));
        } else if (arguments.get(0).equals("list")) {
            arguments.subList(1, arguments.size()).forEach(className -> send(out, list(className)));
        } else {
            run(arguments, out, capture);
        }
        // A provider's or a test's thread that is not a daemon holds up nothing.
        Runtime.getRuntime().halt(0);
    }

    private static void captureLogs(Capture capture) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        for (Handler each : root.getHandlers()) {
            root.removeHandler(each);
        }
        root.addHandler(capture);
    }

    private static void send(PrintStream out, Event event) {
        synchronized (out) {
            // What native code printed before may end in the middle of a line.
            out.print("\n" + event.encode() + "\n");
            out.flush();
        }
    }

    private static Event check(String user, String password) {
        try {
            return Event.of(Event.Kind.PROVIDER, new ProviderCheck(TckObjectsFactory.jndi()).run(user, password));
        } catch (BadInputException e) {
            return Event.of(Event.Kind.BAD_INPUT, String.valueOf(e.getMessage()));
        } catch (NoClassDefFoundError e) {
            return Event.of(
                    Event.Kind.BAD_INPUT,
                    "a class is not on the class path (--provider adds the provider's jars): " + e.getMessage());
        } catch (IOException | RuntimeException | LinkageError e) {
            return Event.of(Event.Kind.BAD_INPUT, "the provider can't be looked at: " + ProviderCheck.text(e));
        }
    }

    private static void run(List<String> arguments, PrintStream out, Capture capture) throws IOException {
        SpecSuite.use(specProvider());
        JoramSuite.use(joramProvider());
        // Otherwise the TCK keeps what it has to say for a harness that never asks.
        TestUtil.initJavaTest();
        FailureMark.use(capture);
        EventListener listener =
                new EventListener(event -> send(out, event), capture, () -> System.nanoTime() / 1_000_000);
        listener.watchedBy(new Watchdog(seconds(arguments.get(1)), seconds(arguments.get(2)), why -> {
            EventListener.Running running = listener.running();
            String test = running == null ? "" : running.test();
            long took = running == null ? 0 : System.nanoTime() / 1_000_000 - running.since();
            String reason = why.substring(0, why.indexOf('\n'));
            send(out, Event.of(Event.Kind.EXPIRED, test, String.valueOf(took), reason, why, capture.all()));
            Runtime.getRuntime().halt(EXPIRED);
        }));
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request(arguments.get(3), arguments.subList(4, arguments.size())), listener);
    }

    /** The provider as the specification suite sees it. */
    private static SpecProvider specProvider() throws IOException {
        JndiNames names = TckObjectsFactory.jndi();
        return new SpecProvider(
                names.environment(),
                names.renamed(),
                names.queues(),
                names.topics(),
                Duration.ofMillis(Long.getLong("jms_timeout", SpecProvider.PATIENCE.toMillis())));
    }

    /** The provider as the Joram suite sees it. Each of its classes has a process, in which numbers begin anew. */
    private static JndiProvider joramProvider() throws IOException {
        JndiNames names = TckObjectsFactory.jndi();
        String unique = "joram-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) + "-{unique}";
        return new JndiProvider(
                names.environment(),
                names.nameOf(AdministeredObject.CONNECTION_FACTORY),
                names.nameOf(AdministeredObject.QUEUE_FACTORY),
                names.nameOf(AdministeredObject.TOPIC_FACTORY),
                patterns(names, names.queues(), unique, AdministeredObject.QUEUES),
                patterns(names, names.topics(), unique, AdministeredObject.TOPICS));
    }

    private static List<String> patterns(JndiNames names, String pattern, String unique, List<String> bound) {
        return pattern.isEmpty()
                ? bound.stream().map(names::nameOf).toList()
                : List.of(pattern.replace("{unique}", unique));
    }

    private static Event list(String className) {
        TestPlan plan = LauncherFactory.create().discover(request(className, List.of()));
        List<String> fields = new ArrayList<>(List.of(className));
        plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(test -> TestNames.isOne(test, plan))
                .forEach(test -> fields.add(TestNames.of(test)));
        return new Event(Event.Kind.TESTS, fields);
    }

    private static LauncherDiscoveryRequest request(String className, List<String> tests) {
        PostDiscoveryFilter wanted = test ->
                FilterResult.includedIf(tests.isEmpty() || tests.contains(TestNames.of(TestIdentifier.from(test))));
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(className))
                .filters(wanted)
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
    }

    private static Duration seconds(String text) {
        return Duration.ofSeconds(Long.parseLong(text));
    }
}
