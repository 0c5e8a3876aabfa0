package io.batonmq.tck;

import io.batonmq.broker.NodeRole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One node and the processes it runs in, one after the other, at one address. Confined to its keeper; a thread of its own
 * only reads what a process tells.
 */
final class NodeProcess {
    private static final long END_SECONDS = 10;

    private final String id;
    private final List<String> command;
    private final Path log;
    private final Consumer<Told> listener;
    private @Nullable Process process;
    private @Nullable Event last;

    /**
     * Something a process told.
     *
     * @param by the node
     * @param from the process
     * @param event what it told; null = it has ended
     */
    record Told(NodeProcess by, Process from, @Nullable Event event) {}

    /**
     * A node that is not started yet.
     *
     * @param id its id
     * @param command starts its process
     * @param log where its log goes, at the end
     * @param listener called by the reading thread; {@link #take} is to be called with it by the keeper
     */
    NodeProcess(String id, List<String> command, Path log, Consumer<Told> listener) {
        this.id = id;
        this.command = List.copyOf(command);
        this.log = log;
        this.listener = listener;
    }

    String id() {
        return id;
    }

    Path log() {
        return log;
    }

    /** Starts a process; returns at once. */
    void start() throws IOException {
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        process = started;
        last = null;
        Thread reader = new Thread(() -> read(started), "tck-node-" + id);
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Process from) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().map(Event::decode).forEach(event -> {
                if (event != null) {
                    listener.accept(new Told(this, from, event));
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // It was killed.
        }
        listener.accept(new Told(this, from, null));
    }

    /** Notes what was told; false if it is of a process that was killed, or ended, before. */
    boolean take(Told told) {
        if (!told.from().equals(process)) {
            return false;
        }
        last = told.event();
        return true;
    }

    /** SIGKILL; returns when the process is gone. Nothing happens if none runs. */
    void kill() throws IOException, InterruptedException {
        Process victim = process;
        process = null;
        last = null;
        if (victim != null && !victim.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("node " + id + " can't be killed: process " + victim.pid());
        }
    }

    /** Whether it serves clients, as far as it told. */
    boolean holds() {
        return role() == NodeRole.HOLDER;
    }

    /** Whether it waits for the lease, and has seen that the other holds it. */
    boolean standsBy(NodeProcess holder) {
        return role() == NodeRole.STANDBY && last != null && last.field(2).equals(holder.id());
    }

    private @Nullable NodeRole role() {
        return last == null || last.kind() != Event.Kind.NODE ? null : NodeRole.valueOf(last.field(0));
    }

    /** What it last gave as a reason for not serving; may be empty. */
    String reason() {
        if (last == null) {
            return "";
        }
        return last.kind() == Event.Kind.NODE ? last.field(3) : last.field(0);
    }

    /** How its process ended. */
    int status() throws InterruptedException {
        Process ended = process;
        return ended == null ? 0 : ended.waitFor();
    }
}
