package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.ConnectionFactory;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.core.JmsTemplate;

/** Sends with Spring's template and receives with its listener. Arguments: URL of the brokers, number of messages. */
public final class SpringListener {

    private static final long PATIENCE_SECONDS = 30;

    private SpringListener() {}

    /** The process's entry. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 2) {
            System.err.println("Usage: SpringListener URL COUNT, for example: SpringListener tcp://127.0.0.1:61616 3");
            System.exit(2);
        }
        run(args[0], Integer.parseInt(args[1]), System.out);
    }

    static void run(String url, int count, PrintStream out) throws InterruptedException {
        try (AnnotationConfigApplicationContext spring = new AnnotationConfigApplicationContext()) {
            spring.registerBean(ConnectionFactory.class, () -> new BatonConnectionFactory(url));
            spring.registerBean(Listener.class, () -> new Listener(count, out));
            spring.register(Config.class);
            spring.refresh();
            JmsTemplate template = spring.getBean(JmsTemplate.class);
            for (int n = 1; n <= count; n++) {
                template.convertAndSend("spring.sample", "message " + n);
            }
            boolean all = spring.getBean(Listener.class).expected.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            out.println((all ? "all" : "not all") + " received");
        }
    }

    @EnableJms
    static class Config {
        /** Each call of the template makes a connection, unless a CachingConnectionFactory or a pool keeps one. */
        @Bean
        JmsTemplate template(ConnectionFactory brokers) {
            return new JmsTemplate(brokers);
        }

        /** A listener's message comes again if the listener throws: its session is transacted. */
        @Bean
        DefaultJmsListenerContainerFactory jmsListenerContainerFactory(ConnectionFactory brokers) {
            DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
            factory.setConnectionFactory(brokers);
            factory.setSessionTransacted(true);
            return factory;
        }
    }

    static final class Listener {
        private final CountDownLatch expected;
        private final PrintStream out;

        Listener(int count, PrintStream out) {
            this.expected = new CountDownLatch(count);
            this.out = out;
        }

        @JmsListener(destination = "spring.sample")
        void received(String text) {
            out.println("received " + text);
            expected.countDown();
        }
    }
}
