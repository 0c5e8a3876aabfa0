package io.batonmq.broker.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LikePatternTest {

    /** By the definition, one character after the other: rows are the pattern, columns the text. */
    static boolean naive(String pattern, String text) {
        int[] points = text.codePoints().toArray();
        boolean[] reached = new boolean[points.length + 1];
        reached[0] = true;
        for (int part : pattern.codePoints().toArray()) {
            boolean[] next = new boolean[points.length + 1];
            for (int i = 0; i <= points.length; i++) {
                if (part == '%') {
                    next[i] = reached[i] || i > 0 && next[i - 1];
                } else {
                    next[i] = i > 0 && reached[i - 1] && (part == '_' || part == points[i - 1]);
                }
            }
            reached = next;
        }
        return reached[points.length];
    }

    @Test
    void agreesWithTheDefinition() {
        long seed = Long.getLong("batonmq.seed", 20_251);
        System.out.println("LikePatternTest: seed " + seed + " (repeat with -Dbatonmq.seed=" + seed + ")");
        Random random = new Random(seed);
        int matching = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = word(random, "ab\uD83D\uDE00%_", 8);
            String text = word(random, "ab\uD83D\uDE00", 12);
            boolean expected = naive(pattern, text);
            matching += expected ? 1 : 0;
            assertThat(LikePattern.of(pattern, -1).matches(text))
                    .as("'%s' LIKE '%s'", text, pattern)
                    .isEqualTo(expected);
        }
        assertThat(matching).isBetween(700, 19_000);
    }

    @Test
    void agreesWithTheDefinitionOnSegmentsLongerThanAWord() {
        Random random = new Random(7);
        int matching = 0;
        for (int i = 0; i < 1_000; i++) {
            String text = word(random, "ab", 400);
            int from = random.nextInt(text.length() + 1);
            int to = from + random.nextInt(text.length() - from + 1);
            StringBuilder middle = new StringBuilder(text.substring(from, to));
            for (int k = 0; k < middle.length(); k += 1 + random.nextInt(9)) {
                middle.setCharAt(k, '_');
            }
            if (!middle.isEmpty() && random.nextBoolean()) {
                middle.setCharAt(random.nextInt(middle.length()), 'a');
            }
            String pattern = "%" + middle + "%";
            boolean expected = naive(pattern, text);
            matching += expected ? 1 : 0;
            assertThat(LikePattern.of(pattern, -1).matches(text))
                    .as("'%s' LIKE '%s'", text, pattern)
                    .isEqualTo(expected);
        }
        assertThat(matching).isBetween(250, 990);
    }

    private static String word(Random random, String alphabet, int most) {
        int[] points = alphabet.codePoints().toArray();
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--) {
            word.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return word.toString();
    }
}
