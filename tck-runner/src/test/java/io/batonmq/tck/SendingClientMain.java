package io.batonmq.tck;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process that sends what it reads, a message for each line, and says "sent LINE" or "failed LINE: why". Ends with its input.
 * Arguments: URL, queue.
 */
final class SendingClientMain {

    private SendingClientMain() {}

    public static void main(String[] args) throws Exception {
        try (Connection connection = new BatonConnectionFactory(args[0]).createConnection();
                Session session = connection.createSession();
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            MessageProducer producer = session.createProducer(session.createQueue(args[1]));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                try {
                    producer.send(session.createTextMessage(line));
                    System.out.println("sent " + line);
                } catch (JMSException e) {
                    System.out.println("failed " + line + ": " + e.getMessage());
                }
            }
        }
    }
}
