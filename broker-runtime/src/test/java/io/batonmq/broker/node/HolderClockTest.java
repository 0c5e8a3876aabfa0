package io.batonmq.broker.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A holder knows database time as well as its quickest reading tells it (R18). */
class HolderClockTest {
    private long nowMillis = 50;
    private final HolderClock clock = new HolderClock(() -> TimeUnit.MILLISECONDS.toNanos(nowMillis));

    /** Answered now, with this reading. */
    private void read(long databaseMillis, long askedMillis) {
        clock.reading(
                databaseMillis, TimeUnit.MILLISECONDS.toNanos(askedMillis), TimeUnit.MILLISECONDS.toNanos(nowMillis));
    }

    @Test
    void theFirstReadingCountsAsTakenHalfway() {
        read(1_000, 30);

        assertThat(clock.millis()).isEqualTo(1_010);
    }

    @Test
    void aReadingOfANodeThatWasPausedChangesNothing() {
        read(1_000, 50);
        nowMillis += 4_000;
        read(1_001, 51);

        assertThat(clock.millis()).isEqualTo(5_000);
    }

    @Test
    void aQuickerReadingCorrectsTheFirst() {
        read(1_000, 0);
        nowMillis += 10;
        read(1_010, nowMillis - 2);

        assertThat(clock.millis()).isBetween(1_010L, 1_012L);
    }

    @Test
    void aDatabaseClockThatWasSetIsFollowed() {
        read(1_000, 50);
        nowMillis += 1_000;
        read(700, nowMillis);

        assertThat(clock.millis()).isEqualTo(700);
    }
}
