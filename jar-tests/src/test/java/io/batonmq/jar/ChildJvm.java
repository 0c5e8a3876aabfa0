package io.batonmq.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Java process whose class path has what a test names and nothing else. For one thread. */
final class ChildJvm {
    private static final long BOUND_SECONDS = 90;

    private ChildJvm() {}

    /** The jar under test. */
    static Path allJar() {
        Path jar = Path.of(System.getProperty("batonmq.all.jar")).normalize();
        assertThat(jar).as("made in phase package of jms-provider").exists();
        return jar;
    }

    /** Where a class of the test's own class path comes from. */
    static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a program to its end, which must be a good one; returns the lines it printed. */
    static List<String> run(Path folder, List<Path> classPath, Class<?> main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // What Tomcat looks into to see whether an application leaves something behind.
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
                "-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                main.getName()));
        command.addAll(Stream.of(arguments).toList());
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS))
                    .as("ended in time; it has printed\n%s\n%s", Files.readString(out), Files.readString(err))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readAllLines(out);
    }
}
