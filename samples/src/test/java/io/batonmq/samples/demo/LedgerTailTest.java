package io.batonmq.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.samples.process.LedgerFile;
import io.batonmq.samples.process.LedgerTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTailTest {

    @TempDir
    Path folder;

    @Test
    void linesComeOnceTheyAreComplete() throws IOException {
        Path file = folder.resolve("ledger");
        LedgerTail<String> tail = new LedgerTail<>(file, line -> line);

        assertThat(tail.entries()).isEmpty();
        Files.writeString(file, "one\ntw", StandardOpenOption.CREATE);
        assertThat(tail.entries()).containsExactly("one");
        Files.writeString(file, "o\n", StandardOpenOption.APPEND);
        assertThat(tail.entries()).containsExactly("one", "two");
    }

    @Test
    void whatOneWritesTheOtherReads() throws IOException {
        Path file = folder.resolve("ledger");
        LedgerTail<String> tail = new LedgerTail<>(file, line -> line);
        try (LedgerFile ledger = new LedgerFile(file)) {
            ledger.add("größer");
            assertThat(tail.entries()).containsExactly("größer");
        }
    }
}
