package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.14, Concurrent message delivery. */
@DisplayName("6.2.14 Concurrent message delivery")
final class Section060214ConcurrentDeliveryTest extends SpecificationTest {
    @Test
    void listenersOfTwoSessionsRunAtTheSameTime() throws Exception {
        Connection connection = connection();
        Queue one = queue();
        Queue two = queue();
        CountDownLatch both = new CountDownLatch(2);
        Inbox<Boolean> inbox = new Inbox<>();
        MessageListener listener = message -> {
            both.countDown();
            try {
                inbox.add(both.await(soon(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                inbox.add(false);
            }
        };
        connection.createSession().createConsumer(one).setMessageListener(listener);
        connection.createSession().createConsumer(two).setMessageListener(listener);
        connection.start();
        Session sending = connection.createSession();
        send(sending, one, "m");
        send(sending, two, "m");
        inbox.assertTold(true, true);
    }
}
