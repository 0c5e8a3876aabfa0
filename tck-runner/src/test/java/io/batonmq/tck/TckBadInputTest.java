package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.ts.tests.jms.core.fixture.DeafContextFactory;
import com.sun.ts.tests.jms.core.fixture.IncompleteContextFactory;
import com.sun.ts.tests.jms.core.fixture.PassingIT;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user can get wrong: one sentence each, and exit status 2. */
class TckBadInputTest {
    private static final String BATON = "io.batonmq.jms.jndi.BatonInitialContextFactory";

    @TempDir
    Path folder;

    private static String complaint(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = TckMain.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        String message = err.toString(StandardCharsets.UTF_8);
        assertThat(status).as(message).isEqualTo(TckMain.BAD_INPUT);
        assertThat(message.strip()).startsWith("tck-runner: ").doesNotContain("\n");
        return message;
    }

    private String tck(String file, String content) throws Exception {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content, StandardCharsets.ISO_8859_1);
        return folder.toString();
    }

    private static String fixtures() throws Exception {
        return Path.of(PassingIT.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    private static String onProvider(String... jndi) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--tck", fixtures(), "--only", "PassingIT"));
        arguments.addAll(List.of(jndi));
        return complaint(arguments.toArray(String[]::new));
    }

    @Test
    void theTckIsNamedAndThere() throws Exception {
        assertThat(complaint()).contains("--tck PATH is needed");
        assertThat(complaint("--tck", folder.resolve("no").toString())).contains("there is no such file or folder");
        assertThat(complaint("--tck", folder.toString())).contains("holds no messaging TCK");
        Path text = Files.writeString(folder.resolve("a.txt"), "a");
        assertThat(complaint("--tck", text.toString())).contains("neither a jar nor a folder");
        assertThat(complaint("--tck", fixtures(), "--only", "NoSuchIT")).contains("no such class or test");
        assertThat(complaint("--tck", fixtures(), "--only", "PassingIT", "--only", "PassingIT#none"))
                .contains("--only PassingIT#none: there is no such class or test");
    }

    @Test
    void theTckIsThatOfJakartaMessagingForJUnit() throws Exception {
        String tck = tck("com/sun/ts/tests/jms/core/a/ClientTest.class", "|jakarta/jms/Queue|");
        assertThat(complaint("--tck", tck)).contains("older JavaTest bundle");
        tck("com/sun/ts/tests/jms/core/a/ClientIT.class", "|javax/jms/Queue|");
        assertThat(complaint("--tck", tck)).contains("is a TCK of javax.jms");
    }

    @Test
    void optionsAreKnownAndFitTogether() throws Exception {
        assertThat(complaint("--tkc", "x")).contains("unknown option --tkc");
        assertThat(complaint("--tck", "x", "--timeout", "soon")).contains("--timeout soon");
        assertThat(complaint("--tck", "x", "--timeout")).contains("--timeout needs a value");
        assertThat(complaint("--tck", "x", "--jndi", "y", "--database", "jdbc:h2:z"))
                .contains("another provider");
        assertThat(complaint("--tck", fixtures(), "--jndi", folder.resolve("no").toString()))
                .contains("there is no such file");
        assertThat(complaint("--tck", fixtures(), "--database", "jdbc:oracle:thin:@x"))
                .contains(
                        "--database jdbc:oracle:thin:@x: a URL that begins with jdbc:postgresql: or jdbc:h2: is needed");
        assertThat(complaint("--tck", fixtures(), "--database", "jdbc:postgresql://127.0.0.1:1/none?ssl=false"))
                .contains("--database jdbc:postgresql://127.0.0.1:1/none: ")
                .contains("refused")
                .contains("--database-user and --database-password");
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(complaint("--tck", fixtures(), "--only", "PassingIT", "--report", file.toString()))
                .contains("--report " + file + ": no folder, or it can't be written");
    }

    @Test
    void jndiIsConfigured() throws Exception {
        assertThat(onProvider("--jndi.java.naming.factory.initial", "no.such.Factory"))
                .contains("JNDI is misconfigured")
                .contains("no.such.Factory")
                .contains("--provider");
        assertThat(onProvider("--jndi.java.naming.provider.url", "tcp://127.0.0.1:1"))
                .contains("JNDI is misconfigured")
                .contains("factory.initial");
        assertThat(onProvider("--jndi.java.naming.factory.initial", DeafContextFactory.class.getName()))
                .contains("none of the administered objects can be looked up: directory:389 does not answer");
    }

    @Test
    void theProvidersJarsAreAllThere() throws Exception {
        assertThat(onProvider("--jndi.java.naming.factory.initial", IncompleteContextFactory.class.getName()))
                .contains("not on the class path (--provider adds the provider's jars): org/example/Needed");
        assertThat(onProvider(
                        "--jndi.java.naming.factory.initial",
                        BATON,
                        "--provider",
                        folder.resolve("no").toString()))
                .contains("--provider")
                .contains("there is no such file or folder");
    }

    @Test
    void theJoramSuiteIsThere() throws Exception {
        String without = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.contains("joram-jms-tests"))
                .collect(Collectors.joining(File.pathSeparator));
        Process runner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        without,
                        TckMain.class.getName(),
                        "--joram")
                .redirectErrorStream(true)
                .start();
        String said = new String(runner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).startsWith("tck-runner: --joram: lib/joram-jms-tests-jakarta.jar is not ");
        assertThat(runner.waitFor()).isEqualTo(TckMain.BAD_INPUT);
    }

    @Test
    void allObjectsAreBoundAndOfTheRightType() throws Exception {
        assertThat(onProvider(
                        "--jndi.java.naming.factory.initial",
                        BATON,
                        "--jndi.java.naming.provider.url",
                        "tcp://127.0.0.1:1",
                        "--jndi.tck.name.MyConnectionFactory",
                        "ConnectionFactory",
                        "--jndi.topic.MY_QUEUE",
                        "MY_QUEUE"))
                .contains("administered objects are missing")
                .contains("MY_QUEUE2 (a Queue, under JNDI name MY_QUEUE2: not bound)")
                .contains("MY_QUEUE is bound to a io.batonmq.jms.BatonTopic, needed is a jakarta.jms.Queue")
                .doesNotContain("MyConnectionFactory");
    }

    @Test
    void theProviderIsThere() throws Exception {
        assertThat(onProvider(all("failover:(tcp://127.0.0.1:1)?startupMaxReconnectAttempts=1")))
                .contains("the provider is not reachable")
                .contains("127.0.0.1:1");
    }

    @Test
    void theProviderAnswers() throws Exception {
        // The system accepts for it, and nobody ever reads.
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            List<String> arguments = new ArrayList<>(List.of("--test-bound", "5"));
            arguments.addAll(List.of(all("failover:(tcp://127.0.0.1:" + silent.getLocalPort() + ")")));
            assertThat(onProvider(arguments.toArray(String[]::new)))
                    .contains("the provider is not reachable: it did not answer within 5 s");
        }
    }

    /** All objects, on BatonMQ. */
    private static String[] all(String url) {
        List<String> arguments = new ArrayList<>(List.of("--jndi.java.naming.factory.initial", BATON));
        for (AdministeredObject each : AdministeredObject.all()) {
            boolean queue = AdministeredObject.QUEUES.contains(each.name());
            boolean topic = AdministeredObject.TOPICS.contains(each.name());
            arguments.add("--jndi." + (queue ? "queue." : topic ? "topic." : "connectionFactory.") + each.name());
            arguments.add(queue || topic ? each.name() : url);
        }
        return arguments.toArray(String[]::new);
    }
}
