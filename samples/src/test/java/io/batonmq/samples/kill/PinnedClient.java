package io.batonmq.samples.kill;

import static org.awaitility.Awaitility.await;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.Context;
import javax.naming.InitialContext;

/**
 * Sends persistent messages without waiting, and consumes and acknowledges them, all the time. With a plain URL it stays
 * with one node, and fails with it. For any thread.
 */
final class PinnedClient implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int MOST_UNANSWERED = 200;
    private static final int PROGRESS = 30;

    private final Connection connection;
    private final ScheduledExecutorService clock = new ScheduledThreadPoolExecutor(1);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong confirmed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private volatile boolean failed;

    PinnedClient(String url, String queueName) throws Exception {
        Properties names = new Properties();
        names.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        names.put(Context.PROVIDER_URL, url);
        InitialContext jndi = new InitialContext(names);
        Queue queue = (Queue) jndi.lookup("dynamicQueues/" + queueName);
        connection = ((ConnectionFactory) jndi.lookup("ConnectionFactory")).createConnection();
        connection.setExceptionListener(failure -> failed = true);
        Session sending = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = sending.createProducer(queue);
        Session receiving = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        receiving.createConsumer(queue).setMessageListener(message -> received.incrementAndGet());
        connection.start();
        clock.scheduleWithFixedDelay(() -> send(sending, producer), 0, 2, TimeUnit.MILLISECONDS);
    }

    private void send(Session session, MessageProducer producer) {
        if (failed || unanswered() >= MOST_UNANSWERED) {
            return;
        }
        try {
            sent.incrementAndGet();
            producer.send(session.createTextMessage("message"), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    confirmed.incrementAndGet();
                }

                @Override
                public void onException(Message message, Exception failure) {
                    refused.incrementAndGet();
                }
            });
        } catch (JMSException e) {
            refused.incrementAndGet();
        }
    }

    /** How many sends have no answer yet. */
    long unanswered() {
        return sent.get() - confirmed.get() - refused.get();
    }

    /** Whether the connection has failed for good. */
    boolean hasFailed() {
        return failed;
    }

    /** Waits until some more sends were confirmed and messages received. */
    void awaitProgress() {
        long nextConfirmed = confirmed.get() + PROGRESS;
        long nextReceived = received.get() + PROGRESS;
        await().atMost(BOUND).until(() -> confirmed.get() >= nextConfirmed && received.get() >= nextReceived);
    }

    @Override
    public void close() throws JMSException {
        clock.shutdownNow();
        connection.close();
    }
}
