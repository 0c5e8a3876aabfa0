package io.batonmq.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs on the page for newcomers, as they stand there but for the node's address. */
class FirstProgramsTest {

    private static final Pattern PROGRAM = Pattern.compile("```java\\n(.*?public class (\\w+) .*?)```", Pattern.DOTALL);

    @TempDir
    static Path folder;

    private static BrokerNode node;
    private static final List<String> programs = new ArrayList<>();

    @BeforeAll
    static void serveAndCompile() throws Exception {
        node = BrokerNode.create(BrokerConfig.of(Map.of(
                "listen", "tcp://127.0.0.1:0", "data", folder.resolve("data").toString())));
        node.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> node.status().role() == NodeRole.HOLDER);

        List<String> command = new ArrayList<>(List.of("-proc:none", "-Werror", "-d", folder.toString()));
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("../docs/first-programs.md")));
        while (program.find()) {
            programs.add(program.group(2));
            Path file = folder.resolve(program.group(2) + ".java");
            String source = program.group(1)
                    .replace("tcp://127.0.0.1:61616", node.status().address())
                    .replace("tcp://127.0.0.1:61617", "tcp://127.0.0.1:1");
            Files.writeString(file, source);
            command.add(file.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        boolean compiled;
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> sources =
                    command.stream().filter(word -> word.endsWith(".java")).toList();
            command.removeAll(sources);
            compiled = compiler.getTask(
                            said, files, null, command, null, files.getJavaFileObjects(sources.toArray(new String[0])))
                    .call();
        }
        assertThat(compiled).as(said.toString()).isTrue();
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            Simplified, received a book
            Classic, received a book; received a pen
            QueueSpecific, received a book
            TopicSpecific, received it rains
            Listening, received message 1; received message 2; received message 3
            Jndi, received a book; received a pen
            """)
    void theyWorkFirstTime(String name, String printed) throws Exception {
        assertThat(programs).contains(name).hasSize(6);
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly(printed.split("; "));
    }
}
