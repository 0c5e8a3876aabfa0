package io.batonmq.broker.selector;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.MessageView;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is true, false and unknown, operator by operator (3.8.1). A line: selector | TRUE, FALSE or UNKNOWN. */
class SelectorTest {
    private static final int DELIVERY_COUNT = 2;

    private static Truth test(String selector, MessageView message) throws SelectorException {
        return Parser.parse(selector).test(new Subject(message, DELIVERY_COUNT));
    }

    private static void check(String selector, Truth expected) throws SelectorException, RefusedException {
        assertThat(test(selector, Sample.ofAllTypes())).as(selector).isEqualTo(expected);
        assertThat(new Selectors().compile(selector).matches(Sample.ofAllTypes(), DELIVERY_COUNT))
                .as(selector)
                .isEqualTo(expected == Truth.TRUE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    NOT (p = 1)             | UNKNOWN
                    p <> 1                  | UNKNOWN
                    p = 1                   | UNKNOWN
                    p > 1                   | UNKNOWN
                    p NOT IN ('1')          | UNKNOWN
                    p IN ('1')              | UNKNOWN
                    p NOT LIKE 'a%'         | UNKNOWN
                    p LIKE '%'              | UNKNOWN
                    p NOT BETWEEN 1 AND 2   | UNKNOWN
                    p BETWEEN 1 AND 2       | UNKNOWN
                    1 BETWEEN p AND 2       | UNKNOWN
                    1 BETWEEN 0 AND p       | UNKNOWN
                    3 BETWEEN p AND 2       | FALSE
                    3 NOT BETWEEN p AND 2   | TRUE
                    1 NOT BETWEEN 2 AND p   | TRUE
                    p IS NULL               | TRUE
                    p IS NOT NULL           | FALSE
                    NOT (p IS NULL)         | FALSE
                    FALSE AND p = 1         | FALSE
                    p = 1 AND FALSE         | FALSE
                    TRUE AND p = 1          | UNKNOWN
                    TRUE OR p = 1           | TRUE
                    p = 1 OR TRUE           | TRUE
                    FALSE OR p = 1          | UNKNOWN
                    -p = 0                  | UNKNOWN
                    +p = 0                  | UNKNOWN
                    p + 1 > 0               | UNKNOWN
                    1 - p > 0               | UNKNOWN
                    p * 0 = 0               | UNKNOWN
                    p = p                   | UNKNOWN
                    p <> p                  | UNKNOWN
                    p                       | UNKNOWN
                    NOT p                   | UNKNOWN
                    NOT NOT p               | UNKNOWN
                    p OR NOT p              | UNKNOWN
                    (p = 1) = TRUE          | UNKNOWN
                    p = 'a' OR p IS NULL    | TRUE
                    """)
    void c76MissingPropertiesFollowThreeValuedLogic(String selector, Truth expected) throws Exception {
        check(selector, expected);
        check(selector.replaceAll("\\bp\\b", "nothing"), expected);
    }

    @ParameterizedTest
    @CsvSource({
        "TRUE, TRUE, TRUE, TRUE",
        "TRUE, FALSE, FALSE, TRUE",
        "TRUE, UNKNOWN, UNKNOWN, TRUE",
        "FALSE, TRUE, FALSE, TRUE",
        "FALSE, FALSE, FALSE, FALSE",
        "FALSE, UNKNOWN, FALSE, UNKNOWN",
        "UNKNOWN, TRUE, UNKNOWN, TRUE",
        "UNKNOWN, FALSE, FALSE, UNKNOWN",
        "UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN",
    })
    void andAndOrAreTheTablesOfTheSpecification(Truth one, Truth other, Truth and, Truth or) throws Exception {
        check(spelled(one) + " AND " + spelled(other), and);
        check(spelled(one) + " OR " + spelled(other), or);
        check("NOT " + spelled(one), one.not());
    }

    private static String spelled(Truth truth) {
        return truth == Truth.UNKNOWN ? "missing" : truth.name();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    i = 42                          | TRUE
                    i <> 42                         | FALSE
                    i < 43 AND i <= 42 AND i > 41 AND i >= 42 | TRUE
                    42 = i                          | TRUE
                    b = 7 AND s = 300 AND l = 5000000000 AND d = 2.5 | TRUE
                    i = 42.0                        | TRUE
                    d > 2                           | TRUE
                    fl = 0.1                        | FALSE
                    fl = 0.1f                       | TRUE
                    16777217 = 16777216f            | TRUE
                    nan = nan                       | FALSE
                    nan <> nan                      | TRUE
                    0.0 = -0.0                      | TRUE
                    text = 'it''s 50%_x'            | TRUE
                    text <> 'other'                 | TRUE
                    Upper = 'u'                     | FALSE
                    upper = 'U'                     | UNKNOWN
                    empty = ''                      | TRUE
                    empty IS NULL                   | FALSE
                    t = TRUE AND f = FALSE          | TRUE
                    t <> f                          | TRUE
                    t AND NOT f                     | TRUE
                    (i > 1) = t                     | TRUE
                    (i > 1) <> (i < 1)              | TRUE
                    'a' = 'a'                       | TRUE
                    größe = 3 AND _u$ = 1           | TRUE
                    """)
    void comparisons(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    digits = 42                     | FALSE
                    digits <> 42                    | FALSE
                    digits > 1                      | FALSE
                    NOT (digits > 1)                | TRUE
                    digits + 1 > 1                  | FALSE
                    -digits < 0                     | FALSE
                    digits + missing > 1            | UNKNOWN
                    i = '42'                        | FALSE
                    'a' = 1                         | FALSE
                    t = 'true'                      | FALSE
                    text > digits                   | FALSE
                    t > f                           | FALSE
                    i                               | FALSE
                    NOT text                        | TRUE
                    digits BETWEEN 1 AND 100        | FALSE
                    digits NOT BETWEEN 1 AND 2      | FALSE
                    i IN ('42')                     | FALSE
                    i NOT IN ('42')                 | FALSE
                    i LIKE '%'                      | FALSE
                    i NOT LIKE 'a'                  | FALSE
                    """)
    void valuesOfAnotherTypeAreNotConvertedAndMakeTheOperationFalse(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    1 + 2 * 3 = 7                   | TRUE
                    (1 + 2) * 3 = 9                 | TRUE
                    10 - 4 - 3 = 3                  | TRUE
                    100 / 10 / 5 = 2                | TRUE
                    7 / 2 = 3                       | TRUE
                    -7 / 2 = -3                     | TRUE
                    7 / 2.0 = 3.5                   | TRUE
                    -i = -42 AND - -i = 42 AND +i = 42 | TRUE
                    i*2+b=91                        | TRUE
                    i-1=41                          | TRUE
                    i -1 = 41                       | TRUE
                    2 * -3 = -6                     | TRUE
                    -b = -7                         | TRUE
                    2147483647 + 1 = -2147483648    | TRUE
                    2147483647 + 1L = 2147483648    | TRUE
                    9223372036854775807 + 1 = -9223372036854775808 | TRUE
                    i / 0 = 1                       | UNKNOWN
                    NOT (1 / (i - 42) > 0)          | UNKNOWN
                    i / 0.0 > 1e308                 | TRUE
                    0.0 / 0.0 = 0                   | FALSE
                    fl + fl = 0.2f                  | TRUE
                    i = 6 * b                       | TRUE
                    """)
    void arithmeticIsJavas(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    57 = 5_7                        | TRUE
                    0x2A = i AND 0X2a = i           | TRUE
                    052 = i AND 0b101010 = i        | TRUE
                    0xFFFFFFFF = -1                 | TRUE
                    0xFFFFFFFFL = 4294967295        | TRUE
                    0x1FFFFFFFF = 8589934591        | TRUE
                    0xFFFFFFFFFFFFFFFF = -1         | TRUE
                    42L = i AND 42l = i             | TRUE
                    -9223372036854775808 < 0        | TRUE
                    7. = 7 AND .5 = 0.5             | TRUE
                    7E3 = 7000 AND -57.9E2 = -5790  | TRUE
                    1e+2 = 100 AND 1e-2 = 0.01      | TRUE
                    5d = 5 AND 5F = 5 AND 5.5D = 5.5 | TRUE
                    0x1.8p1 = 3                     | TRUE
                    0_7.5 = 7.5                     | TRUE
                    00 = 0 AND 0 = 0.0              | TRUE
                    """)
    void numbersAreWrittenAsInJava(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    i BETWEEN 42 AND 42             | TRUE
                    i BETWEEN 41 AND 43             | TRUE
                    i BETWEEN 43 AND 41             | FALSE
                    i NOT BETWEEN 1 AND 41          | TRUE
                    i NOT BETWEEN 42 AND 50         | FALSE
                    i BETWEEN b * 6 AND b + 35 AND t | TRUE
                    d BETWEEN 2 AND 3               | TRUE
                    Upper IN ('U')                  | TRUE
                    Upper IN ('a','U' , 'b')        | TRUE
                    Upper NOT IN ('a', 'b')         | TRUE
                    Upper NOT IN ('U')              | FALSE
                    text IN ('it''s 50%_x')         | TRUE
                    (Upper) IN ('U')                | TRUE
                    i IS NOT NULL                   | TRUE
                    JMSMessageID IS NULL            | FALSE
                    """)
    void betweenInAndIsNull(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    text LIKE '%'                   | TRUE
                    empty LIKE '%' AND empty LIKE '' | TRUE
                    empty LIKE '_'                  | FALSE
                    text LIKE 'it%'                 | TRUE
                    text LIKE '%x'                  | TRUE
                    text LIKE '%50%'                | TRUE
                    text LIKE 'it__s%'              | FALSE
                    text LIKE 'it_s%'               | TRUE
                    text LIKE '%50!%!_x' ESCAPE '!' | TRUE
                    text LIKE '%50!__x' ESCAPE '!'  | FALSE
                    text LIKE '%50%%%x'             | TRUE
                    text NOT LIKE '%y%'             | TRUE
                    Upper LIKE 'u'                  | FALSE
                    face LIKE 'a_b'                 | TRUE
                    face LIKE '%_b'                 | TRUE
                    face LIKE 'a__b'                | FALSE
                    Upper LIKE '!U' ESCAPE '!'      | TRUE
                    Upper LIKE '''U' ESCAPE ''''    | TRUE
                    """)
    void like(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    NOT i = 1 AND t                 | TRUE
                    NOT (i = 1 AND t)               | TRUE
                    NOT i = 42 OR t                 | TRUE
                    f AND f OR t                    | TRUE
                    f AND (f OR t)                  | FALSE
                    t OR t AND f                    | TRUE
                    not I = 1 aNd t                 | UNKNOWN
                    nOt i = 1 And True and not FalsE | TRUE
                    i bEtWeEn 1 anD 50 AND Upper iN ('U') AND Upper lIkE 'U' eScApE '!' AND p iS nUlL | TRUE
                    ((((i))) = ((42)))              | TRUE
                    (t)                             | TRUE
                    """)
    void precedenceAndWords(String selector, Truth expected) throws Exception {
        check(selector, expected);
        check(selector.replace(" ", " \t\r\n\f"), expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    JMSDeliveryMode = 'PERSISTENT'  | TRUE
                    JMSDeliveryMode = 'NON_PERSISTENT' | FALSE
                    JMSDeliveryMode = 2             | FALSE
                    JMSPriority >= 7                | TRUE
                    JMSTimestamp = 1000             | TRUE
                    JMSMessageID = 'ID:1'           | TRUE
                    JMSCorrelationID LIKE 'c%'      | TRUE
                    JMSType IN ('sort')             | TRUE
                    JMSXGroupID = 'g'               | TRUE
                    JMSXGroupSeq IS NULL            | TRUE
                    JMSXDeliveryCount = 2           | TRUE
                    JMSXUserID IS NULL              | TRUE
                    JMS_Vendor = 'v'                | TRUE
                    """)
    void headerFieldsAndDefinedProperties(String selector, Truth expected) throws Exception {
        check(selector, expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JMSMessageID IS NULL", "JMSCorrelationID IS NULL", "JMSType IS NULL", "JMSTimestamp = 0"})
    void headerFieldsThatAreNotSetAreNull(String selector) throws Exception {
        assertThat(test(selector, Sample.bare())).isEqualTo(Truth.TRUE);
        assertThat(test("JMSDeliveryMode = 'NON_PERSISTENT'", Sample.bare())).isEqualTo(Truth.TRUE);
    }
}
