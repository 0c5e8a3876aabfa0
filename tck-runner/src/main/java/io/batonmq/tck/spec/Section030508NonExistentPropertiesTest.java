package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.8, Non-existent properties. */
@DisplayName("3.5.8 Non-existent properties")
final class Section030508NonExistentPropertiesTest extends SpecificationTest {
    @Test
    void areReadAsNull() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, "m");
        for (Message message : List.of(session.createMessage(), next(session.createConsumer(queue)))) {
            assertAll(
                    () -> assertFalse(message.propertyExists("p")),
                    () -> assertNull(message.getStringProperty("p")),
                    () -> assertNull(message.getObjectProperty("p")),
                    () -> assertFalse(message.getBooleanProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getByteProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getShortProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getIntProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getLongProperty("p")),
                    () -> assertThrows(NullPointerException.class, () -> message.getFloatProperty("p")),
                    () -> assertThrows(NullPointerException.class, () -> message.getDoubleProperty("p")));
        }
    }
}
