package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 3.8.1.1, Message selector syntax. Comparisons, arithmetic, logic, BETWEEN, IN, IS NULL. */
@DisplayName("3.8.1.1 Message selector syntax")
final class Section03080101SelectorExpressionsTest extends SelectorTest {
    @Test
    void numbersOfAllTypesAreComparedWithEachOther() throws Exception {
        given("b", (byte) 5, "s", (short) 5, "i", 5, "l", 5L, "f", 5f, "d", 5d, "half", 5.5);
        assertTrueFor(
                "b = 5",
                "s = 5.0",
                "i = l",
                "l = f",
                "f = d",
                "d = 5",
                "b = 5e0",
                "half > i",
                "i < half",
                "i >= d",
                "l <= f",
                "i <> half",
                "half > 5",
                "5 < half");
        assertFalseFor("i = half", "i > 5", "d < 5", "f <> 5", "half <= 5");
    }

    @Test
    void anExactAndAnApproximateNumberAreComparedAsJavaDoes() throws Exception {
        given("tenth", 0.1f, "third", 1.0 / 3, "big", 9007199254740993L);
        assertTrueFor("tenth > 0.1", "third * 3 = 1", "big = 9007199254740992.0", "big <> 9007199254740992");
    }

    @Test
    void whatIsNotOfLikeTypeIsNeverEqual() throws Exception {
        given("s", "5", "n", 5, "b", true);
        assertNeverTrue("s = 5", "n = '5'", "b = 1", "b = 'true'", "n = TRUE", "s = TRUE", "s = n", "b = n", "s = b");
    }

    @Test
    void whatIsNotOfLikeTypeIsFalseAndSoItsNegationTrue() throws Exception {
        given("s", "5", "n", 5, "b", true);
        assertFalseFor("s = n", "n = s", "b = n", "s = b", "s = 5", "n = '5'");
        assertNeverTrue("s <> n", "b <> n", "s > n", "n >= s");
    }

    @Test
    void textsAndBooleansAreOnlyEqualOrNot() throws Exception {
        given("s", "b", "t", "b", "yes", true, "also", true, "no", false);
        assertTrueFor("s = t", "s <> 'c'", "yes = also", "yes <> no");
        assertNeverTrue("s > 'a'", "s < 'c'", "s >= t", "yes > no", "s BETWEEN 'a' AND 'c'");
    }

    @Test
    void arithmeticIsThatOfJava() throws Exception {
        given("n", 7, "d", 7.0);
        assertTrueFor(
                "n / 2 = 3",
                "d / 2 = 3.5",
                "n / 2.0 = 3.5",
                "-n = -7",
                "+n = 7",
                "n - -7 = 14",
                "- n + 7 = 0",
                "n * n = 49",
                "-7 / 2 = -3");
        assertFalseFor("n / 2 = 3.5", "d / 2 = 3");
    }

    @Test
    void multiplicationBindsMoreThanAdditionAndEqualsGoFromLeftToRight() throws Exception {
        given("n", 2);
        assertTrueFor(
                "1 + n * 3 = 7",
                "(1 + n) * 3 = 9",
                "10 - 4 - 3 = 3",
                "100 / 10 / 5 = 2",
                "10 - (4 - 3) = 9",
                "2 * 9 / 4 = 4",
                "-n * 3 = -6",
                "1 + n = 6 / n");
    }

    @Test
    void notBindsMoreThanAndMoreThanOr() throws Exception {
        given();
        assertTrueFor(
                "TRUE OR TRUE AND FALSE",
                "FALSE AND FALSE OR TRUE",
                "NOT FALSE OR TRUE",
                "NOT (FALSE AND FALSE)",
                "NOT NOT TRUE",
                "NOT FALSE AND TRUE");
        assertFalseFor("(TRUE OR TRUE) AND FALSE", "NOT FALSE AND FALSE", "NOT TRUE OR FALSE", "NOT (TRUE OR FALSE)");
    }

    @Test
    void betweenIncludesItsEnds() throws Exception {
        given("age", 17, "low", 15, "high", 19.5);
        assertTrueFor(
                "age BETWEEN 17 AND 19",
                "age BETWEEN 15 AND 17",
                "age BETWEEN low AND high",
                "age + 1 BETWEEN low + 3 AND high * 2",
                "age NOT BETWEEN 18 AND 19",
                "age NOT BETWEEN 1 AND 16",
                "age BETWEEN 16.9 AND 17.1",
                "age BETWEEN 1 AND 20 AND low = 15");
        assertFalseFor("age BETWEEN 18 AND 19", "age BETWEEN 19 AND 15", "age NOT BETWEEN 15 AND 19");
    }

    @Test
    void inIsOneOfSomeTexts() throws Exception {
        given("uk", "UK", "peru", "Peru", "n", 1);
        assertTrueFor(
                "uk IN ('UK', 'US', 'France')",
                "uk IN ('UK')",
                "peru NOT IN ('UK', 'US', 'France')",
                "NOT peru IN ('UK')",
                "uk in('US','UK')");
        assertFalseFor("peru IN ('UK', 'US', 'France')", "uk NOT IN ('UK', 'US', 'France')", "uk IN ('uk')");
        assertNeverTrue("n IN ('1')");
    }

    @Test
    void isNullTellsWhetherAPropertyIsThere() throws Exception {
        given("there", 1, "text", "");
        assertTrueFor("there IS NOT NULL", "text IS NOT NULL", "absent IS NULL", "NOT absent IS NOT NULL");
        assertFalseFor("there IS NULL", "text IS NULL", "absent IS NOT NULL");
    }

    @Test
    void theExampleOfTheSpecificationSelects() throws Exception {
        Message message = session().createMessage();
        message.setJMSType("car");
        message.setStringProperty("color", "blue");
        message.setIntProperty("weight", 2600);
        session().createProducer(chosen()).send(message);
        assertTrueFor("JMSType = 'car' AND color = 'blue' AND weight > 2500");
        assertFalseFor("JMSType = 'car' AND color = 'blue' AND weight > 2600");
    }

    @Test
    void aWrongSelectorIsRefused() throws Exception {
        assertInvalid(
                "=",
                "n =",
                "= 1",
                "n = = 1",
                "n == 1",
                "n != 1",
                "(n = 1",
                "n = 1)",
                "()",
                "n = 'a",
                "n = \"a\"",
                "n AND",
                "AND n = 1",
                "n = 1 AND",
                "n = 1 OR OR m = 2",
                "NOT",
                "n BETWEEN 1",
                "n BETWEEN 1 AND",
                "n BETWEEN AND 2",
                "n IN",
                "n IN ()",
                "n IN ('a'",
                "n IN ('a',)",
                "n IN (1, 2)",
                "n LIKE",
                "n LIKE m",
                "n LIKE 'a' ESCAPE",
                "n LIKE 'a' ESCAPE 'ab'",
                "n LIKE 'a' ESCAPE ''",
                "n IS",
                "n IS 1",
                "n NULL",
                "n IS NOT",
                "1 IS NULL",
                "'a' LIKE 'a'",
                "n + = 1",
                "n * / 2 = 1",
                "1abc = 1",
                "a-b.c = 1",
                "n = 1 m = 2",
                "n # 1",
                "n = 0x",
                "n = 1e",
                "n ; m");
    }

    @Test
    void aWrongSelectorIsRefusedByEveryMethodThatTakesOne() throws Exception {
        String wrong = "n = = 1";
        String name = unique();
        Topic topic = topic();
        Session withId = connection(unique()).createSession();
        for (Executable call : List.<Executable>of(
                () -> session().createConsumer(chosen(), wrong),
                () -> session().createConsumer(topic, wrong, true),
                () -> session().createBrowser(chosen(), wrong),
                () -> session().createSharedConsumer(topic, name, wrong),
                () -> session().createSharedDurableConsumer(topic, name, wrong),
                () -> withId.createDurableConsumer(topic, name, wrong, false),
                () -> withId.createDurableSubscriber(topic, name, wrong, false))) {
            assertThrows(InvalidSelectorException.class, call);
        }
        JMSContext context = context();
        assertThrows(InvalidSelectorRuntimeException.class, () -> context.createConsumer(chosen(), wrong));
        assertThrows(InvalidSelectorRuntimeException.class, () -> context.createBrowser(chosen(), wrong));
        assertThrows(InvalidSelectorRuntimeException.class, () -> context.createSharedConsumer(topic, name, wrong));
        assertThrows(InvalidDestinationException.class, () -> session().unsubscribe(name), "it left a subscription");
    }
}
