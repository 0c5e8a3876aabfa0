package io.batonmq.samples.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A ledger being written: every line is in the file when {@link #add} returns, so that a killed writer loses none. For any thread. */
public final class LedgerFile implements AutoCloseable {

    private final FileChannel channel;

    /** Opens a ledger, to go on at its end. */
    public LedgerFile(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Appends a line. */
    public synchronized void add(String line) {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't write the ledger", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
