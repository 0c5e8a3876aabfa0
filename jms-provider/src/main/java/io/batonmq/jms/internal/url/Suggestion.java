package io.batonmq.jms.internal.url;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped one probably meant. Stateless. */
final class Suggestion {

    private Suggestion() {}

    /** Returns the nearest of the known names, if one is near: different case, a prefix forgotten, or a few letters. */
    static Optional<String> nearest(String name, Collection<String> known) {
        String best = null;
        int least = Integer.MAX_VALUE;
        String wanted = name.toLowerCase(Locale.ROOT);
        for (String candidate : known) {
            String lower = candidate.toLowerCase(Locale.ROOT);
            int distance = lower.endsWith("." + wanted) || wanted.endsWith("." + lower) ? 1 : distance(wanted, lower);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return least <= Math.max(1, name.length() / 4) ? Optional.ofNullable(best) : Optional.empty();
    }

    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
