package io.batonmq.samples.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * A child's standard input: the line {@code stop} asks it to finish, and the end of the input means that the launcher is
 * gone, however it ended: then the child ends at once. Has a daemon thread of its own; for any thread.
 */
public final class ParentPipe {

    /** What the launcher writes to ask for an orderly end. */
    public static final String STOP = "stop";

    private static final int ORPHANED = 97;

    private final CountDownLatch stop = new CountDownLatch(1);

    private ParentPipe() {}

    /** Starts to listen to the launcher. */
    public static ParentPipe open() {
        ParentPipe pipe = new ParentPipe();
        Thread reader = new Thread(pipe::read, "parent-pipe");
        reader.setDaemon(true);
        reader.start();
        return pipe;
    }

    /** Whether the launcher has asked for the end. */
    public boolean stopRequested() {
        return stop.getCount() == 0;
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line;
            while ((line = in.readLine()) != null) {
                if (line.equals(STOP)) {
                    stop.countDown();
                }
            }
        } catch (IOException e) {
            System.err.println("lost the launcher: " + e.getMessage());
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
