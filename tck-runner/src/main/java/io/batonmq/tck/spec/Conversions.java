package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.function.Executable;

/**
 * A table of the specification that says which value can be read as what. It is checked whole: a marked case gives the
 * value, every other one {@link MessageFormatException}. Immutable.
 */
final class Conversions {
    /** Of each type one value; a text that is no number; texts that are numbers, booleans. */
    private static final Map<String, Object> VALUES = new LinkedHashMap<>();

    static {
        VALUES.put("boolean", true);
        VALUES.put("byte", (byte) 17);
        VALUES.put("short", (short) 17);
        VALUES.put("char", 'x');
        VALUES.put("int", 17);
        VALUES.put("long", 17L);
        VALUES.put("float", 17f);
        VALUES.put("double", 17d);
        VALUES.put("String", "17");
        VALUES.put("byte[]", new byte[] {1, 7});
    }

    private final Map<String, List<String>> table = new LinkedHashMap<>();
    private final Map<String, Read> reads;

    /** Reads what stands under a name as one type. */
    @FunctionalInterface
    interface Read {
        Object from(String name) throws JMSException;
    }

    /**
     * Makes it.
     *
     * @param rows the table: lines {@code type: type type}, a value of the first can be read as the others
     * @param reads how to read as each type
     */
    Conversions(String rows, Map<String, Read> reads) {
        this.reads = reads;
        rows.strip().lines().forEach(line -> {
            String[] sides = line.strip().split(": ");
            table.put(sides[0], List.of(sides[1].split(" ")));
        });
    }

    /** One value of each type of the table, by type. */
    static Map<String, Object> values(boolean charAndBytes) {
        Map<String, Object> values = new LinkedHashMap<>(VALUES);
        if (!charAndBytes) {
            values.remove("char");
            values.remove("byte[]");
        }
        return values;
    }

    /** All cells of the table as checks; each value stands under its type's name. */
    List<Executable> checks() {
        List<Executable> checks = new ArrayList<>();
        table.forEach((from, targets) -> reads.forEach((to, read) -> checks.add(() -> {
            String cell = from + " read as " + to;
            if (targets.contains(to)) {
                assertValue(expected(from, to), read.from(from), cell);
            } else {
                assertThrows(MessageFormatException.class, () -> read.from(from), cell);
            }
        })));
        return checks;
    }

    private static void assertValue(Object expected, Object read, String cell) {
        if (expected instanceof byte[] bytes) {
            assertArrayEquals(bytes, (byte[]) read, cell);
        } else {
            assertEquals(expected, read, cell);
        }
    }

    private static Object expected(String from, String to) {
        Object value = Objects.requireNonNull(VALUES.get(from));
        return switch (to) {
            case "byte" -> (byte) 17;
            case "short" -> (short) 17;
            case "int" -> 17;
            case "long" -> 17L;
            case "float" -> 17f;
            case "double" -> 17d;
            case "String" -> String.valueOf(value);
            // Boolean.valueOf of a text that is not "true".
            case "boolean" -> value.equals(true);
            default -> value;
        };
    }
}
