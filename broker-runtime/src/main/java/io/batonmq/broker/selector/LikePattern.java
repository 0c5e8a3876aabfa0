package io.batonmq.broker.selector;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of LIKE: {@code _} is any one character (a supplementary one is one), {@code %} any number of them. Immutable.
 *
 * <p>What stands between two {@code %} is searched from left to right and never again, so that the time is the text's length
 * times at most a sixty-fourth of the pattern's, whatever both contain.
 */
final class LikePattern {
    private final List<Segment> segments;
    /** Whether it has a {@code %}; else the only segment is all of it. */
    private final boolean open;

    private LikePattern(List<Segment> segments, boolean open) {
        this.segments = segments;
        this.open = open;
    }

    /**
     * Of a text.
     *
     * @param escape the escape character, or -1
     * @throws IllegalArgumentException if the last character is an escape that escapes nothing
     */
    static LikePattern of(String text, int escape) {
        List<Segment> segments = new ArrayList<>();
        List<Integer> points = new ArrayList<>();
        boolean escaped = false;
        for (int point : text.codePoints().toArray()) {
            if (!escaped && point == escape) {
                escaped = true;
                continue;
            }
            if (!escaped && point == '%') {
                segments.add(Segment.of(points));
                points.clear();
            } else {
                points.add(!escaped && point == '_' ? Segment.ANY : point);
            }
            escaped = false;
        }
        if (escaped) {
            throw new IllegalArgumentException("the pattern ends with its escape character, which escapes nothing");
        }
        boolean open = !segments.isEmpty();
        segments.add(Segment.of(points));
        return new LikePattern(List.copyOf(segments), open);
    }

    boolean matches(String text) {
        Segment first = segments.get(0);
        int from = first.endIfAt(text, 0);
        if (from < 0 || !open) {
            return from == text.length();
        }
        Segment last = segments.get(segments.size() - 1);
        int to = last.startIfBefore(text, text.length());
        for (int i = 1; i < segments.size() - 1 && from >= 0; i++) {
            from = segments.get(i).endOfFirst(text, from, to);
        }
        return from >= 0 && from <= to;
    }
}
