package io.batonmq.samples.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process that the launcher has started. Immutable, for any thread. */
public record ChildProcess(String name, Process process, Path log) {

    /** Its number in the operating system. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: the process gets no chance to do anything. Returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd(Duration.ofSeconds(10));
    }

    /** Asks for the end ({@link ParentPipe#STOP}) and waits for it. */
    public void finish(Duration bound) {
        try {
            process.getOutputStream().write((ParentPipe.STOP + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new ProcessFailure(name + " has ended: " + e.getMessage());
        }
        awaitEnd(bound);
        if (process.exitValue() != 0) {
            throw new ProcessFailure(name + " ended with status " + process.exitValue());
        }
    }

    /** SIGTERM: an orderly stop; returns when it is done. */
    public void terminate(Duration bound) {
        process.destroy();
        awaitEnd(bound);
    }

    private void awaitEnd(Duration bound) {
        try {
            if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ProcessFailure(name + " has not ended within " + bound.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProcessFailure("interrupted while waiting for the end of " + name);
        }
    }
}
