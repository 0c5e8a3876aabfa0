package io.batonmq.broker.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.MessageView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** C76: random selectors over random messages against an evaluator of its own, and against the laws of the logic. */
class RandomSelectorTest {
    private static final int SELECTORS = 2_000;
    private static final int MESSAGES = 10;

    private final long seed = Long.getLong("batonmq.seed", 20_251);
    private final Random random = new Random(seed);

    private static Condition parse(String selector) {
        try {
            return Parser.parse(selector);
        } catch (SelectorException e) {
            throw new AssertionError(selector, e);
        }
    }

    private static Truth test(Condition condition, MessageView message) {
        return condition.test(new Subject(message, 1));
    }

    private List<Map<String, @Nullable Object>> messages() {
        List<Map<String, @Nullable Object>> messages = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            Map<String, @Nullable Object> properties = new LinkedHashMap<>();
            for (String name : Written.NAMES) {
                if (random.nextInt(5) > 0) {
                    properties.put(name, value());
                }
            }
            messages.add(properties);
        }
        return messages;
    }

    private @Nullable Object value() {
        int small = random.nextInt(5) - 2;
        List<Supplier<@Nullable Object>> kinds = List.of(
                () -> null,
                () -> random.nextBoolean(),
                () -> (byte) small,
                () -> (short) small,
                () -> small,
                () -> (long) small,
                () -> small / 2f,
                () -> small / 2.0,
                () -> Double.NaN,
                () -> random.nextBoolean() ? Integer.MAX_VALUE : Long.MIN_VALUE,
                () -> Written.text(random),
                () -> Written.text(random));
        return kinds.get(random.nextInt(kinds.size())).get();
    }

    @Test
    void c76TheEngineAgreesWithAPlainEvaluator() {
        System.out.println("RandomSelectorTest: seed " + seed + " (repeat with -Dbatonmq.seed=" + seed + ")");
        Map<Truth, Integer> seen = new EnumMap<>(Truth.class);
        for (int i = 0; i < SELECTORS; i++) {
            Written written = Written.condition(random, 3);
            Condition condition = parse(written.text());
            for (Map<String, @Nullable Object> message : messages()) {
                Boolean expected = Written.truth(written.evaluate(message));
                Truth truth = expected == null ? Truth.UNKNOWN : Truth.of(expected);
                assertThat(test(condition, Sample.of(message)))
                        .as("%s on %s", written.text(), message)
                        .isEqualTo(truth);
                seen.merge(truth, 1, Integer::sum);
            }
        }
        for (Truth truth : Truth.values()) {
            assertThat(seen.getOrDefault(truth, 0))
                    .as("how often it was %s", truth)
                    .isGreaterThan(SELECTORS);
        }
    }

    @Test
    void c76TheLawsOfTheLogicHold() {
        System.out.println("RandomSelectorTest: seed " + seed + " (repeat with -Dbatonmq.seed=" + seed + ")");
        List<Map<String, @Nullable Object>> messages = messages();
        for (int i = 0; i < SELECTORS / 4; i++) {
            String p = "(" + Written.condition(random, 2).text() + ")";
            String q = "(" + Written.condition(random, 2).text() + ")";
            same("NOT (" + p + " AND " + q + ")", "NOT " + p + " OR NOT " + q, messages);
            same("NOT (" + p + " OR " + q + ")", "NOT " + p + " AND NOT " + q, messages);
            same("NOT NOT " + p, p, messages);
            same(p + " AND " + q, q + " AND " + p, messages);
            same(p + " OR " + q + " AND " + p, p, messages);
        }
        for (int i = 0; i < SELECTORS / 10; i++) {
            messages = messages();
            same("a BETWEEN b AND c", "a >= b AND a <= c", messages);
            same("a NOT BETWEEN b AND c", "a < b OR a > c", messages);
            same("a IN ('x', 'y')", "a = 'x' OR a = 'y'", messages);
            same("a NOT IN ('x', 'y')", "a <> 'x' AND a <> 'y'", messages);
            same("a LIKE 'x'", "a = 'x'", messages);
            same("a NOT LIKE 'x'", "a <> 'x'", messages);
            same("a IS NOT NULL", "NOT (a IS NULL)", messages);
            same("a + b = c", "b + a = c", messages);
            same("a < b", "b > a", messages);
        }
    }

    private static void same(String one, String other, List<Map<String, @Nullable Object>> messages) {
        Condition left = parse(one);
        Condition right = parse(other);
        for (Map<String, @Nullable Object> message : messages) {
            MessageView view = Sample.of(message);
            assertThat(test(left, view))
                    .as("%s is %s on %s", one, other, message)
                    .isEqualTo(test(right, view));
        }
    }
}
