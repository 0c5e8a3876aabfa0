package io.batonmq.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** README's table of settings is the one of the code: on failure, copy the expected lines. */
class SettingsPageTest {
    private static final String BEGIN = "<!-- settings -->";

    @Test
    void theReadmeHasTheTableOfTheCode() throws IOException {
        List<String> readme = Files.readAllLines(Path.of("..", "README.md"));
        int begin = readme.indexOf(BEGIN) + 1;
        assertThat(begin).as("README.md has a line " + BEGIN).isPositive();
        List<String> expected = Setting.markdown();

        assertThat(readme.subList(begin, Math.min(readme.size(), begin + expected.size())))
                .as("the lines after " + BEGIN)
                .containsExactlyElementsOf(expected);
    }
}
