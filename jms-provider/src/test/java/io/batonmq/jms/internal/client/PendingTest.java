package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.Loop;
import jakarta.jms.JMSException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of a connection whose loop ends meanwhile. */
@Timeout(60)
class PendingTest {

    /** A loop that took tasks just before its end, and never runs them. */
    private static final class EndedLoop implements Loop {
        @Override
        public void execute(Runnable task) {}

        @Override
        public void assertInside() {}

        @Override
        public boolean hasEnded() {
            return true;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Timer schedule(Duration delay, Runnable task) {
            return () -> {};
        }
    }

    @Test
    void whatALoopTookAndNeverRanIsNotWaitedFor() {
        Loop loop = new EndedLoop();

        assertThatThrownBy(() -> Pending.compute(loop, () -> 1))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("the connection has ended");
        assertThatThrownBy(() -> Pending.<Integer>start(
                                loop,
                                () -> {
                                    throw new AssertionError("it runs");
                                },
                                call -> {})
                        .await())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("the connection has ended");
    }
}
