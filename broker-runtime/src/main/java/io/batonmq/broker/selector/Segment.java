package io.batonmq.broker.selector;

import java.util.Arrays;
import java.util.List;

/**
 * What stands between two {@code %} of a pattern. Immutable.
 *
 * <p>The search runs all its possible beginnings side by side, one bit each (Baeza-Yates and Gonnet's Shift-And).
 */
final class Segment {
    /** Stands for {@code _}. */
    static final int ANY = -1;

    private final int[] points;
    /** The different characters, in order. */
    private final int[] alphabet;
    /** For each of those, and last for all others: at which places of the segment it fits. */
    private final long[][] fits;

    private Segment(int[] points) {
        this.points = points;
        this.alphabet = Arrays.stream(points)
                .filter(point -> point != ANY)
                .sorted()
                .distinct()
                .toArray();
        this.fits = new long[alphabet.length + 1][(points.length + 63) / 64];
        for (int place = 0; place < points.length; place++) {
            long bit = 1L << place;
            if (points[place] == ANY) {
                for (long[] places : fits) {
                    places[place / 64] |= bit;
                }
            } else {
                fits[Arrays.binarySearch(alphabet, points[place])][place / 64] |= bit;
            }
        }
    }

    static Segment of(List<Integer> points) {
        return new Segment(points.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Where it ends if it begins here; -1 = it doesn't. */
    int endIfAt(String text, int from) {
        int at = from;
        for (int point : points) {
            if (at == text.length()) {
                return -1;
            }
            int found = text.codePointAt(at);
            if (point != ANY && point != found) {
                return -1;
            }
            at += Character.charCount(found);
        }
        return at;
    }

    /** Where it begins if it ends here; -1 = it doesn't. */
    int startIfBefore(String text, int to) {
        int at = to;
        for (int i = points.length - 1; i >= 0; i--) {
            if (at == 0) {
                return -1;
            }
            int found = text.codePointBefore(at);
            if (points[i] != ANY && points[i] != found) {
                return -1;
            }
            at -= Character.charCount(found);
        }
        return at;
    }

    /** Where the first one between these places ends; -1 = there is none. */
    int endOfFirst(String text, int from, int to) {
        if (points.length == 0) {
            return from;
        }
        return points.length <= 64 ? endOfFirstShort(text, from, to) : endOfFirstLong(text, from, to);
    }

    private int endOfFirstShort(String text, int from, int to) {
        long all = 1L << (points.length - 1);
        long begun = 0;
        int at = from;
        while (at < to) {
            int found = text.codePointAt(at);
            at += Character.charCount(found);
            begun = (begun << 1 | 1) & placesOf(found)[0];
            if ((begun & all) != 0) {
                return at;
            }
        }
        return -1;
    }

    private int endOfFirstLong(String text, int from, int to) {
        int last = (points.length - 1) / 64;
        long all = 1L << (points.length - 1);
        long[] begun = new long[last + 1];
        int at = from;
        while (at < to) {
            int found = text.codePointAt(at);
            at += Character.charCount(found);
            long[] places = placesOf(found);
            long carry = 1;
            for (int i = 0; i <= last; i++) {
                long next = begun[i] >>> 63;
                begun[i] = (begun[i] << 1 | carry) & places[i];
                carry = next;
            }
            if ((begun[last] & all) != 0) {
                return at;
            }
        }
        return -1;
    }

    private long[] placesOf(int point) {
        int index = Arrays.binarySearch(alphabet, point);
        return fits[index < 0 ? alphabet.length : index];
    }
}
