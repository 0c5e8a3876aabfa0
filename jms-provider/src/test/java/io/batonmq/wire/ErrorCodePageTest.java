package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of error codes that users read. */
class ErrorCodePageTest {

    @Test
    void thePageHasOneRowForEachCodeInTheSameOrder() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "error-codes.md")).stream()
                .filter(line -> line.startsWith("| `BATON-"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(
                        Arrays.stream(ErrorCode.values()).map(ErrorCode::text).toList());
    }
}
