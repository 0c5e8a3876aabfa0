package io.batonmq.jms.internal.client;

import jakarta.jms.JMSConsumer;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/** A consumer of the simplified API. The context's threads; close from any. */
final class ContextConsumer implements JMSConsumer {
    private static final long FOR_EVER = 0;
    private static final long NOT_AT_ALL = -1;

    private final JmsMessageConsumer consumer;

    ContextConsumer(JmsMessageConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public @Nullable String getMessageSelector() {
        return Unchecked.orNull(consumer::getMessageSelector);
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return Unchecked.orNull(consumer::getMessageListener);
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) {
        Unchecked.run(() -> consumer.setMessageListener(listener));
    }

    @Override
    public @Nullable Message receive() {
        return Unchecked.orNull(consumer::receive);
    }

    @Override
    public @Nullable Message receive(long timeout) {
        return Unchecked.orNull(() -> consumer.receive(timeout));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return Unchecked.orNull(consumer::receiveNoWait);
    }

    @Override
    public void close() {
        Unchecked.run(consumer::close);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type) {
        return Unchecked.orNull(() -> consumer.receiveBody(type, FOR_EVER));
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type, long timeout) {
        return Unchecked.orNull(() -> consumer.receiveBody(type, timeout));
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(Class<T> type) {
        return Unchecked.orNull(() -> consumer.receiveBody(type, NOT_AT_ALL));
    }
}
