package io.batonmq.tck;

import io.batonmq.tck.spec.SpecSuite;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the Jakarta Messaging TCK, the specification suite or both against a provider, BatonMQ unless told otherwise:
 * {@code --help} lists the options. Ends with 0 if all tests passed, 1 if one failed in the suite and alone, 2 for what the user must change.
 */
public final class TckMain {
    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Duration CHECK = Duration.ofMinutes(2);

    private final Options options;
    private final PrintStream out;
    private final Path folder;
    private final RunningTest running = new RunningTest();

    private TckMain(Options options, PrintStream out, Path folder) {
        this.options = options;
        this.out = out;
        this.folder = folder;
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
            Path folder = Files.createTempDirectory("batonmq-tck");
            try {
                return new TckMain(Options.parse(arguments), out, folder).run();
            } finally {
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

    private int run() throws BadInputException, IOException, InterruptedException {
        Map<String, List<String>> classes = wanted(found());
        for (Path each : options.tck()) {
            exists("--tck", each);
        }
        for (Path each : options.provider()) {
            exists("--provider", each);
        }
        try (Provider provider = provider()) {
            String name = check(provider);
            out.printf("%s: %d classes on %s%n", suites(), classes.size(), name);
            SuiteResult result = new SuiteRun(this::jvm, provider, options.bounds(), running, out)
                    .run(name, classes, options.rerun());
            JUnitXml.write(result, options.report());
            out.println();
            out.print(Report.of(result));
            if (!provider.outcome().isEmpty()) {
                out.println(provider.outcome());
            }
            provider.faults().forEach(out::println);
            out.println("JUnit XML: " + options.report().toAbsolutePath());
            return result.finallyFailed() == 0 && provider.faults().isEmpty() ? PASSED : FAILED;
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
        return String.join(", ", suites);
    }

    private Map<String, List<String>> wanted(List<String> found) throws BadInputException {
        Map<String, List<String>> wanted = new TreeMap<>();
        for (String className : found) {
            if (options.only().isEmpty()) {
                wanted.put(className, List.of());
            }
            for (String only : options.only()) {
                int hash = only.indexOf('#');
                if (className.contains(hash < 0 ? only : only.substring(0, hash))) {
                    List<String> tests = new ArrayList<>(wanted.getOrDefault(className, List.of()));
                    if (hash >= 0) {
                        tests.add(only.substring(hash + 1));
                    }
                    wanted.put(className, tests);
                }
            }
        }
        if (wanted.isEmpty()) {
            throw new BadInputException("--only " + String.join(", ", options.only()) + ": there is no such class");
        }
        return wanted;
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

    private String check(Provider provider) throws BadInputException, IOException, InterruptedException {
        AtomicReference<@Nullable Event> answer = new AtomicReference<>();
        Jvm.Ended ended = jvm(provider).run(List.of("check", options.user(), options.password()), CHECK, answer::set);
        Event event = answer.get();
        if (event == null) {
            throw new BadInputException(
                    ended.end() == Jvm.End.KILLED
                            ? "the provider is not reachable: it did not answer within " + CHECK.toSeconds() + " s"
                            : "no test process can be started: " + ended.noise().strip());
        }
        if (event.kind() == Event.Kind.BAD_INPUT) {
            throw new BadInputException(event.field(0));
        }
        String more = provider.description();
        return more.isEmpty() ? event.field(0) : event.field(0) + ", " + more;
    }

    /** What starts test processes that find this provider. */
    private Jvm jvm(Provider provider) throws IOException {
        Path tmp = Files.createDirectories(folder.resolve("tmp"));
        Path jndi = store(provider.jndi(), folder.resolve("jndi.properties"));
        Map<String, String> forTests = Map.of(
                "jms_timeout", String.valueOf(options.timeoutMillis()),
                "user", options.user(),
                "password", options.password(),
                "platform.mode", "standalone",
                "vehicle", "standalone",
                "porting.ts.jmsObjects.class.1", TckObjectsFactory.class.getName(),
                "porting.ts.jms.class.1", TckAdminFactory.class.getName());
        // The one file whose name the TCK knows; in a folder of this run's own, so that two runs don't meet.
        store(forTests, tmp.resolve(System.getProperty("user.name") + "-cts-props.txt"));
        // Most of these processes live for seconds: they start fast.
        List<String> jvmOptions = new ArrayList<>(
                List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + tmp));
        jvmOptions.add("-D" + TckObjectsFactory.JNDI_FILE + "=" + jndi);
        forTests.forEach((name, value) -> jvmOptions.add("-D" + name + "=" + value));
        return new Jvm(JAVA, classPath(), folder, jvmOptions, System::nanoTime);
    }

    private static Path store(Map<String, String> values, Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(values);
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            properties.store(writer, null);
        }
        return file;
    }

    /** The TCK comes first: what it brings of its own is newer than what this runner has. */
    private String classPath() {
        List<String> parts = new ArrayList<>();
        options.tck().forEach(path -> parts.add(path.toAbsolutePath().toString()));
        for (Path path : options.provider()) {
            parts.add(path.toAbsolutePath().toString());
            if (Files.isDirectory(path)) {
                parts.add(path.toAbsolutePath().resolve("*").toString());
            }
        }
        parts.add(ownClassPath());
        return String.join(File.pathSeparator, parts);
    }

    private static String ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(own -> Path.of(own).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(java.util.Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // A temporary folder: the system's own cleaning takes it.
        }
    }
}
