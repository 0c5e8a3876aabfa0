package io.batonmq.store.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories that tests leave behind, deleted. For any thread. */
final class TemporaryFiles {

    private TemporaryFiles() {}

    /** Deletes a directory and all in it, as far as it is still there. */
    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }
}
