package io.batonmq.tck.spec;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.8.1.1, Message selector syntax. Identifiers. */
@DisplayName("3.8.1.1 Message selector syntax")
final class Section03080101SelectorIdentifiersTest extends SelectorTest {
    @Test
    void anIdentifierIsOneOfJavaOfAnyLength() throws Exception {
        String longest = "x".repeat(1_000);
        given("_", 1, "$", 2, "$_a1", 3, "caf\u00e9", 4, "\u4e16\u754c", 5, "\u2160", 6, longest, 7);
        assertTrueFor(
                "_ = 1",
                "$ = 2",
                "$_a1 = 3",
                "caf\u00e9 = 4",
                "\u4e16\u754c = 5",
                "\u2160 = 6",
                longest + " = 7",
                "$ + _ = 3",
                "caf\u00e9=4 AND\t\u4e16\u754c=5\nOR\r\nFALSE");
    }

    @Test
    void identifiersAreCaseSensitive() throws Exception {
        given("name", 1, "Name", 2);
        assertTrueFor("name = 1", "Name = 2");
        assertUnknownFor("NAME = 1");
    }

    @Test
    void operatorsAreNot() throws Exception {
        given("n", 5, "s", "abc", "t", "a%");
        assertTrueFor(
                "n between 1 and 9",
                "n Between 1 And 9",
                "s like 'a%'",
                "s in ('abc')",
                "s is not null",
                "x is null",
                "not n = 6",
                "n = 6 or n = 5",
                "t like 'a!%' escape '!'");
    }

    @Test
    void aReservedWordIsNoIdentifierInAnyCase() {
        for (String word : List.of(
                "NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE", "null", "And",
                "like", "In", "is", "Escape", "between")) {
            assertInvalid(word + " IN ('a')");
        }
    }

    @Test
    void aPropertyThatIsNotThereIsNull() throws Exception {
        given("there", 1);
        assertTrueFor("absent IS NULL", "there IS NOT NULL");
        assertFalseFor("absent IS NOT NULL", "there IS NULL");
        assertUnknownFor("absent = 1", "absent <> 1", "absent = 'a'", "absent = TRUE", "absent");
    }

    @Test
    void aPropertyIsNeverConverted() throws Exception {
        given("number", 2, "text", "2", "word", "true", "yes", true);
        assertNeverTrue("text > 1", "text = 2", "number = '2'", "word = TRUE", "word", "yes = 'true'", "text + 1 = 3");
    }

    @Test
    void sixHeaderFieldsMayBeNamed() throws Exception {
        Message message = session().createMessage();
        message.setJMSType("car");
        message.setJMSCorrelationID("c");
        session().createProducer(chosen()).send(message, DeliveryMode.NON_PERSISTENT, 7, 0);
        assertTrueFor(
                "JMSDeliveryMode = 'NON_PERSISTENT'",
                "JMSPriority = 7 AND JMSPriority > 6.5",
                "JMSMessageID = '" + message.getJMSMessageID() + "'",
                "JMSTimestamp = " + message.getJMSTimestamp(),
                "JMSTimestamp BETWEEN " + (message.getJMSTimestamp() - 1) + " AND " + (message.getJMSTimestamp() + 1),
                "JMSCorrelationID = 'c'",
                "JMSType = 'car'",
                "JMSType LIKE 'c_r' AND JMSCorrelationID IN ('a', 'c')");
        assertFalseFor("JMSPriority = 4", "JMSType = 'Car'", "JMSMessageID = 'ID:1'");
    }

    @Test
    void headerFieldsThatAreNotSetAreNull() throws Exception {
        given();
        assertTrueFor("JMSType IS NULL", "JMSCorrelationID IS NULL", "JMSMessageID IS NOT NULL");
        assertUnknownFor("JMSType = 'car'", "JMSCorrelationID <> 'c'");
    }

    @Test
    void noOtherHeaderFieldMayBeNamed() throws Exception {
        given();
        assertNeverTrue(
                "JMSDestination IS NOT NULL",
                "JMSExpiration IS NOT NULL",
                "JMSRedelivered IS NOT NULL",
                "JMSDeliveryTime IS NOT NULL");
    }

    @Test
    void propertiesThatAreDefinedElsewhereMayBeNamed() throws Exception {
        given("JMSXGroupID", "g", "JMSXGroupSeq", 3);
        assertTrueFor("JMSXGroupID = 'g' AND JMSXGroupSeq = 3", "JMSXAppID IS NULL", "JMS_nobody_set IS NULL");
    }
}
