package io.batonmq.tck;

import io.batonmq.tck.joram.JoramSuite;
import io.batonmq.tck.spec.SpecSuite;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the Jakarta Messaging TCK, the specification suite, the Joram suite or all of them against a provider, BatonMQ unless
 * told otherwise: {@code --help} lists the options. Ends with 0 if all tests passed, 1 if one failed in the suite and alone, 2
 * for what the user must change.
 */
public final class TckMain {
    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final int MOST_TRIES = 50;

    private final Options options;
    private final PrintStream out;
    private final Path folder;
    private final JUnitXml xml;
    private final RunningTest running = new RunningTest();

    private TckMain(Options options, PrintStream out, Path folder, JUnitXml xml) {
        this.options = options;
        this.out = out;
        this.folder = folder;
        this.xml = xml;
    }

    /** The process's entry. */
    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** Does what {@link #main} does; returns the exit status. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.contains("--help")) {
            out.print(Options.USAGE);
            return PASSED;
        }
        try {
            Options options = Options.parse(arguments);
            Path folder = Files.createTempDirectory("batonmq-tck");
            JUnitXml xml = new JUnitXml(options.report());
            Thread interrupted = new Thread(() -> interrupted(folder, options.report(), xml, err), "tck-interrupted");
            Runtime.getRuntime().addShutdownHook(interrupted);
            try {
                return new TckMain(options, out, folder, xml).run();
            } finally {
                Runtime.getRuntime().removeShutdownHook(interrupted);
                delete(folder);
            }
        } catch (BadInputException e) {
            err.println("tck-runner: " + e.getMessage());
        } catch (IOException e) {
            err.println("tck-runner: " + ProviderCheck.text(e));
        } catch (InterruptedException e) {
            err.println("tck-runner: interrupted");
        }
        return BAD_INPUT;
    }

    /** For Ctrl-C and TERM: what processes had in the folder, the database's password too, goes with them. */
    private static void interrupted(Path folder, Path report, JUnitXml xml, PrintStream err) {
        xml.close(); // the class whose process is killed here did not fail
        err.println("tck-runner: interrupted; the XML of the classes that had ended is in " + shown(report));
        // The run goes on meanwhile: it starts a node again, or writes to its database.
        for (int i = 0; i < MOST_TRIES && Files.exists(folder); i++) {
            List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
            children.forEach(ProcessHandle::destroyForcibly);
            children.forEach(each ->
                    each.onExit().completeOnTimeout(each, 1, TimeUnit.SECONDS).join());
            delete(folder);
        }
    }

    private static Path shown(Path report) {
        return report.toAbsolutePath().normalize();
    }

    private int run() throws BadInputException, IOException, InterruptedException {
        List<String> found = found();
        for (Path each : options.tck()) {
            exists("--tck", each);
        }
        for (Path each : options.provider()) {
            exists("--provider", each);
        }
        TestProcesses.Machine machine =
                new TestProcesses.Machine(JAVA, ownClassPath(), System.getProperty("user.name"), System::nanoTime);
        TestProcesses processes = new TestProcesses(options, machine, folder);
        Map<String, List<String>> classes = new Selection(options.only(), processes::tests).of(found);
        try (Provider provider = provider()) {
            String name = processes.check(provider);
            beginReport();
            out.printf("%s: %d %s on %s%n", suites(), classes.size(), classes.size() == 1 ? "class" : "classes", name);
            SuiteResult result = new SuiteRun(processes::forProvider, provider, options.bounds(), running, xml, out)
                    .run(name, classes, options.rerun());
            out.println();
            out.print(Report.of(result));
            if (!provider.outcome().isEmpty()) {
                out.println(provider.outcome());
            }
            provider.faults().forEach(out::println);
            out.println("JUnit XML: " + shown(options.report()));
            return result.finallyFailed() == 0 && provider.faults().isEmpty() ? PASSED : FAILED;
        }
    }

    private void beginReport() throws BadInputException {
        try {
            xml.begin();
        } catch (IOException e) {
            throw new BadInputException(
                    "--report " + options.report() + ": no folder, or it can't be written: " + ProviderCheck.text(e));
        }
    }

    private List<String> found() throws BadInputException {
        List<String> found = new ArrayList<>();
        if (!options.tck().isEmpty()) {
            found.addAll(TckClasses.find(options.tck().get(0)));
        }
        if (options.spec()) {
            found.addAll(SpecSuite.classNames());
        }
        if (options.joram()) {
            if (!JoramSuite.isPresent()) {
                throw new BadInputException("--joram: lib/joram-jms-tests-jakarta.jar is not beside tck-runner.jar");
            }
            found.addAll(JoramSuite.classNames());
        }
        return found;
    }

    private String suites() {
        List<String> suites = new ArrayList<>();
        if (!options.tck().isEmpty()) {
            suites.add(options.tck().get(0).toString());
        }
        if (options.spec()) {
            suites.add("specification suite");
        }
        if (options.joram()) {
            suites.add("Joram suite");
        }
        return String.join(", ", suites);
    }

    private static void exists(String option, Path path) throws BadInputException {
        if (!Files.exists(path)) {
            throw new BadInputException(option + " " + path + ": there is no such file or folder");
        }
    }

    private Provider provider() throws BadInputException, IOException, InterruptedException {
        Map<String, String> jndi = new HashMap<>();
        Path file = options.jndiFile();
        if (file != null) {
            exists("--jndi", file);
            try {
                jndi.putAll(JndiNames.properties(file));
            } catch (IOException | IllegalArgumentException e) {
                throw new BadInputException("--jndi " + file + " can't be read: " + ProviderCheck.text(e));
            }
        }
        jndi.putAll(options.jndi());
        if (file != null || !jndi.isEmpty()) {
            return new GivenProvider(jndi);
        }
        DatabaseCheck.run(options.database());
        String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        if (options.killEvery() != null) {
            return new NodePair(
                    new NodePair.Place(JAVA, ownClassPath(), folder, options.report(), run, System::nanoTime),
                    options.database(),
                    OwnNode.users(options.user(), options.password()),
                    options.killEvery(),
                    running,
                    out);
        }
        return new OwnNode(folder, options.database(), run, options.user(), options.password());
    }

    private static String ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(own -> Path.of(own).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // A temporary folder: what can't be deleted now is left to the system's own cleaning.
        }
    }
}
