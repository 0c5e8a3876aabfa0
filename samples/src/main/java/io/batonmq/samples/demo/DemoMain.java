package io.batonmq.samples.demo;

import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook;
import io.batonmq.samples.process.ProcessFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the failover demo; its last line is {@code sent=N received=N lost=0 duplicated=0 failovers=K longest-gap-ms=G}, its
 * status 0 only if nothing was lost or duplicated in three failovers or more. A process's main class.
 */
public final class DemoMain {

    private static final int MISTAKE = 2;
    private static final int SHOWN = 10;

    private DemoMain() {}

    /** The process's entry. */
    public static void main(String[] args) throws IOException {
        System.exit(run(List.of(args), System.out));
    }

    private static int run(List<String> arguments, PrintStream out) throws IOException {
        if (arguments.contains("--help")) {
            out.println(DemoOptions.USAGE);
            return 0;
        }
        SecureRandom secure = new SecureRandom();
        DemoOptions options;
        try {
            options = DemoOptions.parse(arguments, secure.nextInt(1_000_000));
        } catch (ProcessFailure e) {
            out.println(e.getMessage());
            return MISTAKE;
        }
        String name = "demo-" + HexFormat.of().toHexDigits(secure.nextInt());
        Path folder = Files.createTempDirectory("batonmq-" + name + "-");
        boolean good = false;
        try (Children children = new Children(java(), System.getProperty("java.class.path"), folder)) {
            good = run(options, folder, children, new Narrator(out, System::nanoTime), name, out);
        } catch (ProcessFailure | SQLException e) {
            for (String log : List.of("node-A", "node-B", "producer", "consumer")) {
                out.println("---- end of " + log + ".log\n" + Children.lastLines(folder.resolve(log + ".log"), SHOWN));
            }
            out.println("The demo failed: " + e.getMessage() + "; logs and ledgers: " + folder);
        }
        if (good) {
            delete(folder);
        }
        return good ? 0 : 1;
    }

    private static boolean run(
            DemoOptions options, Path folder, Children children, Narrator narrator, String name, PrintStream out)
            throws IOException, SQLException {
        try (DemoDatabase database = DemoDatabase.open(options, folder);
                LeaseLook lease = new LeaseLook(database.connect(), name)) {
            narrator.say("seed %d; database: %s", options.seed(), database.description());
            narrator.say("logs and ledgers: %s", folder);
            DemoResult result;
            try {
                result = new Demo(options, folder, children, narrator, System::nanoTime, name).run(database, lease);
            } finally {
                children.killAll();
                lease.forget();
            }
            return report(result, folder, out);
        }
    }

    private static boolean report(DemoResult result, Path folder, PrintStream out) {
        show("lost", result.verdict().lost(), out);
        show("duplicated", result.verdict().duplicated(), out);
        show(
                "received, but not sent as far as the producer was told",
                result.verdict().untrue(),
                out);
        if (!result.isGood()) {
            out.println("logs and ledgers: " + folder);
        }
        out.println(result.line());
        return result.isGood();
    }

    private static void show(String what, List<String> uids, PrintStream out) {
        if (!uids.isEmpty()) {
            out.println(what + ": " + String.join(" ", uids.subList(0, Math.min(SHOWN, uids.size()))));
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
