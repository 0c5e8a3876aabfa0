package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ClientConnection;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.wire.Command.SubscriptionSpec;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The open connection consumers of a connection (11.2.4). Any thread. */
final class ConnectionConsumers {
    private final JmsConnection connection;
    private final ClientConnection core;
    private final Set<JmsConnectionConsumer> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbers = new AtomicInteger();

    ConnectionConsumers(JmsConnection connection, ClientConnection core) {
        this.connection = connection;
        this.core = core;
    }

    JmsConnectionConsumer open(Subscribing what, @Nullable ServerSessionPool pool, int maxMessages)
            throws JMSException {
        if (pool == null) {
            throw new JMSException("a connection consumer needs a ServerSessionPool");
        }
        if (maxMessages < 1) {
            throw new JMSException("maxMessages " + maxMessages + " must be at least 1");
        }
        connection.use();
        Calls calls = connection.calls();
        SubscriptionSpec subscription = what.subscription();
        if (subscription != null) {
            calls.call(() -> core.supply().subscribe(subscription));
        }
        AtomicReference<@Nullable JmsConnectionConsumer> made = new AtomicReference<>();
        ClientConsumer consumer = calls.call(() -> core.supply().openConsumer(what.consumer(), cause -> {
            JmsConnectionConsumer told = made.get();
            if (told != null) {
                told.endedByNode(cause);
            }
        }));
        JmsConnectionConsumer opened =
                new JmsConnectionConsumer(connection, this, consumer, pool, maxMessages, numbers.incrementAndGet());
        made.set(opened);
        open.add(opened);
        opened.start();
        return opened;
    }

    void forget(JmsConnectionConsumer consumer) {
        open.remove(consumer);
    }

    /** The connection closes: no message is handed out any more, no pool is asked. */
    void stop() {
        open.forEach(JmsConnectionConsumer::stop);
        open.clear();
    }
}
