package io.batonmq.jms.internal.message;

import io.batonmq.wire.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/** A text; null and "" are different. One thread at a time. */
final class JmsTextMessage extends JmsMessage implements TextMessage {
    private @Nullable String text;

    JmsTextMessage(MessageSettings settings) {
        super(settings);
    }

    @Override
    public void setText(@Nullable String text) throws JMSException {
        checkBodyWritable();
        this.text = text;
    }

    @Override
    public @Nullable String getText() {
        return text;
    }

    @Override
    BodyKind kind() {
        return BodyKind.TEXT;
    }

    @Override
    byte[] encodeBody() {
        return text == null ? new byte[0] : BodyWriter.text(text);
    }

    @Override
    void decodeBody(byte[] body) throws JMSException {
        text = body.length == 0 ? null : BodyReader.text(body);
    }

    @Override
    void dropBody() {
        text = null;
    }

    @Override
    @Nullable
    Object bodyValue() {
        return text;
    }
}
