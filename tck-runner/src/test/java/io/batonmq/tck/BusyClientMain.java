package io.batonmq.tck;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;

/** A process with a listener that says "in" when it has a message, and never returns. Arguments: URL, queue. */
final class BusyClientMain {

    private BusyClientMain() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Connection connection = new BatonConnectionFactory(args[0]).createConnection();
        Session session = connection.createSession();
        session.createConsumer(session.createQueue(args[1])).setMessageListener(message -> {
            System.out.println("in");
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        connection.start();
        never.await();
    }
}
