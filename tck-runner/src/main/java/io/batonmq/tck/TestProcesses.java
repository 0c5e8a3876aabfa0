package io.batonmq.tck;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes what starts test processes: their class path, what the TCK reads, how they find the provider. One thread. */
final class TestProcesses {
    private static final Duration CHECK = Duration.ofMinutes(2);

    private final Options options;
    private final Machine machine;
    private final Path folder;

    /**
     * What the runner itself runs on.
     *
     * @param java the program
     * @param classPath the runner's own, absolute
     * @param user who runs it
     * @param nanos a monotonic clock
     */
    record Machine(Path java, String classPath, String user, LongSupplier nanos) {}

    TestProcesses(Options options, Machine machine, Path folder) {
        this.options = options;
        this.machine = machine;
        this.folder = folder;
    }

    /** What starts test processes that find this provider. */
    Jvm forProvider(Provider provider) throws IOException {
        Path jndi = store(provider.jndi(), folder.resolve("jndi.properties"));
        return withoutProvider().with("-D" + TckObjectsFactory.JNDI_FILE + "=" + jndi);
    }

    private Jvm withoutProvider() throws IOException {
        Path tmp = Files.createDirectories(folder.resolve("tmp"));
        Map<String, String> forTests = Map.of(
                "jms_timeout", String.valueOf(options.timeoutMillis()),
                "user", options.user(),
                "password", options.password(),
                "platform.mode", "standalone",
                "vehicle", "standalone",
                "porting.ts.jmsObjects.class.1", TckObjectsFactory.class.getName(),
                "porting.ts.jms.class.1", TckAdminFactory.class.getName());
        // The one file whose name the TCK knows; in a folder of this run's own, so that two runs don't meet.
        store(forTests, tmp.resolve(machine.user() + "-cts-props.txt"));
        // Most of these processes live for seconds: they start fast.
        List<String> jvmOptions = new ArrayList<>(
                List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + tmp));
        forTests.forEach((name, value) -> jvmOptions.add("-D" + name + "=" + value));
        return new Jvm(machine.java(), classPath(), folder, jvmOptions, machine.nanos());
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
        parts.add(machine.classPath());
        return String.join(File.pathSeparator, parts);
    }

    /** Looks for the provider and for all that tests look up; returns what it says it is. */
    String check(Provider provider) throws BadInputException, IOException, InterruptedException {
        AtomicReference<@Nullable Event> answer = new AtomicReference<>();
        Duration perTest = options.bounds().perTest();
        Duration bound = perTest.compareTo(CHECK) < 0 ? perTest : CHECK;
        Jvm.Ended ended =
                forProvider(provider).run(List.of("check", options.user(), options.password()), bound, answer::set);
        Event event = answer.get();
        if (event == null) {
            throw new BadInputException(
                    ended.end() == Jvm.End.KILLED
                            ? "the provider is not reachable: it did not answer within " + bound.toSeconds() + " s"
                            : noProcess(ended));
        }
        if (event.kind() == Event.Kind.BAD_INPUT) {
            throw new BadInputException(event.field(0));
        }
        String more = provider.description();
        return more.isEmpty() ? event.field(0) : event.field(0) + ", " + more;
    }

    /** The tests of these classes, by class. */
    Map<String, List<String>> tests(List<String> classNames)
            throws BadInputException, IOException, InterruptedException {
        Map<String, List<String>> tests = new TreeMap<>();
        List<String> arguments = new ArrayList<>(List.of("list"));
        arguments.addAll(classNames);
        Jvm.Ended ended = withoutProvider().run(arguments, CHECK, event -> {
            List<String> fields = event.fields();
            tests.put(fields.get(0), fields.subList(1, fields.size()));
        });
        if (tests.size() < classNames.size()) {
            throw new BadInputException(
                    ended.end() == Jvm.End.KILLED
                            ? "the tests can't be listed within " + CHECK.toSeconds() + " s"
                            : noProcess(ended));
        }
        return tests;
    }

    private static String noProcess(Jvm.Ended ended) {
        return "no test process can be run: it ended with status " + ended.status() + " "
                + ended.noise().strip().replaceAll("\\s+", " ");
    }
}
