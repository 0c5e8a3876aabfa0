package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.2, JMSDeliveryMode. */
@DisplayName("3.4.2 JMSDeliveryMode")
final class Section030402DeliveryModeTest extends SpecificationTest {
    @Test
    void holdsTheModeOfTheSendWhateverWasSet() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        assertEquals(DeliveryMode.PERSISTENT, producer.getDeliveryMode(), "the default");
        int[] modes = {DeliveryMode.NON_PERSISTENT, DeliveryMode.PERSISTENT};
        for (int mode : modes) {
            Message message = session.createMessage();
            message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT + DeliveryMode.PERSISTENT - mode);
            producer.setDeliveryMode(mode);
            producer.send(message);
            assertEquals(mode, message.getJMSDeliveryMode(), "after the send");
            assertEquals(mode, next(consumer).getJMSDeliveryMode(), "received");
        }
    }
}
