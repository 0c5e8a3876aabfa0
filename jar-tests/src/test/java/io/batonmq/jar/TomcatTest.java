package io.batonmq.jar;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerNode;
import io.batonmq.jar.webapp.Orders;
import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** The jar where Tomcat's own classes are, and two web applications that find the brokers in their context.xml. */
class TomcatTest {

    @TempDir
    Path folder;

    @ParameterizedTest(name = "Netty without sun.misc.Unsafe: {0}")
    @ValueSource(booleans = {false, true})
    void webApplicationsUseItAndLeaveNothingWhenTheyStop(boolean noUnsafe) throws Exception {
        deploy("one");
        deploy("two");
        try (BrokerNode node = TestNode.start(folder.resolve("node"))) {
            write("one", node.status().address());
            write("two", node.status().address());
            List<Path> classPath = List.of(
                    ChildJvm.placeOf(Tomcat.class),
                    ChildJvm.placeOf(Resource.class),
                    ChildJvm.allJar(),
                    ChildJvm.placeOf(ConnectionFactory.class),
                    ChildJvm.placeOf(Logger.class),
                    ChildJvm.placeOf(TomcatMain.class));
            assertThat(ChildJvm.run(folder, classPath, TomcatMain.class, folder.toString(), String.valueOf(noUnsafe)))
                    .containsExactly(
                            "one: hello, seen by the application's own class",
                            "two: hello, seen by the application's own class",
                            "one stopped, its class loader is gone while two goes on",
                            "two: still there, seen by the application's own class",
                            "one: again, seen by the application's own class",
                            "one stopped, its class loader is gone while two goes on",
                            "one: and again, seen by the application's own class",
                            "all stopped, threads left: []",
                            "complaints of Tomcat: []");
        }
    }

    private void deploy(String app) throws IOException {
        Path classes = folder.resolve(app).resolve("WEB-INF/classes");
        Path source = ChildJvm.placeOf(Orders.class);
        Path ofPackage = source.resolve(Orders.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(ofPackage)) {
            for (Path file : files.toList()) {
                Path target = classes.resolve(source.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private void write(String app, String url) throws IOException {
        for (String place : List.of("META-INF/context.xml", "WEB-INF/web.xml")) {
            Path file = folder.resolve(app).resolve(place);
            Files.createDirectories(file.getParent());
            Files.writeString(
                    file,
                    text(file.getFileName().toString()).replace("@url@", url).replace("@app@", app));
        }
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(TomcatTest.class.getResourceAsStream("/webapp/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
