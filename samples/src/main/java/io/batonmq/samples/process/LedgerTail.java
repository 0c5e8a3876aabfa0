package io.batonmq.samples.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Follows a ledger that another process writes: all entries so far, in order. One thread. */
public final class LedgerTail<T> {

    private final Path file;
    private final Function<String, T> parser;
    private final List<T> entries = new ArrayList<>();
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long position;

    /** Follows a file that may not be there yet. */
    public LedgerTail(Path file, Function<String, T> parser) {
        this.file = file;
        this.parser = parser;
    }

    /** All complete lines that are in the file by now. */
    public List<T> entries() {
        if (!Files.exists(file)) {
            return entries;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
            int read;
            while ((read = channel.read(buffer.clear(), position)) > 0) {
                position += read;
                take(buffer.flip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the ledger " + file, e);
        }
        return entries;
    }

    private void take(ByteBuffer buffer) {
        while (buffer.hasRemaining()) {
            byte next = buffer.get();
            if (next == '\n') {
                entries.add(parser.apply(unfinished.toString(StandardCharsets.UTF_8)));
                unfinished.reset();
            } else {
                unfinished.write(next);
            }
        }
    }
}
