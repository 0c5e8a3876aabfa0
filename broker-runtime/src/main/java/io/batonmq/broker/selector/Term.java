package io.batonmq.broker.selector;

import io.batonmq.wire.MessageView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a selector that has a value: Boolean, Integer (as are Byte and Short in arithmetic), Long, Float, Double, String;
 * null = unknown. Immutable.
 */
sealed interface Term extends Node {

    /** What is known of a value before there is a message. */
    enum Kind {
        NUMBER,
        STRING,
        BOOLEAN,
        /** A property: anything. */
        ANY
    }

    Kind kind();

    @Nullable
    Object value(Subject subject);

    /** A literal. */
    record Constant(Kind kind, Object constant) implements Term {
        @Override
        public Object value(Subject subject) {
            return constant;
        }
    }

    /** What an identifier stands for. */
    sealed interface Reference extends Term {}

    /** A property; its type is the one it was set with, and is not converted. */
    record Property(MessageView.Name name) implements Reference {
        @Override
        public Kind kind() {
            return Kind.ANY;
        }

        @Override
        public @Nullable Object value(Subject subject) {
            return subject.message().property(name);
        }
    }

    /** A header field. */
    record Header(HeaderField field) implements Reference {
        @Override
        public Kind kind() {
            return field.kind();
        }

        @Override
        public @Nullable Object value(Subject subject) {
            return field.value(subject);
        }
    }

    /** Signs before a number. */
    record Signed(boolean negative, Term operand) implements Term {
        @Override
        public Kind kind() {
            return Kind.NUMBER;
        }

        @Override
        public @Nullable Object value(Subject subject) {
            return Numbers.signed(negative, operand.value(subject));
        }
    }

    /** A row of additions and subtractions, or of multiplications and divisions, from left to right. */
    record Arithmetic(Term first, List<Step> steps) implements Term {
        @Override
        public Kind kind() {
            return Kind.NUMBER;
        }

        @Override
        public @Nullable Object value(Subject subject) {
            Object value = first.value(subject);
            for (Step step : steps) {
                value = Numbers.calculate(value, step.operator, step.operand.value(subject));
            }
            return value;
        }
    }

    /** One of those. */
    record Step(TokenType operator, Term operand) {}

    /** A condition in brackets that is compared as a boolean. */
    record Judged(Condition condition) implements Term {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public @Nullable Object value(Subject subject) {
            return switch (condition.test(subject)) {
                case TRUE -> true;
                case FALSE -> false;
                case UNKNOWN -> null;
            };
        }
    }
}
