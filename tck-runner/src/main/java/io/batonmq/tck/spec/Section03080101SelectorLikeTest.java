package io.batonmq.tck.spec;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.8.1.1, Message selector syntax. LIKE and ESCAPE. */
@DisplayName("3.8.1.1 Message selector syntax")
final class Section03080101SelectorLikeTest extends SelectorTest {
    @Test
    void theExamplesOfTheSpecificationHold() throws Exception {
        given("p1", "123", "p2", "12993", "p3", "1234", "w1", "lose", "w2", "loose", "u1", "_foo", "u2", "bar");
        assertTrueFor(
                "p1 LIKE '12%3'",
                "p2 LIKE '12%3'", "p3 NOT LIKE '12%3'", "w1 LIKE 'l_se'", "u1 LIKE '\\_%' ESCAPE '\\'");
        assertFalseFor(
                "p3 LIKE '12%3'",
                "p1 NOT LIKE '12%3'", "p2 NOT LIKE '12%3'", "w2 LIKE 'l_se'", "u2 LIKE '\\_%' ESCAPE '\\'");
    }

    @Test
    void aPercentSignIsAnySequenceAndAnUnderscoreOneCharacter() throws Exception {
        given("s", "abc", "empty", "", "one", "a", "lines", "a\nb\r\nc");
        assertTrueFor(
                "s LIKE '%'",
                "empty LIKE '%'",
                "empty LIKE ''",
                "s LIKE 'abc%'",
                "s LIKE '%abc'",
                "s LIKE '%b%'",
                "s LIKE '%a%b%c%'",
                "s LIKE '___'",
                "s LIKE '_%_'",
                "one LIKE '_'",
                "lines LIKE 'a%c'",
                "lines LIKE 'a_b__c'");
        assertFalseFor(
                "s LIKE 'ab'",
                "s LIKE 'bc'",
                "s LIKE '_'",
                "s LIKE '____'",
                "empty LIKE '_'",
                "s LIKE ''",
                "one LIKE '__'");
    }

    @Test
    void allOtherCharactersStandForThemselves() throws Exception {
        given("s", "a.b*c[d](e){f}^$|+?\\E", "t", "axb");
        assertTrueFor("s LIKE 'a.b*c[d](e){f}^$|+?\\E'", "s LIKE '%[d]%'", "s LIKE '%\\E'", "s LIKE '%{f}^$|%'");
        assertFalseFor("t LIKE 'a.b'", "t LIKE '.*'", "t LIKE '[a]xb'", "t LIKE 'AXB'", "t LIKE '^axb$'");
    }

    @Test
    void anEscapedCharacterStandsForItself() throws Exception {
        given("percent", "100%", "both", "a_b%c", "bang", "a!b", "other", "a%");
        assertTrueFor(
                "percent LIKE '100!%' ESCAPE '!'",
                "percent LIKE '%\\%' ESCAPE '\\'",
                "both LIKE 'a!_b!%c' ESCAPE '!'",
                "bang LIKE 'a!!b' ESCAPE '!'",
                "other LIKE 'a#%' ESCAPE '#'",
                "both NOT LIKE 'a!_c' ESCAPE '!'");
        assertFalseFor(
                "bang LIKE 'a!_b' ESCAPE '!'", "both LIKE 'a!%b%c' ESCAPE '!'", "percent LIKE '1%0!_' ESCAPE '!'");
    }

    @Test
    void aQuoteMayBePartOfThePattern() throws Exception {
        given("s", "it's", "q", "'");
        assertTrueFor("s LIKE 'it''s'", "s LIKE '%''_'", "q LIKE ''''", "q LIKE '''' ESCAPE '!'");
    }

    @Test
    void whatIsNoTextIsNotLikeAnything() throws Exception {
        given("n", 5, "b", true);
        assertNeverTrue("n LIKE '5'", "n LIKE '%'", "b LIKE 'true'");
    }

    @Test
    void nullIsNeitherLikeNorUnlike() throws Exception {
        given();
        assertUnknownFor("absent LIKE '%'", "absent NOT LIKE '%'", "absent LIKE 'a!%' ESCAPE '!'", "JMSType LIKE 'a'");
    }
}
