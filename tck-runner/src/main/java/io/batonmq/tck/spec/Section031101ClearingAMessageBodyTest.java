package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.11.1, Clearing a message body. */
@DisplayName("3.11.1 Clearing a message body")
final class Section031101ClearingAMessageBodyTest extends SpecificationTest {
    @Test
    void leavesTheBodyOfANewMessageAndKeepsTheProperties() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        TextMessage text = session.createTextMessage("x");
        MapMessage map = session.createMapMessage();
        map.setInt("n", 1);
        ObjectMessage object = session.createObjectMessage("x");
        StreamMessage stream = session.createStreamMessage();
        stream.writeInt(1);
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeInt(1);
        MessageProducer producer = session.createProducer(queue);
        for (Message each : List.of(text, map, object, stream, bytes)) {
            each.setIntProperty("p", 1);
            producer.send(each);
        }
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 5; i++) {
            Message message = next(consumer);
            message.clearBody();
            assertEquals(1, message.getIntProperty("p"));
            if (message instanceof TextMessage cleared) {
                assertNull(cleared.getText());
                cleared.setText("new");
            } else if (message instanceof MapMessage cleared) {
                assertFalse(cleared.getMapNames().hasMoreElements());
                cleared.setInt("m", 2);
            } else if (message instanceof ObjectMessage cleared) {
                assertNull(cleared.getObject());
                cleared.setObject("new");
            } else if (message instanceof StreamMessage cleared) {
                cleared.writeInt(2);
                cleared.reset();
                assertEquals(2, cleared.readInt());
                assertThrows(MessageEOFException.class, cleared::readInt);
            } else if (message instanceof BytesMessage cleared) {
                cleared.writeByte((byte) 2);
                cleared.reset();
                assertEquals(1, cleared.getBodyLength());
            }
        }
    }

    @Test
    void aClearedStreamOrBytesMessageIsWriteOnly() throws Exception {
        Session session = connection().createSession();
        StreamMessage stream = session.createStreamMessage();
        stream.writeInt(1);
        stream.reset();
        stream.clearBody();
        assertThrows(MessageNotReadableException.class, stream::readInt);
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeInt(1);
        bytes.reset();
        bytes.clearBody();
        assertThrows(MessageNotReadableException.class, bytes::readInt);
        assertThrows(MessageNotReadableException.class, bytes::getBodyLength);
    }
}
