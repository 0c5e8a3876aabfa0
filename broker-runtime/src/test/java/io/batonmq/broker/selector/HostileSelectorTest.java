package io.batonmq.broker.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.destination.MessageFilter;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.MessageView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Selectors and messages made to take time, stack or memory: refused, or done at once. The bounds are generous, not tight. */
@Timeout(20)
class HostileSelectorTest {
    private static final MessageFilter.Compiler SELECTORS = new Selectors();

    private static String row(int count, String between, IntFunction<String> part) {
        return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining(between));
    }

    @Test
    void manyBracketsAreRefused() {
        assertThatThrownBy(() -> SELECTORS.compile("(".repeat(100_000) + "a" + ")".repeat(100_000)))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> SELECTORS.compile("(".repeat(60_000))).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> SELECTORS.compile("NOT (".repeat(10_000))).isInstanceOf(RefusedException.class);
    }

    @Test
    void longRowsWithoutBracketsTakeNoStack() throws RefusedException {
        MessageView message = Sample.of(Map.of("a", 1, "b", true));
        assertThat(SELECTORS.compile("NOT ".repeat(16_000) + "b").matches(message, 1))
                .isTrue();
        assertThat(SELECTORS.compile("- ".repeat(32_000) + "a = 1").matches(message, 1))
                .isTrue();
        assertThat(SELECTORS.compile(row(32_000, "+", i -> "1") + "= 32000").matches(message, 1))
                .isTrue();
        assertThat(SELECTORS.compile(row(32_000, "*", i -> "a") + "= 1").matches(message, 1))
                .isTrue();
        assertThat(SELECTORS.compile(row(8_000, " OR ", i -> "a=2")).matches(message, 1))
                .isFalse();
        assertThat(SELECTORS.compile(row(8_000, " AND ", i -> "a=1")).matches(message, 1))
                .isTrue();
    }

    @Test
    void aLargeInIsLookedUpNotSearched() throws RefusedException {
        MessageFilter filter = SELECTORS.compile("a IN (" + row(8_000, ",", i -> "'" + i + "'") + ")");
        MessageView one = Sample.of(Map.of("a", "7999"));
        MessageView none = Sample.of(Map.of("a", "8000"));
        for (int i = 0; i < 100_000; i++) {
            assertThat(filter.matches(one, 1) && !filter.matches(none, 1)).isTrue();
        }
    }

    @Test
    void patternsNeverGoBack() throws RefusedException {
        String text = "a".repeat(500_000);
        MessageView message = Sample.of(Map.of("a", text));
        assertThat(SELECTORS.compile("a LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%b'").matches(message, 1))
                .isFalse();
        assertThat(SELECTORS.compile("a LIKE '" + "%a".repeat(400) + "%b%'").matches(message, 1))
                .isFalse();
        assertThat(SELECTORS.compile("a LIKE '%" + "a".repeat(900) + "b%'").matches(message, 1))
                .isFalse();
        assertThat(SELECTORS.compile("a LIKE '%" + "_".repeat(900) + "b%'").matches(message, 1))
                .isFalse();
        assertThat(SELECTORS.compile("a LIKE '%" + "a_".repeat(450) + "%'").matches(message, 1))
                .isTrue();
        assertThat(SELECTORS.compile(row(100, " OR ", i -> "a LIKE '%ab%'")).matches(message, 1))
                .isFalse();
    }

    @Test
    void manyPropertiesAreFoundByTable() throws RefusedException {
        Map<String, Object> properties = new LinkedHashMap<>();
        IntStream.range(0, 30_000).forEach(i -> properties.put("p" + i, i));
        MessageView message = Sample.of(properties);
        MessageFilter filter = SELECTORS.compile(row(4_000, " AND ", i -> "p" + (29_999 - i) + ">0"));
        assertThat(filter.matches(message, 1)).isTrue();
    }
}
