package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.Delivery;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Looks at a queue without taking anything; each enumeration is a look of its own. The session's threads. */
final class JmsQueueBrowser implements QueueBrowser {
    private final JmsSession session;
    private final Queue queue;
    private final @Nullable String selector;
    private final Opener opener;
    private final Set<Look> looks = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Opens one look at the queue. */
    interface Opener {
        ClientConsumer open() throws JMSException;
    }

    /** Opens a look only to have a wrong selector or queue refused here and not later: an enumeration shows its own time. */
    JmsQueueBrowser(JmsSession session, Queue queue, @Nullable String selector, Opener opener) throws JMSException {
        this.session = session;
        this.queue = queue;
        this.selector = selector;
        this.opener = opener;
        look().end();
    }

    private Look look() throws JMSException {
        Look look = new Look(opener.open());
        looks.add(look);
        return look;
    }

    private void checkOpen() throws JMSException {
        session.checkOpen();
        if (closed) {
            throw JmsErrors.closed("browser");
        }
    }

    @Override
    public Queue getQueue() throws JMSException {
        checkOpen();
        return queue;
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        checkOpen();
        return selector;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Enumeration getEnumeration() throws JMSException {
        checkOpen();
        return look();
    }

    @Override
    public void close() throws JMSException {
        closed = true;
        for (Look look : looks) {
            look.end();
        }
    }

    /** One pass over the queue. */
    @SuppressWarnings("JdkObsolete") // The API wants an Enumeration.
    private final class Look implements Enumeration<Object> {
        private final ClientConsumer core;
        private @Nullable Object next;

        Look(ClientConsumer core) {
            this.core = core;
        }

        @Override
        public boolean hasMoreElements() {
            if (next == null && looks.contains(this)) {
                try {
                    fetch();
                } catch (JMSException e) {
                    throw JmsErrors.runtime(e);
                }
            }
            return next != null;
        }

        private void fetch() throws JMSException {
            checkOpen();
            Delivery delivery = session.calls().<@Nullable Delivery>call(() -> core.take(false));
            if (delivery == null) {
                end();
            } else {
                next = session.decode(delivery);
            }
        }

        @Override
        public Object nextElement() {
            if (!hasMoreElements()) {
                throw new NoSuchElementException("the browse has come to its end");
            }
            Object message = next;
            next = null;
            return java.util.Objects.requireNonNull(message);
        }

        private void end() throws JMSException {
            if (looks.remove(this)) {
                session.calls().call(core::close);
            }
        }
    }
}
