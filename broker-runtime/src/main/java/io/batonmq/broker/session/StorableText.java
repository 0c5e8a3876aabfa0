package io.batonmq.broker.session;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Text that every database takes: some take no NUL, none takes half of a surrogate pair (S7). Stateless. */
final class StorableText {
    private StorableText() {}

    /** The text's beginning, with a question mark for each character that may not be storable. */
    static String of(String text, int longest) {
        StringBuilder stored = new StringBuilder();
        text.codePoints().limit(longest).forEach(point -> stored.appendCodePoint(isPlain(point) ? point : '?'));
        return stored.toString();
    }

    /** Whether all of it can be stored and printed. */
    static boolean isPlain(String text) {
        return text.codePoints().allMatch(StorableText::isPlain);
    }

    private static boolean isPlain(int point) {
        return !Character.isISOControl(point) && Character.getType(point) != Character.SURROGATE;
    }

    /** Refuses a selector with characters that are neither plain nor white space. */
    static void check(@Nullable String selector) throws RefusedException {
        boolean storable = selector == null
                || selector.codePoints().allMatch(point -> isPlain(point) || Character.isWhitespace(point));
        if (!storable) {
            throw new RefusedException(
                    ErrorCode.SELECTOR_INVALID,
                    "the selector contains a control character or half of a surrogate pair: leave it out");
        }
    }
}
