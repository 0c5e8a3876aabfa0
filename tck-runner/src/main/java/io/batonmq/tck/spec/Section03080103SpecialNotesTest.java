package io.batonmq.tck.spec;

import jakarta.jms.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.8.1.3, Special notes. */
@DisplayName("3.8.1.3 Special notes")
final class Section03080103SpecialNotesTest extends SelectorTest {

    @Test
    void theDeliveryModeIsAText() throws Exception {
        given();
        assertTrueFor("JMSDeliveryMode = 'PERSISTENT'", "JMSDeliveryMode IN ('PERSISTENT')");
        assertFalseFor("JMSDeliveryMode = 'NON_PERSISTENT'", "JMSDeliveryMode = 'persistent'");
        assertNeverTrue("JMSDeliveryMode = 2");
    }

    @Test
    void timesAreMilliseconds() throws Exception {
        Message message = given("due", 1_700_000_000_000L);
        assertTrueFor(
                "due = 1700000000000",
                "JMSTimestamp > 1700000000000",
                "JMSTimestamp - " + message.getJMSTimestamp() + " = 0");
    }

    /** Two minus signs are those of arithmetic, and what follows is a name. */
    @Test
    void thereAreNoComments() throws Exception {
        given("n", 1);
        assertUnknownFor("n = 1 -- comment");
        assertInvalid("/* comment */ n = 1", "n = 1 /* comment */", "n = 1 // comment");
    }
}
