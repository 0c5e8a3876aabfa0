package io.batonmq.tck;

import com.sun.ts.lib.util.TestUtil;
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
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A test process: {@code check USER PASSWORD} looks for the provider, {@code run SECONDS-PER-TEST SECONDS-PER-CLASS CLASS
 * [TEST …]} runs one class, or some of its tests. Events go to standard output; what tests print is captured.
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
        } catch (IOException | RuntimeException | LinkageError e) {
            return Event.of(Event.Kind.BAD_INPUT, "the provider can't be looked at: " + ProviderCheck.text(e));
        }
    }

    private static void run(List<String> arguments, PrintStream out, Capture capture) throws IOException {
        SpecSuite.use(specProvider());
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

    private static LauncherDiscoveryRequest request(String className, List<String> tests) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        tests.forEach(test -> selectors.add(DiscoverySelectors.selectMethod(className, test)));
        if (selectors.isEmpty()) {
            selectors.add(DiscoverySelectors.selectClass(className));
        }
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
    }

    private static Duration seconds(String text) {
        return Duration.ofSeconds(Long.parseLong(text));
    }
}
