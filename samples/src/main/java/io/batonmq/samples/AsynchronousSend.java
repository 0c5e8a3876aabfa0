package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends persistent messages without waiting for each to be stored, and is told when it is. Arguments: URL of the brokers,
 * name of the queue, number of messages.
 */
public final class AsynchronousSend {

    private static final long PATIENCE_SECONDS = 30;

    private AsynchronousSend() {}

    /** The process's entry. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 3) {
            System.err.println("Usage: AsynchronousSend URL QUEUE COUNT,"
                    + " for example: AsynchronousSend tcp://127.0.0.1:61616 greetings 1000");
            System.exit(2);
        }
        run(args[0], args[1], Integer.parseInt(args[2]), System.out);
    }

    static void run(String url, String queueName, int count, PrintStream out) throws InterruptedException {
        CountDownLatch completed = new CountDownLatch(count);
        AtomicInteger failed = new AtomicInteger();
        try (JMSContext context = new BatonConnectionFactory(url).createContext()) {
            Queue queue = context.createQueue(queueName);
            // Both methods are called on a thread of the provider's, in the order of the sends.
            JMSProducer producer = context.createProducer().setAsync(new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    completed.countDown();
                }

                @Override
                public void onException(Message message, Exception exception) {
                    out.println("failed: " + exception.getMessage());
                    failed.incrementAndGet();
                    completed.countDown();
                }
            });
            for (int n = 1; n <= count; n++) {
                producer.send(queue, "message " + n);
            }
            boolean all = completed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            out.println((all ? count : count - completed.getCount()) - failed.get() + " stored, " + failed + " failed");
        }
    }
}
