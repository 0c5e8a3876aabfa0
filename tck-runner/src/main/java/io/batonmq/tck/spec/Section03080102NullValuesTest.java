package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 3.8.1.2, Null values. */
@DisplayName("3.8.1.2 Null values")
final class Section03080102NullValuesTest extends SelectorTest {

    private static final Map<String, String> VALUES = Map.of("T", "present = 1", "F", "present = 2", "U", "absent = 1");

    private void assertTable(String operator, String... cells) {
        List<Executable> checks = new ArrayList<>();
        for (String cell : cells) {
            String left = VALUES.get(cell.substring(0, 1));
            String right = VALUES.get(cell.substring(1, 2));
            String selector = "(" + left + ") " + operator + " (" + right + ")";
            checks.add(() -> {
                switch (cell.substring(3)) {
                    case "T" -> assertTrueFor(selector);
                    case "F" -> assertFalseFor(selector);
                    default -> assertUnknownFor(selector);
                }
            });
        }
        assertAll(checks);
    }

    @Test
    void tableOfAnd() throws Exception {
        given("present", 1);
        assertTable("AND", "TT=T", "TF=F", "TU=U", "FT=F", "FF=F", "FU=F", "UT=U", "UF=F", "UU=U");
    }

    @Test
    void tableOfOr() throws Exception {
        given("present", 1);
        assertTable("OR", "TT=T", "TF=T", "TU=T", "FT=T", "FF=F", "FU=U", "UT=T", "UF=U", "UU=U");
    }

    @Test
    void tableOfNot() throws Exception {
        given("present", 1);
        assertFalseFor("NOT present = 1");
        assertTrueFor("NOT present = 2");
        assertUnknownFor("NOT absent = 1", "NOT NOT absent = 1");
    }

    @Test
    void comparisonAndArithmeticWithNullAreUnknown() throws Exception {
        given("n", 1, "s", "a");
        assertUnknownFor(
                "absent = 1",
                "absent <> 1",
                "absent > 1",
                "absent >= n",
                "n < absent",
                "n <= absent",
                "absent = absent",
                "absent <> absent",
                "absent = 'a'",
                "s <> absent",
                "absent = TRUE",
                "absent + 1 = 2",
                "n * absent = n",
                "-absent = 1",
                "absent / 0 = 1",
                "absent - absent = 0");
    }

    @Test
    void betweenInAndLikeOfNullAreUnknown() throws Exception {
        given("n", 1);
        assertUnknownFor(
                "absent BETWEEN 1 AND 2",
                "absent NOT BETWEEN 1 AND 2",
                "n BETWEEN absent AND 2",
                "n NOT BETWEEN absent AND 2",
                "absent IN ('a', 'b')",
                "absent NOT IN ('a', 'b')",
                "absent LIKE 'a%'",
                "absent NOT LIKE 'a%'");
        assertFalseFor("n BETWEEN 2 AND absent", "n BETWEEN absent AND 0");
    }

    @Test
    void isNullTurnsUnknownIntoTrueAndFalse() throws Exception {
        given("n", 1);
        assertTrueFor("absent IS NULL", "absent = 1 OR absent IS NULL", "NOT absent IS NOT NULL", "n IS NOT NULL");
        assertFalseFor("absent IS NOT NULL", "NOT absent IS NULL", "n IS NULL");
    }

    @Test
    void aPropertyThatWasSetToNullIsNull() throws Exception {
        given("nothing", null);
        assertTrueFor("nothing IS NULL");
        assertUnknownFor("nothing = 'a'", "nothing <> 'a'", "nothing LIKE '%'");
    }
}
