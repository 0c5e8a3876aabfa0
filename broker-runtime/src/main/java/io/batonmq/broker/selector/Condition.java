package io.batonmq.broker.selector;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part of a selector that is true, false or unknown. Immutable.
 *
 * <p>One rule for values of a wrong type, which only a message can show: what meets one is false (3.8.1.1), also in its NOT
 * form; what meets a null is unknown.
 */
sealed interface Condition extends Node {

    Truth test(Subject subject);

    /** AND of all. */
    record All(List<Condition> conditions) implements Condition {
        @Override
        public Truth test(Subject subject) {
            Truth truth = Truth.TRUE;
            for (Condition condition : conditions) {
                Truth next = condition.test(subject);
                if (next == Truth.FALSE) {
                    return next;
                }
                truth = next == Truth.UNKNOWN ? next : truth;
            }
            return truth;
        }
    }

    /** OR of all. */
    record Any(List<Condition> conditions) implements Condition {
        @Override
        public Truth test(Subject subject) {
            Truth truth = Truth.FALSE;
            for (Condition condition : conditions) {
                Truth next = condition.test(subject);
                if (next == Truth.TRUE) {
                    return next;
                }
                truth = next == Truth.UNKNOWN ? next : truth;
            }
            return truth;
        }
    }

    /** NOT. */
    record Not(Condition condition) implements Condition {
        @Override
        public Truth test(Subject subject) {
            return condition.test(subject).not();
        }
    }

    /** A boolean value by itself. */
    record Holds(Term term) implements Condition {
        @Override
        public Truth test(Subject subject) {
            Object value = term.value(subject);
            return value == null ? Truth.UNKNOWN : Truth.of(Boolean.TRUE.equals(value));
        }
    }

    /** Two values compared. */
    record Compared(Term left, TokenType operator, Term right) implements Condition {
        @Override
        public Truth test(Subject subject) {
            return compare(left.value(subject), operator, right.value(subject));
        }
    }

    private static Truth compare(@Nullable Object left, TokenType operator, @Nullable Object right) {
        if (left == null || right == null) {
            return Truth.UNKNOWN;
        }
        if (left instanceof Number one && right instanceof Number other) {
            return Truth.of(Numbers.compare(one, operator, other));
        }
        boolean alike = left instanceof String && right instanceof String
                || left instanceof Boolean && right instanceof Boolean;
        return Truth.of(alike
                && switch (operator) {
                    case EQUAL -> left.equals(right);
                    case NOT_EQUAL -> !left.equals(right);
                    default -> false; // strings and booleans have no order
                });
    }

    /** BETWEEN: with NOT it is {@code < low OR > high}. */
    record Between(Term term, Term low, Term high, boolean negated) implements Condition {
        @Override
        public Truth test(Subject subject) {
            Object value = term.value(subject);
            Truth above = compare(value, negated ? TokenType.LESS : TokenType.GREATER_OR_EQUAL, low.value(subject));
            Truth decisive = negated ? Truth.TRUE : Truth.FALSE;
            if (above == decisive) {
                return above;
            }
            Truth below = compare(value, negated ? TokenType.GREATER : TokenType.LESS_OR_EQUAL, high.value(subject));
            return below == decisive || above != Truth.UNKNOWN ? below : above;
        }
    }

    /** IN. */
    record Among(Term.Reference reference, Set<String> strings, boolean negated) implements Condition {
        @Override
        public Truth test(Subject subject) {
            Object value = reference.value(subject);
            if (value == null) {
                return Truth.UNKNOWN;
            }
            return Truth.of(value instanceof String text && strings.contains(text) != negated);
        }
    }

    /** LIKE. */
    record Like(Term.Reference reference, LikePattern pattern, boolean negated) implements Condition {
        @Override
        public Truth test(Subject subject) {
            Object value = reference.value(subject);
            if (value == null) {
                return Truth.UNKNOWN;
            }
            return Truth.of(value instanceof String text && pattern.matches(text) != negated);
        }
    }

    /** IS NULL: never unknown. */
    record Missing(Term.Reference reference, boolean negated) implements Condition {
        @Override
        public Truth test(Subject subject) {
            return Truth.of((reference.value(subject) == null) != negated);
        }
    }
}
