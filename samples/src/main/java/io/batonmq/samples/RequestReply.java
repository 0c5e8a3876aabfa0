package io.batonmq.samples;

import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.io.PrintStream;

/** Asks a question and gets the answer on a temporary queue. Arguments: URL of the brokers, the question. */
public final class RequestReply {

    private static final long PATIENCE_MILLIS = 30_000;

    private RequestReply() {}

    /** The process's entry. */
    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println(
                    "Usage: RequestReply URL QUESTION, for example: RequestReply tcp://127.0.0.1:61616 hello");
            System.exit(2);
        }
        run(args[0], args[1], System.out);
    }

    static void run(String url, String question, PrintStream out) {
        ConnectionFactory factory = new BatonConnectionFactory(url);
        try (JMSContext server = factory.createContext();
                JMSContext client = factory.createContext()) {
            Queue questions = server.createQueue("questions");
            server.createConsumer(questions).setMessageListener(message -> answer(server, message));

            TemporaryQueue answers = client.createTemporaryQueue();
            TextMessage request = client.createTextMessage(question);
            request.setJMSReplyTo(answers);
            client.createProducer().send(questions, request);
            out.println("asked " + question);
            try (JMSConsumer consumer = client.createConsumer(answers)) {
                Message reply = consumer.receive(PATIENCE_MILLIS);
                if (reply == null) {
                    throw new JMSRuntimeException("no answer within " + PATIENCE_MILLIS + " ms");
                }
                boolean mine = request.getJMSMessageID().equals(reply.getJMSCorrelationID());
                out.println((mine ? "answer " : "stray answer ") + reply.getBody(String.class));
            }
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }

    /** On the server's own thread. A context may be used in its listener. */
    private static void answer(JMSContext server, Message request) {
        try {
            TextMessage reply = server.createTextMessage(request.getBody(String.class) + " to you, too");
            reply.setJMSCorrelationID(request.getJMSMessageID());
            server.createProducer().send(request.getJMSReplyTo(), reply);
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }
}
