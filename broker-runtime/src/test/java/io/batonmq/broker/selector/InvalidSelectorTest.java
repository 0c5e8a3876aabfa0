package io.batonmq.broker.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.ErrorCode;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no selector is refused when it is presented, with its place and what is expected (3.8.1.1). */
class InvalidSelectorTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    =                       | 1  | an identifier, a literal or '(' is expected, not '='
                    a =                     | 4  | an identifier, a literal or '(' is expected, not the end
                    a = 1 AND               | 10 | not the end
                    a = 1 b                 | 7  | AND, OR or the end is expected, not 'b'
                    a = 1)                  | 6  | not ')'
                    (a = 1                  | 7  | ')' or an operator is expected, not the end
                    ()                      | 2  | not ')'
                    a == 1                  | 4  | not '='
                    a != 1                  | 3  | unequal is written <>
                    a = "x"                 | 5  | a string stands in single quotes
                    a && b                  | 3  | and is written AND
                    a ; b                   | 3  | no part of the selector language
                    a = 'x                  | 5  | no closing quote
                    a = 'it's'              | 9  | AND, OR or the end is expected, not 's'
                    a < b < c               | 7  | make no row
                    a = b = c               | 7  | make no row
                    3 AND 1                 | 1  | a condition is expected, this is a number
                    TRUE AND 'x'            | 10 | a condition is expected, this is a string
                    5                       | 1  | a condition is expected
                    a + 1                   | 1  | a condition is expected
                    NOT 5                   | 5  | a condition is expected
                    'a' > 'b'               | 1  | strings and booleans have only = and <>
                    a > 'b'                 | 5  | strings and booleans have only = and <>
                    a >= TRUE               | 6  | a number is expected, this is a boolean
                    TRUE = 0                | 6  | a boolean is compared with a number
                    'x' <> FALSE            | 5  | a string is compared with a boolean
                    JMSPriority = TRUE      | 13 | a number is compared with a boolean
                    (a = 1) = 'x'           | 9  | a boolean is compared with a string
                    JMSType < 3             | 1  | a number is expected, this is a string
                    a + 'x' = 1             | 5  | a number is expected
                    -'x' = 1                | 2  | a number is expected
                    a * TRUE = 1            | 5  | a number is expected
                    (a = 1) + 1 = 2         | 1  | a number is expected
                    a BETWEEN 'a' AND 'b'   | 11 | a number is expected
                    a BETWEEN 1 OR 2        | 13 | AND is expected, not 'OR'
                    a BETWEEN 1             | 12 | AND is expected
                    x LIKE 5                | 8  | a string is expected, not '5'
                    x LIKE y                | 8  | a string is expected, not 'y'
                    'x' LIKE 'x'            | 1  | an identifier is expected before LIKE
                    JMSPriority LIKE '1%'   | 1  | a string is expected
                    x LIKE 'a' ESCAPE       | 18 | a string is expected
                    x LIKE 'a' ESCAPE 'ab'  | 19 | a string of one character
                    x LIKE 'a' ESCAPE ''    | 19 | a string of one character
                    x LIKE 'a!' ESCAPE '!'  | 8  | escapes nothing
                    x IN ()                 | 7  | a string is expected, not ')'
                    x IN (1)                | 7  | a string is expected, not '1'
                    x IN ('a' 'b')          | 11 | ',' or ')' is expected
                    x IN ('a',)             | 11 | a string is expected
                    x IN 'a'                | 6  | ( is expected
                    5 IN ('a')              | 1  | an identifier is expected before IN
                    JMSPriority IN ('4')    | 1  | a string is expected
                    x NOT                   | 6  | BETWEEN, IN or LIKE after NOT is expected
                    x NOT = 1               | 7  | BETWEEN, IN or LIKE after NOT is expected
                    x IS 1                  | 6  | NULL is expected
                    x IS NOT                | 9  | NULL is expected
                    1 IS NULL               | 1  | an identifier is expected before IS NULL
                    x = NULL                | 5  | not 'NULL'
                    NULL = 1                | 1  | not 'NULL'
                    between = 1             | 1  | not 'BETWEEN'
                    Escape = 'x'            | 1  | not 'ESCAPE'
                    a = NOT b               | 5  | not 'NOT'
                    a.b = 1                 | 2  | no part of the selector language
                    1a = 1                  | 1  | '1a' is neither a number nor an identifier
                    a = 5x                  | 5  | neither a number
                    a = 1__                 | 5  | neither a number
                    a = 0x                  | 5  | neither a number
                    a = 08                  | 5  | neither a number
                    a = 0b12                | 5  | neither a number
                    a = 1.2.3               | 5  | neither a number
                    a = 0x1.8               | 5  | neither a number
                    a = 9223372036854775808 | 5  | out of range
                    a = 0x1FFFFFFFFFFFFFFFF | 5  | out of range
                    a = 1e999               | 5  | too large
                    a = 1e-999              | 5  | too near to zero
                    a = 1e39f               | 5  | too large
                    JMSDestination = 'x'    | 1  | no header field that selectors may name
                    JMSRedelivered = TRUE   | 1  | no header field that selectors may name
                    JMSExpiration > 0       | 1  | no header field that selectors may name
                    JMSfoo = 1              | 1  | no header field that selectors may name
                    """)
    void isRefusedWithItsPlace(String selector, int place, String what) {
        assertThatThrownBy(() -> new Selectors().compile(selector))
                .isInstanceOfSatisfying(RefusedException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.SELECTOR_INVALID);
                    assertThat(e.text())
                            .startsWith("the message selector is invalid at character " + place + ": ")
                            .contains(what);
                });
    }

    static Stream<String> reservedWords() {
        return Stream.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE")
                .flatMap(word -> Stream.of(word, word.toLowerCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @MethodSource("reservedWords")
    void aReservedWordIsNeverAnIdentifier(String word) {
        assertThatThrownBy(() -> new Selectors().compile(word + " IS NULL")).isInstanceOf(RefusedException.class);
    }

    @Test
    void aWordThatOnlyLooksReservedInUpperCaseIsAnIdentifier() throws RefusedException {
        new Selectors().compile("l\u0131ke = 1 AND \u0131n IS NULL AND nulls = 1");
    }

    @Test
    void boundsAreRefusedByName() {
        refused("a = '" + "x".repeat(Selectors.LONGEST) + "'", "65536");
        refused("(".repeat(101) + "a" + ")".repeat(101), "100 deep");
        refused("a LIKE '" + "x".repeat(1_001) + "'", "1000 characters");
        refused(
                String.join(
                        " OR ",
                        IntStream.range(0, 101).mapToObj(i -> "a LIKE 'x'").toList()),
                "at most 100 LIKE");
        refused("a = " + "1".repeat(1_001), "more than 1000 characters");
    }

    private static void refused(String selector, String why) {
        assertThatThrownBy(() -> new Selectors().compile(selector))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(why);
    }
}
