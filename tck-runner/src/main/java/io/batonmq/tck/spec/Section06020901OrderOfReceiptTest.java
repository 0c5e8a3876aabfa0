package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.9.1, Order of message receipt. What a session sends to a destination is received in that order; giving back what a provider had fetched ahead changes nothing. */
@DisplayName("6.2.9.1 Order of message receipt")
final class Section06020901OrderOfReceiptTest extends SpecificationTest {
    private static final int MANY = 60;

    @Test
    void receiveTakesMessagesInTheOrderTheyWereSent() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, numbered(MANY));
        assertTexts(session.createConsumer(queue), numbered(MANY));
    }

    @Test
    void aListenerIsGivenMessagesInTheOrderTheyWereSent() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        send(connection.createSession(), queue, numbered(MANY));
        Inbox<String> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> inbox.add(text(message)));
        connection.start();
        inbox.assertTold(numbered(MANY));
    }

    @Test
    void aSubscriberReceivesMessagesInTheOrderTheyWereSent() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer consumer = session.createConsumer(topic);
        send(started().createSession(), topic, numbered(MANY));
        assertTexts(consumer, numbered(MANY));
    }

    @Test
    void aDurableSubscriptionKeepsTheOrderForALaterConsumer() throws Exception {
        String name = unique();
        unsubscribeAfterwards("", name);
        Topic topic = topic();
        Session session = started().createSession();
        session.createSharedDurableConsumer(topic, name).close();
        send(session, topic, numbered(MANY));
        MessageConsumer first = session.createSharedDurableConsumer(topic, name);
        assertEquals(List.of("m0", "m1"), next(first, 2));
        first.close();
        MessageConsumer second = session.createSharedDurableConsumer(topic, name);
        assertTexts(second, Arrays.copyOfRange(numbered(MANY), 2, MANY));
        second.close();
    }

    @Test
    void transactionsThatFollowEachOtherKeepTheOrder() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        Queue other = queue();
        MessageProducer producer = session.createProducer(null);
        for (int i = 0; i < 12; i++) {
            producer.send(queue, session.createTextMessage("m" + i));
            producer.send(other, session.createTextMessage("m" + i));
            if (i % 3 == 2) {
                session.commit();
            }
        }
        assertTexts(session.createConsumer(queue), numbered(12));
        assertTexts(session.createConsumer(other), numbered(12));
        session.commit();
    }

    @Test
    void afterARollbackMessagesComeInOrderAgain() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, numbered(MANY));
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        for (int seen : new int[] {5, 1, 20, MANY}) {
            assertEquals(List.of(numbered(seen)), next(consumer, seen), "after a rollback");
            session.rollback();
        }
        assertTexts(consumer, numbered(MANY));
        session.commit();
    }

    @Test
    void afterARollbackTheCommittedOnesAreLeftOutAndTheRestIsInOrder() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, numbered(MANY));
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        for (int done = 0; done < MANY; done += 10) {
            String[] rest = Arrays.copyOfRange(numbered(MANY), done, MANY);
            int more = Math.min(15, rest.length);
            assertEquals(List.of(rest).subList(0, more), next(consumer, more));
            session.rollback();
            assertEquals(List.of(rest).subList(0, 10), next(consumer, 10), "after a rollback");
            session.commit();
        }
        assertNothing(consumer);
    }

    @Test
    void aRollbackInAListenerIsFollowedByTheSameMessagesInOrder() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, numbered(5));
        session.commit();
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                inbox.add(text(message));
                if (text(message).equals("m2") && !message.getJMSRedelivered()) {
                    session.rollback();
                } else if (text(message).equals("m4")) {
                    session.commit();
                }
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        connection.start();
        inbox.assertTold("m0", "m1", "m2", "m0", "m1", "m2", "m3", "m4");
    }

    @Test
    void afterARecoverMessagesComeInOrderAgain() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(MANY));
        MessageConsumer consumer = session.createConsumer(queue);
        for (int seen : new int[] {5, 1, 20, MANY}) {
            assertEquals(List.of(numbered(seen)), next(consumer, seen), "after a recover");
            session.recover();
        }
        assertTexts(consumer, numbered(MANY));
    }

    @Test
    void aRecoverInAListenerIsFollowedByTheSameMessagesInOrder() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(5));
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                inbox.add(text(message));
                if (text(message).equals("m2") && !message.getJMSRedelivered()) {
                    session.recover();
                }
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        connection.start();
        inbox.assertTold("m0", "m1", "m2", "m0", "m1", "m2", "m3", "m4");
    }

    @Test
    void whatAClosedConsumerHadFetchedAheadComesToTheNextInOrder() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, numbered(MANY));
        for (int i = 0; i < 10; i++) {
            MessageConsumer consumer = session.createConsumer(queue);
            assertEquals(List.of("m" + i), next(consumer, 1));
            consumer.close();
        }
        assertTexts(session.createConsumer(queue), Arrays.copyOfRange(numbered(MANY), 10, MANY));
    }

    @Test
    void whatAClosedTransactedSessionGivesBackComesToTheNextInOrder() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        send(connection.createSession(), queue, numbered(MANY));
        for (int i = 0; i < 3; i++) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            assertEquals(List.of(numbered(7)), next(session.createConsumer(queue), 7));
            session.close();
        }
        assertTexts(connection.createSession().createConsumer(queue), numbered(MANY));
    }

    @Test
    void aConsumerWithASelectorReceivesWhatItSelectsInOrder() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < MANY; i++) {
            Message message = session.createTextMessage("m" + i / 2);
            message.setBooleanProperty("chosen", i % 2 == 0);
            producer.send(message);
        }
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue, "chosen");
        assertEquals(List.of(numbered(7)), next(consumer, 7));
        session.rollback();
        assertTexts(consumer, numbered(MANY / 2));
        session.commit();
        consumer.close();
        assertTexts(session.createConsumer(queue), numbered(MANY / 2));
        session.commit();
    }

    @Test
    void eachConsumerOfASessionGetsItsOwnInOrderAfterARollback() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue one = queue();
        Queue two = queue();
        send(session, one, numbered(10));
        send(session, two, numbered(10));
        session.commit();
        MessageConsumer first = session.createConsumer(one);
        MessageConsumer second = session.createConsumer(two);
        assertEquals(List.of(numbered(4)), next(first, 4));
        assertEquals(List.of(numbered(6)), next(second, 6));
        session.rollback();
        assertTexts(second, numbered(10));
        assertTexts(first, numbered(10));
        session.commit();
    }

    @Test
    void aPausedConnectionGoesOnWhereItWas() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, numbered(MANY));
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 10; i++) {
            assertEquals(List.of("m" + i), next(consumer, 1));
            connection.stop();
            connection.start();
        }
        assertTexts(consumer, Arrays.copyOfRange(numbered(MANY), 10, MANY));
    }
}
