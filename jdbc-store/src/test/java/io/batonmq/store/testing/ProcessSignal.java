package io.batonmq.store.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The signals that tests send to a process of another program: a server's connection, a node. For any thread. */
public enum ProcessSignal {
    /** Freezes the process wherever it is; its sockets stay open. */
    STOP,
    /** Lets a frozen process go on. */
    CONT,
    /** Ends the process at once. */
    KILL,
    /** Asks the process to end. */
    TERM;

    private static final long PATIENCE_SECONDS = 20;

    /** Sends this signal; fails if there is no such process. */
    public void send(long pid) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(kill.getInputStream().readAllBytes(), Charset.defaultCharset());
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name() + " " + pid + ": " + output.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending " + name() + " to " + pid, e);
        }
    }

    /** Sends this signal unless the process ends by itself meanwhile. */
    void sendIfAlive(ProcessHandle process) {
        try {
            send(process.pid());
        } catch (IllegalStateException e) {
            if (process.isAlive()) {
                throw e;
            }
        }
    }

    static void awaitExit(ProcessHandle process) {
        try {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("process " + process.pid() + " has not ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for process " + process.pid(), e);
        }
    }
}
