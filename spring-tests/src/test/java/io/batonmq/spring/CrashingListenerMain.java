package io.batonmq.spring;

import io.batonmq.samples.process.LedgerFile;
import io.batonmq.samples.process.ParentPipe;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/**
 * A listener that notes the first message it is given and never returns, until its process is killed. A process's main class;
 * arguments: URL, queue, ledger, and what calls the listener: {@code plain}, {@code auto} or {@code transacted}.
 */
public final class CrashingListenerMain {

    private CrashingListenerMain() {}

    public static void main(String[] args) throws Exception {
        ParentPipe.open();
        CountDownLatch never = new CountDownLatch(1);
        LedgerFile ledger = new LedgerFile(Path.of(args[2]));
        MessageListener listener = message -> {
            try {
                ledger.add(Ledger.uid(message));
                never.await();
            } catch (JMSException | InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        Names names = new Names(Map.of("factory", args[0]));
        ConnectionFactory factory = names.factory("factory");
        if (args[3].equals("plain")) {
            Connection connection = factory.createConnection();
            Session session = connection.createSession();
            session.createConsumer(session.createQueue(args[1])).setMessageListener(listener);
            connection.start();
        } else {
            DefaultMessageListenerContainer container = new DefaultMessageListenerContainer();
            container.setConnectionFactory(factory);
            container.setDestinationResolver(names.resolver());
            container.setDestinationName(Names.queue(args[1]));
            container.setSessionTransacted(args[3].equals("transacted"));
            container.setMessageListener(listener);
            container.afterPropertiesSet();
            container.start();
        }
        never.await();
    }
}
