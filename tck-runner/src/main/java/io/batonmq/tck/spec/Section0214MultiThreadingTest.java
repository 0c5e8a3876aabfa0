package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 2.14, Multi-threading. A connection supports concurrent use, and so does a destination. */
@DisplayName("2.14 Multi-threading")
final class Section0214MultiThreadingTest extends SpecificationTest {
    @Test
    void manyThreadsMakeAndUseSessionsOfOneConnection() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        List<Background<Boolean>> calls = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            String name = "t" + thread;
            calls.add(Background.run(() -> {
                for (int i = 0; i < 5; i++) {
                    try (Session session = connection.createSession()) {
                        send(session, queue, name + i);
                    }
                }
            }));
        }
        for (Background<Boolean> call : calls) {
            call.result();
        }
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        assertEquals(30, new HashSet<>(next(consumer, 30)).size());
        assertNothing(consumer);
    }
}
