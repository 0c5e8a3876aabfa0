package io.batonmq.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.samples.process.ProcessFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoOptionsTest {

    @Test
    void withoutArgumentsItRunsOnH2WithAFreshSeed() {
        assertThat(DemoOptions.parse(List.of(), 17)).isEqualTo(new DemoOptions(17, 4, null, "", ""));
    }

    @Test
    void everythingCanBeSaid() {
        List<String> arguments = List.of(
                "--seed",
                "7",
                "--kills",
                "5",
                "--database",
                "jdbc:postgresql://host/db",
                "--user",
                "u",
                "--password",
                "p");

        assertThat(DemoOptions.parse(arguments, 17))
                .isEqualTo(new DemoOptions(7, 5, "jdbc:postgresql://host/db", "u", "p"));
    }

    @Test
    void mistakesAreNamed() {
        mistake("unknown option --sed", "--sed", "7");
        mistake("--seed needs a value", "--seed");
        mistake("--seed x: must be a number", "--seed", "x");
        mistake("--kills 2: must be 3 or more", "--kills", "2");
        mistake("must begin with jdbc:postgresql:", "--database", "jdbc:oracle:thin");
    }

    private static void mistake(String message, String... arguments) {
        assertThatThrownBy(() -> DemoOptions.parse(List.of(arguments), 17))
                .isInstanceOf(ProcessFailure.class)
                .hasMessageContaining(message);
    }
}
