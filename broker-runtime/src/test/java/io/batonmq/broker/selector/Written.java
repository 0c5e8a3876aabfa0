package io.batonmq.broker.selector;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random selector, written out and evaluated in the plainest way, apart from the engine: values are boxed, three truth values
 * are TRUE, FALSE and null.
 */
interface Written {

    String text();

    /** Of a condition: TRUE, FALSE or null; of a value: what it is, {@link #WRONG} for arithmetic with what is no number. */
    @Nullable
    Object evaluate(Map<String, @Nullable Object> message);

    Object WRONG = new Object();
    List<String> NAMES = List.of("a", "b", "c", "d", "e");
    List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");
    List<String> TEXTS = List.of("", "x", "y", "xy", "yx", "xyx");

    /** Conditions. */
    static Written condition(Random random, int depth) {
        int choice = random.nextInt(depth == 0 ? 6 : 9);
        return switch (choice) {
            case 0, 1 -> comparison(random, depth);
            case 2 -> between(random);
            case 3 -> in(random);
            case 4 -> like(random);
            case 5 -> random.nextBoolean() ? isNull(random) : bool(random);
            case 6 -> {
                Written operand = condition(random, depth - 1);
                yield written("NOT (" + operand.text() + ")", m -> not(truth(operand.evaluate(m))));
            }
            default -> joined(choice == 7, condition(random, depth - 1), condition(random, depth - 1));
        };
    }

    private static Written joined(boolean and, Written one, Written other) {
        String text = "(" + one.text() + (and ? " AND " : " OR ") + other.text() + ")";
        return written(text, m -> {
            Boolean left = truth(one.evaluate(m));
            Boolean right = truth(other.evaluate(m));
            Boolean decisive = !and;
            if (decisive.equals(left) || decisive.equals(right)) {
                return decisive;
            }
            return left == null || right == null ? null : and;
        });
    }

    /** Any value as a condition. */
    static @Nullable Boolean truth(@Nullable Object value) {
        return value == null ? null : value.equals(true);
    }

    static @Nullable Boolean not(@Nullable Boolean value) {
        return value == null ? null : !value;
    }

    private static Written comparison(Random random, int depth) {
        String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
        boolean equality = operator.equals("=") || operator.equals("<>");
        // A boolean that meets a number or a string is refused; properties of whatever type are among both kinds.
        boolean logical = equality && random.nextInt(3) == 0;
        Written left = logical ? logical(random, depth) : other(random, equality);
        Written right = logical ? logical(random, depth) : other(random, equality);
        return written(
                left.text() + " " + operator + " " + right.text(),
                m -> compare(left.evaluate(m), operator, right.evaluate(m)));
    }

    static @Nullable Boolean compare(@Nullable Object left, String operator, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Number one && right instanceof Number other) {
            boolean less;
            boolean equal;
            boolean neither = Double.isNaN(one.doubleValue()) || Double.isNaN(other.doubleValue());
            if (one instanceof Double || other instanceof Double) {
                less = one.doubleValue() < other.doubleValue();
                equal = one.doubleValue() == other.doubleValue();
            } else if (one instanceof Float || other instanceof Float) {
                less = one.floatValue() < other.floatValue();
                equal = one.floatValue() == other.floatValue();
            } else {
                less = one.longValue() < other.longValue();
                equal = one.longValue() == other.longValue();
            }
            return switch (operator) {
                case "=" -> equal;
                case "<>" -> !equal;
                case "<" -> less;
                case "<=" -> less || equal;
                case ">" -> !less && !equal && !neither;
                default -> !less && !neither;
            };
        }
        if (left.getClass() != right.getClass() || left == WRONG) {
            return false;
        }
        return switch (operator) {
            case "=" -> left.equals(right);
            case "<>" -> !left.equals(right);
            default -> false;
        };
    }

    private static Written logical(Random random, int depth) {
        if (depth == 0 || random.nextBoolean()) {
            return bool(random);
        }
        Written inner = comparison(random, depth - 1);
        return written("(" + inner.text() + ")", inner::evaluate);
    }

    private static Written other(Random random, boolean orText) {
        if (orText && random.nextInt(4) == 0) {
            String text = text(random);
            return written(quoted(text), m -> text);
        }
        return number(random, 2);
    }

    private static Written name(Random random) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        return written(name, m -> m.get(name));
    }

    private static Written bool(Random random) {
        boolean value = random.nextBoolean();
        return random.nextBoolean() ? name(random) : written(value ? "TRUE" : "FALSE", m -> value);
    }

    private static Written number(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0, 1 -> name(random);
            case 2 -> {
                int value = random.nextInt(7) - 3;
                yield written(String.valueOf(value), m -> value);
            }
            case 3 -> {
                double value = (random.nextInt(7) - 3) / 2.0;
                yield written(String.valueOf(value), m -> value);
            }
            case 4 -> {
                Written operand = number(random, depth - 1);
                yield written("-(" + operand.text() + ")", m -> minus(operand.evaluate(m)));
            }
            default -> {
                Written left = number(random, depth - 1);
                Written right = number(random, depth - 1);
                char operator = "+-*/".charAt(random.nextInt(4));
                yield written(
                        "(" + left.text() + operator + " " + right.text() + ")",
                        m -> calculate(left.evaluate(m), operator, right.evaluate(m)));
            }
        };
    }

    private static @Nullable Object minus(@Nullable Object value) {
        if (value instanceof Float number) {
            return -number;
        }
        return value instanceof Double number ? -number : calculate(0, '-', value);
    }

    private static @Nullable Object calculate(@Nullable Object left, char operator, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (!(left instanceof Number one) || !(right instanceof Number other)) {
            return WRONG;
        }
        if (one instanceof Double || other instanceof Double) {
            double a = one.doubleValue();
            double b = other.doubleValue();
            return operator == '+' ? a + b : operator == '-' ? a - b : operator == '*' ? a * b : a / b;
        }
        if (one instanceof Float || other instanceof Float) {
            float a = one.floatValue();
            float b = other.floatValue();
            return operator == '+' ? a + b : operator == '-' ? a - b : operator == '*' ? a * b : a / b;
        }
        if (operator == '/' && other.longValue() == 0) {
            return null;
        }
        long a = one.longValue();
        long b = other.longValue();
        long exact = operator == '+' ? a + b : operator == '-' ? a - b : operator == '*' ? a * b : a / b;
        boolean isLong = one instanceof Long || other instanceof Long;
        return isLong ? (Object) exact : (Object) (int) exact;
    }

    private static Written between(Random random) {
        Written value = number(random, 1);
        Written low = number(random, 1);
        Written high = number(random, 1);
        boolean negated = random.nextBoolean();
        String text = value.text() + (negated ? " NOT" : "") + " BETWEEN " + low.text() + " AND " + high.text();
        return written(text, m -> {
            Boolean one = compare(value.evaluate(m), negated ? "<" : ">=", low.evaluate(m));
            Boolean other = compare(value.evaluate(m), negated ? ">" : "<=", high.evaluate(m));
            if (Boolean.valueOf(negated).equals(one) || Boolean.valueOf(negated).equals(other)) {
                return negated;
            }
            return one == null || other == null ? null : !negated;
        });
    }

    private static Written in(Random random) {
        Written name = name(random);
        List<String> texts = IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> text(random))
                .toList();
        boolean negated = random.nextBoolean();
        String list = texts.stream().map(Written::quoted).collect(Collectors.joining(", ", "(", ")"));
        return written(name.text() + (negated ? " NOT IN " : " IN ") + list, m -> {
            Object value = name.evaluate(m);
            return value == null ? null : value instanceof String && texts.contains(value) != negated;
        });
    }

    private static Written like(Random random) {
        Written name = name(random);
        String pattern = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> String.valueOf("xy%_".charAt(random.nextInt(4))))
                .collect(Collectors.joining());
        boolean negated = random.nextBoolean();
        return written(name.text() + (negated ? " NOT LIKE " : " LIKE ") + quoted(pattern), m -> {
            Object value = name.evaluate(m);
            return value == null
                    ? null
                    : value instanceof String text && LikePatternTest.naive(pattern, text) != negated;
        });
    }

    private static Written isNull(Random random) {
        Written name = name(random);
        boolean negated = random.nextBoolean();
        return written(
                name.text() + (negated ? " IS NOT NULL" : " IS NULL"), m -> (name.evaluate(m) == null) != negated);
    }

    static String text(Random random) {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** How one is evaluated. */
    interface Meaning {
        @Nullable
        Object of(Map<String, @Nullable Object> message);
    }

    private static Written written(String text, Meaning meaning) {
        return new Written() {
            @Override
            public String text() {
                return text;
            }

            @Override
            public @Nullable Object evaluate(Map<String, @Nullable Object> message) {
                return meaning.of(message);
            }
        };
    }
}
