package io.batonmq.broker.selector;

import io.batonmq.broker.destination.MessageFilter;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.ErrorCode;

/**
 * Compiles message selectors (section 3.8.1 of the specification). Stateless, any thread.
 *
 * <p>Bounds, so that neither a selector nor a text it looks at holds up the broker loop: {@value #LONGEST} characters, {@value
 * Parser#MOST_DEPTH} nested brackets, {@value Parser#MOST_LIKES} LIKE with patterns of {@value Parser#LONGEST_PATTERN}
 * characters. What is beyond them is refused like a mistake in the grammar, with {@link ErrorCode#SELECTOR_INVALID}.
 */
public final class Selectors implements MessageFilter.Compiler {
    /** Characters in one selector. */
    static final int LONGEST = 65_536;

    @Override
    public MessageFilter compile(String selector) throws RefusedException {
        if (selector.length() > LONGEST) {
            throw new RefusedException(
                    ErrorCode.SELECTOR_INVALID,
                    "the message selector has " + selector.length() + " characters, more than " + LONGEST);
        }
        try {
            Condition condition = Parser.parse(selector);
            return (message, deliveryCount) -> condition.test(new Subject(message, deliveryCount)) == Truth.TRUE;
        } catch (SelectorException e) {
            throw new RefusedException(ErrorCode.SELECTOR_INVALID, String.valueOf(e.getMessage()));
        }
    }
}
