package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.ConnectionEvents.Resumed;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the application is told of its connection (C40, C42, C43, C98). */
class EventsTest extends ClientTest {

    @Test
    void aBrokenConnectionIsToldOnceOnAThreadOfItsOwn() throws Exception {
        JmsConnection connection = open();
        List<String> codes = new CopyOnWriteArrayList<>();
        CompletableFuture<String> thread = new CompletableFuture<>();
        connection.setExceptionListener(e -> {
            codes.add(e.getErrorCode());
            thread.complete(Thread.currentThread().getName());
        });
        for (int i = 0; i < 15; i++) {
            connection.createSession();
        }
        core.fail(ErrorCode.LINK_LOST);
        assertThat(within(thread)).startsWith("batonmq-events-");
        connection.setExceptionListener(e -> codes.add("again"));
        assertThatThrownBy(() -> connection.createSession()).isInstanceOf(JMSException.class);
        connection.close();
        assertThat(codes).containsExactly(ErrorCode.LINK_LOST.text());
    }

    @Test
    void aListenerThatComesAfterTheLossIsToldOnce() throws Exception {
        JmsConnection connection = open();
        core.fail(ErrorCode.LINK_LOST);
        CompletableFuture<JMSException> told = new CompletableFuture<>();
        connection.setExceptionListener(null);
        connection.setExceptionListener(told::complete);
        assertThat(within(told).getErrorCode()).isEqualTo(ErrorCode.LINK_LOST.text());
        List<JMSException> again = new CopyOnWriteArrayList<>();
        connection.setExceptionListener(again::add);
        connection.close();
        assertThat(again).isEmpty();
        assertThatThrownBy(() -> connection.setExceptionListener(null)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theListenerMayCloseTheConnection() throws Exception {
        JmsConnection connection = open();
        connection.createSession().createConsumer(queue).setMessageListener(message -> {});
        connection.start();
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        connection.setExceptionListener(e -> {
            try {
                connection.close();
                closed.complete(true);
            } catch (JMSException failure) {
                closed.completeExceptionally(failure);
            }
        });
        core.fail(ErrorCode.LINK_LOST);
        assertThat(within(closed)).isTrue();
    }

    @Test
    void anOrderlyCloseIsNotAnException() throws Exception {
        JmsConnection connection = open();
        List<JMSException> told = new CopyOnWriteArrayList<>();
        connection.setExceptionListener(told::add);
        connection.close();
        core.events(events -> events.failed(new CoreException(ErrorCode.LINK_LOST, "late")));
        assertThat(told).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "failures, a, b, STORE",
        "switch, a, a, STORE",
        "switch, a, b, RESUMED STORE",
        "all, a, a, INTERRUPTED RESUMED STORE",
    })
    void transparentFailoversAreToldAsTheUrlAsks(String level, String from, String to, String expected)
            throws Exception {
        JmsConnection connection = open("failover:(tcp://a:1,tcp://b:1)?jms.events=" + level);
        List<String> told = new CopyOnWriteArrayList<>();
        connection.setExceptionListener(e -> told.add(e.getErrorCode()));
        core.events(events -> {
            events.interrupted(new CoreException(ErrorCode.LINK_LOST, "lost"));
            events.resumed(new Resumed(from, to, 7, true, 0));
            events.notice(new CoreException(ErrorCode.STORE_WENT_BACK, "always told"));
        });
        soon().until(() -> told.contains(ErrorCode.STORE_WENT_BACK.text()));
        List<String> wanted = List.of(expected.split(" ")).stream()
                .map(word -> switch (word) {
                    case "INTERRUPTED" -> ErrorCode.FAILOVER_INTERRUPTED.text();
                    case "RESUMED" -> ErrorCode.FAILOVER_RESUMED.text();
                    default -> ErrorCode.STORE_WENT_BACK.text();
                })
                .toList();
        assertThat(told).isEqualTo(wanted);
    }

    @Test
    void theFailoverListenerIsToldEverything() throws Exception {
        JmsConnection connection = open("failover:(tcp://a:1)");
        List<String> told = new CopyOnWriteArrayList<>();
        connection.setFailoverObserver(new FailoverObserver() {
            @Override
            public void interrupted(JMSException cause) {
                told.add("interrupted " + cause.getErrorCode());
            }

            @Override
            public void resumed(Resumed how) {
                told.add("resumed " + how.from() + " " + how.to() + " " + how.epoch() + " " + how.reattached() + " "
                        + how.claimsLost());
            }

            @Override
            public void topology(List<String> nodes) {
                told.add("nodes " + nodes);
            }
        });
        core.events(events -> {
            events.interrupted(new CoreException(ErrorCode.LINK_LOST, "lost"));
            events.topology(List.of("a", "b"));
            events.resumed(new Resumed("a", "b", 7, false, 2));
        });
        soon().until(() -> told.size() == 3);
        assertThat(told).containsExactly("interrupted BATON-LINK-LOST", "nodes [a, b]", "resumed a b 7 false 2");
    }

    @Test
    void aListenerThatThrowsIsCalledAgainForTheNextEvent() throws Exception {
        JmsConnection connection = open();
        List<String> told = new CopyOnWriteArrayList<>();
        connection.setExceptionListener(e -> {
            told.add(e.getErrorCode());
            throw new AssertionError("thrown by the listener, on purpose");
        });
        core.events(events -> events.notice(new CoreException(ErrorCode.CLAIM_LOST, "one")));
        core.events(events -> events.notice(new CoreException(ErrorCode.CLAIM_LOST, "two")));
        soon().until(() -> told.size() == 2);
    }

    @Test
    void anInterruptedCloseReturnsAndTheClosingGoesOn() throws Exception {
        JmsConnection connection = open();
        core.hold("close");
        Background<Boolean> closing = inBackground(() -> {
            connection.close();
            return Thread.currentThread().isInterrupted();
        });
        soon().until(() -> core.heldCalls("close") == 1);
        closing.thread().interrupt();
        assertThat(closing.get()).isTrue();
        assertThat(core.log).doesNotContain("release");
        core.answer("close");
        soon().until(() -> core.log.contains("release"));
    }

    @Test
    void aListenersConsumerThatTheNodeClosesIsToldOnce() throws Exception {
        JmsConnection connection = open();
        List<String> codes = new CopyOnWriteArrayList<>();
        connection.setExceptionListener(e -> codes.add(e.getErrorCode()));
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(queue).setMessageListener(message -> {});
        session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        core.onLoop(() -> core.consumers.forEach(
                each -> each.endedByNode(new CoreException(ErrorCode.DESTINATION_DELETED, "deleted"))));
        soon().until(() -> !codes.isEmpty());
        core.fail(ErrorCode.LINK_LOST);
        soon().until(() -> codes.size() > 1);
        assertThat(codes).containsExactly(ErrorCode.DESTINATION_DELETED.text(), ErrorCode.LINK_LOST.text());
    }
}
