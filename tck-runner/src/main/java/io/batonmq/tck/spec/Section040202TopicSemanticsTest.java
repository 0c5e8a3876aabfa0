package io.batonmq.tck.spec;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.2.2, Topic semantics. */
@DisplayName("4.2.2 Topic semantics")
final class Section040202TopicSemanticsTest extends SpecificationTest {
    @Test
    void everySubscriptionGetsACopyOfEveryMessage() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        List<MessageConsumer> consumers = List.of(
                session.createConsumer(topic),
                session.createConsumer(topic),
                session.createSharedConsumer(topic, unique()),
                started().createSession().createConsumer(topic));
        send(session, topic, numbered(3));
        for (MessageConsumer consumer : consumers) {
            assertTexts(consumer, numbered(3));
        }
    }

    @Test
    void acknowledgingOneCopyAcknowledgesNoOther() throws Exception {
        Topic topic = topic();
        Session one = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Session two = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer first = one.createConsumer(topic);
        MessageConsumer second = two.createConsumer(topic);
        send(started().createSession(), topic, "m");
        next(first).acknowledge();
        next(second);
        one.recover();
        two.recover();
        assertNothing(first);
        assertTexts(second, "m");
    }

    @Test
    void aSubscriptionGetsWhatIsPublishedAfterItWasMade() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer early = session.createConsumer(topic);
        send(session, topic, "m0");
        assertTexts(early, "m0");
        MessageConsumer late = session.createConsumer(topic);
        send(session, topic, "m1");
        assertTexts(late, "m1");
        assertTexts(early, "m1");
    }

    @Test
    void aNonDurableSubscriptionEndsWithItsConsumer() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        String name = unique();
        session.createConsumer(topic).close();
        session.createSharedConsumer(topic, name).close();
        send(session, topic, "missed");
        assertNothing(session.createConsumer(topic));
        assertNothing(session.createSharedConsumer(topic, name));
    }

    @Test
    void whatASubscriptionsSelectorLeavesOutIsNotAddedToIt() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer some = session.createConsumer(topic, "chosen");
        MessageConsumer all = session.createConsumer(topic);
        MessageProducer producer = session.createProducer(topic);
        for (String text : numbered(4)) {
            Message message = session.createTextMessage(text);
            message.setBooleanProperty("chosen", text.equals("m2"));
            producer.send(message);
        }
        assertTexts(some, "m2");
        assertTexts(all, numbered(4));
    }

    @Test
    void oneCopysRollbackTouchesNoOther() throws Exception {
        Topic topic = topic();
        Session transacted = started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer first = transacted.createConsumer(topic);
        MessageConsumer second = started().createSession().createConsumer(topic);
        send(started().createSession(), topic, "m");
        next(first);
        transacted.rollback();
        assertTexts(second, "m");
        assertTexts(first, "m");
        transacted.commit();
    }
}
