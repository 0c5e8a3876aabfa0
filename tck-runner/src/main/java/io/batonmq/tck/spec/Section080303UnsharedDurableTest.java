package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.3.3, Unshared durable subscriptions. */
@DisplayName("8.3.3 Unshared durable subscriptions")
final class Section080303UnsharedDurableTest extends SpecificationTest {
    @Test
    void itCollectsWhatIsPublishedUntilItIsDeleted() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Connection connection = connection(id);
        connection.start();
        Session session = connection.createSession();
        session.createDurableConsumer(topic, name).close();
        send(session, topic, "m0");
        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        send(session, topic, "m1");
        assertTexts(consumer, "m0", "m1");
        consumer.close();
        send(session, topic, "lost");
        session.unsubscribe(name);
        assertThrows(InvalidDestinationException.class, () -> session.unsubscribe(name));
        assertNothing(session.createDurableConsumer(topic, name));
    }

    @Test
    void itNeedsAClientIdentifier() throws Exception {
        Session session = connection().createSession();
        Topic topic = topic();
        assertThrows(IllegalStateException.class, () -> session.createDurableConsumer(topic, "n"));
        assertThrows(IllegalStateException.class, () -> session.createDurableConsumer(topic, "n", null, false));
        assertThrows(IllegalStateException.class, () -> session.createDurableSubscriber(topic, "n"));
        JMSContext context = context();
        assertThrows(IllegalStateRuntimeException.class, () -> context.createDurableConsumer(topic, "n"));
    }

    @Test
    void itHasOneConsumerAtATime() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Connection connection = connection(id);
        Session session = connection.createSession();
        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        assertThrows(JMSException.class, () -> session.createDurableConsumer(topic, name));
        assertThrows(JMSException.class, () -> connection.createSession().createDurableSubscriber(topic, name));
        consumer.close();
        session.createDurableConsumer(topic, name).close();
    }

    @Test
    void anotherTopicSelectorOrNoLocalStartsItAnewWhileItHasNoConsumer() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Topic other = topic();
        Connection connection = connection(id);
        connection.start();
        Session session = connection.createSession();
        Session publishing = started().createSession();
        session.createDurableConsumer(topic, name).close();
        send(publishing, topic, "of the old topic");
        MessageConsumer consumer = session.createDurableConsumer(other, name);
        send(publishing, topic, "of the old topic");
        send(publishing, other, "m0");
        assertTexts(consumer, "m0");
        consumer.close();
        send(publishing, other, "of the old selector");
        MessageConsumer selecting = session.createDurableConsumer(other, name, "n IS NULL", false);
        send(publishing, other, "m1");
        assertTexts(selecting, "m1");
        selecting.close();
        send(publishing, other, "of the old noLocal");
        MessageConsumer noLocal = session.createDurableConsumer(other, name, "n IS NULL", true);
        send(publishing, other, "m2");
        assertTexts(noLocal, "m2");
    }

    @Test
    void aSharedOneMayNotHaveTheSameNameAndClientIdentifier() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Session session = connection(id).createSession();
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, name);
        assertThrows(JMSException.class, () -> session.createDurableConsumer(topic, name), "in use");
        consumer.close();
        assertThrows(JMSException.class, () -> session.createDurableConsumer(topic, name), "not in use");
        assertThrows(JMSException.class, () -> session.createDurableSubscriber(topic, name));
        session.createSharedDurableConsumer(topic, name).close();
    }

    @Test
    void noLocalLeavesOutWhatItsClientPublishes() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Connection connection = connection(id);
        connection.start();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createDurableConsumer(topic, name, null, true);
        send(session, topic, "own");
        send(started().createSession(), topic, "other");
        assertTexts(consumer, "other");
    }

    @Test
    void oneInUseIsNotDeleted() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Connection connection = connection(id);
        connection.start();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        assertThrows(JMSException.class, () -> session.unsubscribe(name));
        send(session, topic, "m");
        assertTexts(consumer, "m");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    void aSharedNonDurableOneMayHaveTheSameName() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Connection connection = connection(id);
        connection.start();
        Session session = connection.createSession();
        MessageConsumer durable = session.createDurableConsumer(topic, name);
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        send(session, topic, "m");
        assertTexts(durable, "m");
        assertTexts(shared, "m");
        durable.close();
        session.unsubscribe(name);
        send(session, topic, "n");
        assertTexts(shared, "n");
    }

    @Test
    void itBelongsToItsClientIdentifier() throws Exception {
        String id = unique();
        String other = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        unsubscribeAfterwards(other, name);
        Topic topic = topic();
        Connection one = connection(id);
        Connection two = connection(other);
        one.start();
        two.start();
        MessageConsumer first = one.createSession().createDurableConsumer(topic, name);
        MessageConsumer second = two.createSession().createDurableConsumer(topic, name);
        send(one.createSession(), topic, "m");
        assertTexts(first, "m");
        assertTexts(second, "m");
    }

    @Test
    void itNeedsATopic() throws Exception {
        Session session = connection(unique()).createSession();
        assertThrows(InvalidDestinationException.class, () -> session.createDurableConsumer(null, "n"));
        assertThrows(InvalidDestinationException.class, () -> session.createDurableSubscriber(null, "n"));
        assertThrows(InvalidDestinationException.class, () -> session.unsubscribe("never made"));
    }
}
