package io.batonmq.store.jdbc;

import io.batonmq.store.testing.ProcessSignal;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of a test's own, to be frozen and killed. Confined to the test. */
final class ForkedJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ForkedJvm(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static ForkedJvm run(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("jdk.module.path", ""),
                main.getName()));
        command.addAll(arguments);
        try {
            return new ForkedJvm(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns when the process has printed the line. */
    void awaitLine(String line) {
        try {
            for (String read = output.readLine(); read != null; read = output.readLine()) {
                if (read.equals(line)) {
                    return;
                }
            }
            throw new AssertionError("the process ended before it printed " + line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void signal(ProcessSignal signal) {
        signal.send(process.pid());
    }

    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new AssertionError("the process does not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
