package io.batonmq.samples.kill;

import io.batonmq.samples.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process has of the machine, as Linux tells it (elsewhere nothing, so nothing is compared). Immutable.
 *
 * @param threads all of them, the virtual machine's own included
 * @param sockets open ones
 */
record ProcessUse(long threads, long sockets) {

    private static final Path PROC = Path.of("/proc");

    static ProcessUse of(ChildProcess process) {
        Path place = PROC.resolve(Long.toString(process.pid()));
        if (!Files.isDirectory(place)) {
            return new ProcessUse(0, 0);
        }
        try (Stream<Path> threads = Files.list(place.resolve("task"));
                Stream<Path> files = Files.list(place.resolve("fd"))) {
            return new ProcessUse(
                    threads.count(), files.filter(ProcessUse::isSocket).count());
        } catch (IOException e) {
            return new ProcessUse(Long.MAX_VALUE, Long.MAX_VALUE);
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether this is no more than before, but for what a virtual machine takes and gives back at will. */
    boolean within(ProcessUse before, int threadSlack, int socketSlack) {
        return threads <= before.threads + threadSlack && sockets <= before.sockets + socketSlack;
    }
}
