package io.batonmq.jar;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerNode;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** What is in the jar, and that a program runs with it, the JMS API and slf4j-api, and nothing else. */
class AllJarTest {

    @TempDir
    Path folder;

    private static List<String> names(JarFile jar) {
        return Collections.list(jar.entries()).stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .toList();
    }

    @Test
    void everyClassIsOursOrRenamed() throws IOException {
        try (JarFile jar = new JarFile(ChildJvm.allJar().toFile())) {
            assertThat(names(jar))
                    .doesNotHaveDuplicates()
                    .contains(
                            "io/batonmq/jms/BatonConnectionFactory.class",
                            "io/batonmq/jms/jndi/BatonObjectFactory.class",
                            "io/batonmq/shaded/netty/channel/Channel.class")
                    .allMatch(name -> name.startsWith("META-INF/") || name.matches("io/batonmq/(jms|wire|shaded)/.+"));
        }
    }

    @Test
    void noClassNamesNettyAsItWasCalled() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (JarFile jar = new JarFile(ChildJvm.allJar().toFile())) {
            for (String name : names(jar)) {
                // The names of properties, in messages with dots, stay as Netty's users know them.
                if (name.endsWith(".class") && text(jar, name).contains("io/netty/")) {
                    wrong.add(name);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void nothingIsSaidThatHoldsForOtherJarsOnly() throws IOException {
        try (JarFile jar = new JarFile(ChildJvm.allJar().toFile())) {
            assertThat(names(jar))
                    .filteredOn(name -> name.startsWith("META-INF/"))
                    .filteredOn(name -> !name.startsWith("META-INF/maven/"))
                    .as("no services, no module descriptors, no hints for native images")
                    .containsExactlyInAnyOrder("META-INF/MANIFEST.MF", "META-INF/LICENSE", "META-INF/NOTICE");
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("io.batonmq.jms");
        }
    }

    @Test
    void theLicencesOfWhatIsInsideAreThere() throws IOException {
        try (JarFile jar = new JarFile(ChildJvm.allJar().toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License", "Version 2.0");
            assertThat(text(jar, "META-INF/NOTICE")).contains("Netty", "JCTools", "io.batonmq.shaded.netty");
            assertThat(names(jar))
                    .contains(
                            "META-INF/maven/io.netty/netty-common/pom.properties",
                            "META-INF/maven/org.jctools/jctools-core/pom.properties");
        }
    }

    @Test
    void aProgramRunsWithTheJarTheApiAndSlf4jAlone() throws Exception {
        try (BrokerNode node = TestNode.start(folder)) {
            List<Path> classPath = List.of(
                    ChildJvm.allJar(),
                    ChildJvm.placeOf(ConnectionFactory.class),
                    ChildJvm.placeOf(Logger.class),
                    ChildJvm.placeOf(PlainMain.class));
            assertThat(ChildJvm.run(
                            folder, classPath, PlainMain.class, node.status().address()))
                    .containsExactly(
                            "BatonMQ " + System.getProperty("batonmq.version") + ", JMS 3.1",
                            "received one",
                            "received two",
                            "nothing more",
                            "no other Netty");
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
