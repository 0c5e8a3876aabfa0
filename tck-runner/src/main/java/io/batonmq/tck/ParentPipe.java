package io.batonmq.tck;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Ends this process when the runner that started it is gone, however it went: then standard input is at its end. A daemon
 * thread of its own.
 */
final class ParentPipe {
    private static final int ORPHANED = 97;

    private ParentPipe() {}

    static void open() {
        Thread reader = new Thread(ParentPipe::read, "tck-parent");
        reader.setDaemon(true);
        reader.start();
    }

    private static void read() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The runner is gone all the same.
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
