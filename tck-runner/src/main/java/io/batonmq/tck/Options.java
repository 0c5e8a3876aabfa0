package io.batonmq.tck;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the user wants. Immutable.
 *
 * @param tck the compiled TCK: the first holds the tests, more complete its class path; empty = it is not run
 * @param spec whether this runner's own specification suite is run
 * @param joram whether the Joram suite is run
 * @param jndiFile properties of another provider's JNDI, null = none
 * @param jndi single properties of another provider's JNDI
 * @param provider jars and folders of another provider's client
 * @param database of BatonMQ's own node
 * @param killEvery how long after a kill of the holder of two own nodes the next is due, null = one node, never killed
 * @param timeoutMillis how long the tests wait for a message, the TCK's {@code jms_timeout}
 * @param user whom the tests connect as
 * @param password that user's password
 * @param bounds of tests and classes
 * @param only parts of {@code package.Class#test}, one of which a test's name must contain; empty = all
 * @param rerun whether what failed is run once more, alone
 * @param report folder of the JUnit XML files
 */
record Options(
        List<Path> tck,
        boolean spec,
        boolean joram,
        @Nullable Path jndiFile,
        Map<String, String> jndi,
        List<Path> provider,
        OwnNode.Database database,
        @Nullable Duration killEvery,
        long timeoutMillis,
        String user,
        String password,
        ClassRun.Bounds bounds,
        List<String> only,
        boolean rerun,
        Path report) {

    static final String USAGE = """
        Runs conformance suites. Usage: tck-runner [--tck PATH] [--spec] [--joram] [OPTION ...]
          --tck PATH             the Jakarta Messaging TCK, compiled, a jar or a folder; a second one completes the class path
          --spec                 the specification suite, which comes with this runner
          --joram                the Joram suite, which comes with it too
        On BatonMQ, whose node it starts itself:
          --database URL         JDBC URL of PostgreSQL or H2 (embedded H2)
          --database-user NAME, --database-password TEXT
          --kill-every SECONDS   two nodes in processes of their own, of which the one that serves is killed that often
        On another provider, which runs already:
          --jndi FILE            properties of its JNDI; tck.name.MY_QUEUE=x says that MY_QUEUE is bound as x,
                                 tck.queues=dynamicQueues/{unique} and tck.topics=... how new destinations are looked up
          --jndi.NAME VALUE      one such property
          --provider PATH        a jar of its client, or a folder of them; may be repeated
        The tests:
          --timeout MILLIS       how long tests wait for a message (5000)
          --user NAME, --password TEXT   whom they connect as (j2ee, j2ee)
          --only TEXT            only tests whose package.Class#test contains TEXT; may be repeated
          --test-bound SECONDS   after which a test is given up (180), and the look for the provider (at most 120)
          --class-bound SECONDS  after which a class is given up (1800)
          --no-rerun             don't run what failed once more, alone
          --report FOLDER        for JUnit's XML files (tck-report)
        Ends with 0 if all tests passed, in the suite or alone; 1 if not; 2 if it could not run them.
        """;

    /** Reads a command line. */
    static Options parse(List<String> arguments) throws BadInputException {
        Reading reading = new Reading();
        for (int i = 0; i < arguments.size(); i++) {
            String name = arguments.get(i);
            if (name.equals("--no-rerun")) {
                reading.rerun = false;
            } else if (name.equals("--spec")) {
                reading.spec = true;
            } else if (name.equals("--joram")) {
                reading.joram = true;
            } else if (i + 1 == arguments.size()) {
                throw new BadInputException(
                        name.startsWith("--") ? name + " needs a value, or is unknown" : "not an option: " + name);
            } else {
                i++;
                reading.take(name, arguments.get(i));
            }
        }
        return reading.finish();
    }

    /** What was read so far. */
    private static final class Reading {
        private final List<Path> tck = new ArrayList<>();
        private final Map<String, String> jndi = new HashMap<>();
        private final List<Path> provider = new ArrayList<>();
        private final List<String> only = new ArrayList<>();
        private boolean spec;
        private boolean joram;
        private @Nullable Path jndiFile;
        private String databaseUrl = "";
        private String databaseUser = "";
        private String databasePassword = "";
        private @Nullable Duration killEvery;
        private long timeout = 5000;
        private String user = "j2ee";
        private String password = "j2ee";
        private long testBound = 180;
        private long classBound = 1800;
        private boolean rerun = true;
        private Path report = Path.of("tck-report");

        void take(String name, String value) throws BadInputException {
            switch (name) {
                case "--tck" -> tck.add(path(name, value));
                case "--jndi" -> jndiFile = path(name, value);
                case "--provider" -> provider.add(path(name, value));
                case "--database" -> databaseUrl = value;
                case "--database-user" -> databaseUser = value;
                case "--database-password" -> databasePassword = value;
                case "--kill-every" -> killEvery = Duration.ofSeconds(number(name, value));
                case "--timeout" -> timeout = number(name, value);
                case "--user" -> user = value;
                case "--password" -> password = value;
                case "--only" -> only.add(value);
                case "--test-bound" -> testBound = number(name, value);
                case "--class-bound" -> classBound = number(name, value);
                case "--report" -> report = path(name, value);
                default -> {
                    if (!name.startsWith("--jndi.")) {
                        throw new BadInputException("unknown option " + name + " (--help lists all)");
                    }
                    jndi.put(name.substring("--jndi.".length()), value);
                }
            }
        }

        private static Path path(String name, String value) throws BadInputException {
            try {
                return Path.of(value);
            } catch (InvalidPathException e) {
                throw new BadInputException(name + " " + value + ": no path: " + e.getReason());
            }
        }

        private static long number(String name, String value) throws BadInputException {
            try {
                long number = Long.parseLong(value);
                if (number > 0) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new BadInputException(name + " " + value + ": a whole number above 0 is needed");
        }

        Options finish() throws BadInputException {
            if (tck.isEmpty() && !spec && !joram) {
                throw new BadInputException("--tck PATH is needed: where the compiled TCK is; or --spec or --joram, for"
                        + " the suites that come with the runner (--help lists all options)");
            }
            boolean other = jndiFile != null || !jndi.isEmpty();
            if (other && !databaseUrl.isEmpty()) {
                throw new BadInputException("--database is for BatonMQ's own node, --jndi names another provider");
            }
            if (other && killEvery != null) {
                throw new BadInputException("--kill-every is for BatonMQ's own nodes, --jndi names another provider");
            }
            if (killEvery != null && databaseUrl.matches("jdbc:h2:(?!tcp:|ssl:).*")) {
                throw new BadInputException(
                        "--kill-every needs a database that two processes can use, and " + databaseUrl
                                + " is embedded H2; without --database the nodes share an H2 server of the runner's");
            }
            if (!other && !provider.isEmpty()) {
                throw new BadInputException("--provider needs --jndi: how to find that provider");
            }
            return new Options(
                    List.copyOf(tck),
                    spec,
                    joram,
                    jndiFile,
                    Map.copyOf(jndi),
                    List.copyOf(provider),
                    new OwnNode.Database(databaseUrl, databaseUser, databasePassword),
                    killEvery,
                    timeout,
                    user,
                    password,
                    new ClassRun.Bounds(Duration.ofSeconds(testBound), Duration.ofSeconds(classBound)),
                    List.copyOf(only),
                    rerun,
                    report);
        }
    }
}
