package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.2.4, Subscription name characters and length. */
@DisplayName("4.2.4 Subscription name characters and length")
final class Section040204SubscriptionNamesTest extends SpecificationTest {
    private void assertAllowed(String name) throws Exception {
        unsubscribeAfterwards("", name);
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer durable = session.createSharedDurableConsumer(topic, name);
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        send(session, topic, "m");
        assertTexts(durable, "m");
        assertTexts(shared, "m");
        durable.close();
        shared.close();
        session.unsubscribe(name);
        assertThrows(InvalidDestinationException.class, () -> session.unsubscribe(name));
    }

    @Test
    void lettersDigitsUnderscoreDotAndMinusAreAllowed() throws Exception {
        assertAllowed("aZ09_.-" + unique());
        assertAllowed("\u00e9\u4e16\u0663" + unique());
    }

    @Test
    void aHundredAndTwentyEightCharactersAreAllowed() throws Exception {
        String end = unique();
        assertAllowed("n".repeat(128 - end.length()) + end);
    }

    @Test
    void anUnsharedDurableSubscriptionMayHaveSuchNamesToo() throws Exception {
        String id = unique();
        String name = "a.Z-09_" + "x".repeat(121);
        unsubscribeAfterwards(id, name);
        Session session = connection(id).createSession();
        session.createDurableConsumer(topic(), name).close();
        session.unsubscribe(name);
    }
}
