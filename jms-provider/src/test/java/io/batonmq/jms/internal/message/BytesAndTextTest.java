package io.batonmq.jms.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.EncodedMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** C80, C81: bytes and text bodies, headers, and what of them survives the wire. */
class BytesAndTextTest {
    private final MessageFactory factory = TestDestinations.factory(MessageSettings.DEFAULT);
    private final TestDestinations destinations = new TestDestinations();

    @Test
    void everyPrimitiveSurvivesExactly() throws JMSException {
        BytesMessage bytes = factory.bytes();
        bytes.writeBoolean(true);
        bytes.writeByte((byte) -1);
        bytes.writeByte((byte) -1);
        bytes.writeShort(Short.MIN_VALUE);
        bytes.writeShort((short) -1);
        bytes.writeChar('\uD800');
        bytes.writeInt(Integer.MIN_VALUE);
        bytes.writeLong(Long.MIN_VALUE);
        bytes.writeFloat(-0.0f);
        bytes.writeDouble(Double.NaN);
        bytes.writeUTF("é\0\uD800");
        bytes.writeBytes(new byte[] {1, 2});
        bytes.writeBytes(new byte[] {1, 2, 3}, 1, 1);
        for (Object value : new Object[] {true, (byte) 1, (short) 2, 'c', 3, 4L, 5f, 6d, "s", new byte[] {7}}) {
            bytes.writeObject(value);
        }
        BytesMessage read = (BytesMessage) received(bytes);
        assertThat(read.readBoolean()).isTrue();
        assertThat(read.readByte()).isEqualTo((byte) -1);
        assertThat(read.readUnsignedByte()).isEqualTo(255);
        assertThat(read.readShort()).isEqualTo(Short.MIN_VALUE);
        assertThat(read.readUnsignedShort()).isEqualTo(65535);
        assertThat(read.readChar()).isEqualTo('\uD800');
        assertThat(read.readInt()).isEqualTo(Integer.MIN_VALUE);
        assertThat(read.readLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(read.readFloat()).isEqualTo(-0.0f);
        assertThat(read.readDouble()).isNaN();
        assertThat(read.readUTF()).isEqualTo("é\0\uD800");
        byte[] three = new byte[3];
        assertThat(read.readBytes(three)).isEqualTo(3);
        assertThat(three).containsExactly(1, 2, 2);
        assertThat(read.readBoolean()).isTrue();
        assertThat(read.readByte()).isEqualTo((byte) 1);
        assertThat(read.readShort()).isEqualTo((short) 2);
        assertThat(read.readChar()).isEqualTo('c');
        assertThat(read.readInt()).isEqualTo(3);
        assertThat(read.readLong()).isEqualTo(4);
        assertThat(read.readFloat()).isEqualTo(5);
        assertThat(read.readDouble()).isEqualTo(6);
        assertThat(read.readUTF()).isEqualTo("s");
        assertThat(read.readBytes(three)).isEqualTo(1);
        assertThat(read.readBytes(three)).isEqualTo(-1);
    }

    @Test
    void aReadBeyondTheEndMovesNothing() throws JMSException {
        BytesMessage bytes = factory.bytes();
        bytes.writeBytes(new byte[] {0, 5, 'a'});
        bytes.reset();
        assertThatThrownBy(bytes::readInt).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(bytes::readLong).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(bytes::readUTF).isInstanceOf(MessageEOFException.class);
        assertThat(bytes.readShort()).isEqualTo((short) 5);
        assertThat(bytes.readByte()).isEqualTo((byte) 'a');
        assertThatThrownBy(bytes::readByte).isInstanceOf(MessageEOFException.class);
        assertThat(bytes.readBytes(new byte[1])).isEqualTo(-1);
    }

    @Test
    void modesAndLimitsOfBytes() throws JMSException {
        BytesMessage bytes = factory.bytes();
        assertThatThrownBy(bytes::readByte).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(bytes::getBodyLength).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(() -> bytes.readBytes(new byte[1])).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(() -> bytes.writeObject(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> bytes.writeObject(List.of())).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> bytes.writeUTF("x".repeat(70_000))).isInstanceOf(MessageFormatException.class);
        bytes.writeInt(1);
        bytes.reset();
        assertThat(bytes.getBodyLength()).isEqualTo(4);
        assertThatThrownBy(() -> bytes.writeInt(1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> bytes.readBytes(new byte[1], 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> bytes.readBytes(new byte[1], -1)).isInstanceOf(IndexOutOfBoundsException.class);
        bytes.clearBody();
        bytes.writeByte((byte) 9);
        assertThat(bytes.isBodyAssignableTo(byte[].class)).isTrue();
        assertThat(bytes.isBodyAssignableTo(String.class)).isFalse();
        assertThat(bytes.getBody(byte[].class)).containsExactly(9);
        assertThat(bytes.readByte()).as("getBody resets").isEqualTo((byte) 9);
        assertThatThrownBy(() -> bytes.getBody(String.class)).isInstanceOf(MessageFormatException.class);
    }

    @Test
    void nullAndEmptyTextsDiffer() throws JMSException {
        for (String text : new String[] {null, "", "\0", "é€😀", "lone \uDC00"}) {
            TextMessage message = factory.text();
            message.setText(text);
            TextMessage read = (TextMessage) received(message);
            assertThat(read.getText()).isEqualTo(text);
            assertThat(read.getBody(String.class)).isEqualTo(text);
            assertThat(read.isBodyAssignableTo(Integer.class)).isEqualTo(text == null);
            assertThatThrownBy(() -> read.setText("x")).isInstanceOf(MessageNotWriteableException.class);
            read.clearBody();
            assertThat(read.getText()).isNull();
            read.setText("x");
            assertThat(read.getText()).isEqualTo("x");
        }
    }

    @Test
    void aMessageWithoutABodyIsAssignableToAnything() throws JMSException {
        Message message = received(factory.message());
        assertThat(message.getBody(Integer.class)).isNull();
        assertThat(message.isBodyAssignableTo(Integer.class)).isTrue();
        assertThat(received(factory.bytes()).getBody(byte[].class)).isNull();
        assertThat(received(factory.map()).getBody(String.class)).isNull();
    }

    @Test
    void everyHeaderSurvives() throws JMSException {
        Message message = factory.text();
        message.setJMSDestination(destinations.topic("t"));
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        message.setJMSPriority(9);
        message.setJMSTimestamp(Long.MAX_VALUE);
        message.setJMSExpiration(12);
        message.setJMSDeliveryTime(13);
        message.setJMSMessageID("ID:x");
        message.setJMSType("type");
        message.setJMSReplyTo(destinations.temporaryQueue("$tmp.1.1", temporary -> {}));
        message.setJMSCorrelationID("correlation");
        Message read = receivedAsIs(message);
        assertThat(read.getJMSDestination()).isEqualTo(destinations.topic("t"));
        assertThat(read.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(read.getJMSPriority()).isEqualTo(9);
        assertThat(read.getJMSTimestamp()).isEqualTo(Long.MAX_VALUE);
        assertThat(read.getJMSExpiration()).isEqualTo(12);
        assertThat(read.getJMSDeliveryTime()).isEqualTo(13);
        assertThat(read.getJMSMessageID()).isEqualTo("ID:x");
        assertThat(read.getJMSType()).isEqualTo("type");
        assertThat(((Queue) read.getJMSReplyTo()).getQueueName()).isEqualTo("$tmp.1.1");
        assertThat(read.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(read.getJMSCorrelationIDAsBytes())
                .isEqualTo("correlation".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        message.setJMSCorrelationIDAsBytes(new byte[] {0, -1});
        assertThat(receivedAsIs(message).getJMSCorrelationIDAsBytes()).containsExactly(0, -1);
        message.setJMSCorrelationID(null);
        message.setJMSReplyTo(null);
        assertThat(receivedAsIs(message).getJMSCorrelationID()).isNull();
        assertThat(receivedAsIs(message).getJMSCorrelationIDAsBytes()).isNull();
        assertThat(receivedAsIs(message).getJMSReplyTo()).isNull();
    }

    @Test
    void anotherProvidersDestinationIsRefused() {
        Queue foreign = () -> "foreign";
        assertThatThrownBy(() -> factory.message().setJMSReplyTo(foreign))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> MessageFactory.wire(foreign)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> factory.message().setJMSDeliveryMode(7)).isInstanceOf(JMSException.class);
    }

    @Test
    void acknowledgeGoesToTheSessionThatDelivered() throws JMSException {
        JmsMessage message = (JmsMessage) factory.message();
        message.acknowledge();
        boolean[] called = new boolean[1];
        message.onAcknowledge(() -> called[0] = true);
        message.acknowledge();
        assertThat(called[0]).isTrue();
    }

    @Test
    void aSentMessageStaysWritableAndAReceivedOneCanBeForwarded() throws JMSException {
        BytesMessage bytes = factory.bytes();
        bytes.writeInt(1);
        received(bytes);
        bytes.writeInt(2);
        BytesMessage read = (BytesMessage) received(bytes);
        assertThat(read.getBodyLength()).isEqualTo(8);
        assertThat(read.readInt()).isEqualTo(1);
        BytesMessage forwarded = (BytesMessage) received(read);
        assertThat(forwarded.getBodyLength()).isEqualTo(8);
    }

    private Message received(Message sent) throws JMSException {
        sent.setJMSDestination(destinations.queue("q"));
        return receivedAsIs(sent);
    }

    private Message receivedAsIs(Message sent) throws JMSException {
        EncodedMessage encoded = EncodedMessage.encode(factory.encode(factory.adopt(sent)));
        return factory.decode(encoded.decode(), 1);
    }
}
