package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.8.1.1, Message selector syntax. Literals. */
@DisplayName("3.8.1.1 Message selector syntax")
final class Section03080101SelectorLiteralsTest extends SelectorTest {
    @Test
    void aStringIsInSingleQuotesAndAQuoteInItIsDoubled() throws Exception {
        given("a", "literal", "b", "literal's", "c", "", "d", "\u00e9\u4e16\ud83d\ude00", "e", "a\"b\\n");
        assertTrueFor("a = 'literal'", "b = 'literal''s'", "c = ''", "d = '\u00e9\u4e16\ud83d\ude00'", "e = 'a\"b\\n'");
        assertFalseFor("a = 'Literal'", "a = 'literal '", "b = 'literal'", "c = ' '");
    }

    @Test
    void anExactNumberIsAWholeNumberOfTheRangeOfLong() throws Exception {
        given("n", 57, "m", -957, "max", Long.MAX_VALUE, "min", Long.MIN_VALUE);
        assertTrueFor(
                "n = 57", "m = -957", "n = +57", "max = 9223372036854775807", "min = -9223372036854775808", "n = 57L");
        assertFalseFor("n = 58", "max = 9223372036854775806", "m = 957");
    }

    @Test
    void anExactNumberIsWrittenAsInJava() throws Exception {
        given("n", 31, "eight", 8, "big", 0xFFL);
        assertTrueFor("n = 0x1F", "n = 0X1f", "eight = 010", "big = 0xFFL", "n = 037");
        assertFalseFor("eight = 10", "n = 0x1E");
    }

    @Test
    void anExactNumberIsWrittenAsInTodaysJava() throws Exception {
        given("n", 1000, "five", 5);
        assertTrueFor("n = 1_000", "five = 0b101");
    }

    @Test
    void anApproximateNumberHasAPointOrAnExponent() throws Exception {
        given("a", 7000.0, "b", -5790.0, "c", 7.0, "d", -95.7, "e", 6.2, "f", 0.5, "g", 0.01);
        assertTrueFor(
                "a = 7E3",
                "b = -57.9E2",
                "c = 7.",
                "d = -95.7",
                "e = +6.2",
                "f = .5",
                "g = 1e-2",
                "c = 7.0d",
                "a = 7.0e+3D",
                "c = 7f");
        assertFalseFor("a = 7E2", "d = 95.7", "c = 7.1");
    }

    @Test
    void trueAndFalseAreLiteralsInAnyCase() throws Exception {
        given("yes", true, "no", false);
        assertTrueFor("TRUE", "true", "True", "yes = TRUE", "no = false", "yes <> FALSE", "yes", "NOT no");
        assertFalseFor("FALSE", "False", "yes = FALSE", "no", "no = TRUE");
    }

    @Test
    void anEmptySelectorIsNone() throws Exception {
        given();
        assertTrue(selects(""));
        assertNotNull(next(session().createConsumer(chosen(), "")));
    }
}
