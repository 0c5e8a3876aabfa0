package io.batonmq.tck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Starts test processes and hears what they tell. One thread. */
final class Jvm {
    private static final int MOST_NOISE = 4000;

    /** How a process ended. */
    enum End {
        /** By itself. */
        ENDED,
        /** It said nothing more and was killed. */
        KILLED
    }

    /**
     * The end of a process.
     *
     * @param end how
     * @param status its exit status
     * @param noise the end of what it printed that is no event
     */
    record Ended(End end, int status, String noise) {}

    private final Path java;
    private final String classPath;
    private final Path folder;
    private final List<String> options;
    private final LongSupplier nanos;

    /**
     * Makes it.
     *
     * @param java the program
     * @param classPath of the test processes
     * @param folder their working folder
     * @param options more options of the program, system properties above all
     * @param nanos a monotonic clock
     */
    Jvm(Path java, String classPath, Path folder, List<String> options, LongSupplier nanos) {
        this.java = java;
        this.classPath = classPath;
        this.folder = folder;
        this.options = List.copyOf(options);
        this.nanos = nanos;
    }

    /** As this one, with one more option. */
    Jvm with(String option) {
        List<String> all = new ArrayList<>(options);
        all.add(option);
        return new Jvm(java, classPath, folder, all, nanos);
    }

    long nanos() {
        return nanos.getAsLong();
    }

    /**
     * Runs a process to its end.
     *
     * @param bound after which it is killed
     * @param events told each event as it comes
     */
    Ended run(List<String> arguments, Duration bound, Consumer<Event> events) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, ChildMain.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder).toFile())
                .redirectErrorStream(true)
                .start();
        try {
            return hear(process, bound, events);
        } finally {
            process.destroyForcibly();
        }
    }

    private Ended hear(Process process, Duration bound, Consumer<Event> events) throws InterruptedException {
        BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> read(process, lines), "tck-output");
        reader.setDaemon(true);
        reader.start();
        StringBuilder noise = new StringBuilder();
        long until = nanos.getAsLong() + bound.toNanos();
        while (true) {
            Optional<String> line = lines.poll(until - nanos.getAsLong(), TimeUnit.NANOSECONDS);
            if (line == null) {
                process.destroyForcibly();
                return new Ended(End.KILLED, process.waitFor(), noise.toString());
            }
            if (line.isEmpty()) {
                return new Ended(End.ENDED, process.waitFor(), noise.toString());
            }
            Event event = Event.decode(line.get());
            if (event != null) {
                events.accept(event);
            } else if (!line.get().isBlank()) {
                noise.append(line.get()).append('\n');
                noise.delete(0, Math.max(0, noise.length() - MOST_NOISE));
            }
        }
    }

    private static void read(Process process, BlockingQueue<Optional<String>> lines) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(line -> lines.add(Optional.of(line)));
        } catch (IOException | UncheckedIOException e) {
            // It was killed.
        }
        lines.add(Optional.empty());
    }
}
