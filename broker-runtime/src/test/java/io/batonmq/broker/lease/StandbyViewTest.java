package io.batonmq.broker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a standby whose own interval is another than the holder's may take over (C101; L1, L7). */
class StandbyViewTest {
    private static final Identity HOLDER = new Identity(1, 1);

    private final StandbyView view = new StandbyView(Duration.ofSeconds(3).toNanos(), "standby", new Identity(2, 2));

    private long epoch = 1_000;
    private long renewals;
    private long nowMillis;
    private long clockOffMillis;
    private long expiresAt;

    /** The holder renews for so long. */
    private void renewed(long activationMillis) {
        renewals++;
        expiresAt = nowMillis + clockOffMillis + activationMillis;
    }

    /** A second passes, and the standby looks. Returns whether it may take over. */
    private boolean mayTakeOver() {
        nowMillis += 1_000;
        long database = nowMillis + clockOffMillis;
        view.seen(
                new LeaseRow(
                        "default",
                        new Identity(9, 9),
                        "holder",
                        HOLDER,
                        epoch,
                        renewals,
                        expiresAt - database,
                        "tcp://a:1",
                        null,
                        database),
                nowMillis * 1_000_000);
        return view.ground(nowMillis * 1_000_000, null).isPresent();
    }

    private int looksUntilTakeover() {
        for (int look = 1; look < 1_000; look++) {
            if (mayTakeOver()) {
                return look;
            }
        }
        throw new AssertionError("never");
    }

    @Test
    void aHolderWithALongerIntervalIsLeftAloneFromTheFirstLookOnAndReplacedWhenItIsOver() {
        renewed(12_000);
        for (int renewal = 0; renewal < 10; renewal++) {
            for (int look = 0; look < 5; look++) {
                assertThat(mayTakeOver()).isFalse();
            }
            renewed(12_000);
        }
        assertThat(view.longerActivationMillis()).isBetween(10_000L, 12_000L);
        assertThat(looksUntilTakeover()).isBetween(11, 13);
    }

    @Test
    void aHolderWithTheSameIntervalIsReplacedAfterIt() {
        renewed(3_000);
        assertThat(mayTakeOver()).isFalse();
        renewed(3_000);
        assertThat(mayTakeOver()).isFalse();
        renewed(3_000);
        assertThat(view.longerActivationMillis()).isZero();
        assertThat(looksUntilTakeover()).isBetween(3, 4);
    }

    @Test
    void aClockThatStepsBackMakesNoIntervalLonger() {
        renewed(3_000);
        assertThat(mayTakeOver()).isFalse();
        renewed(3_000);
        clockOffMillis = -3_600_000;
        assertThat(mayTakeOver()).isFalse();
        assertThat(looksUntilTakeover()).isBetween(2, 4);
    }

    @Test
    void anExpiryThatNobodyCanTellFromAStepOfTheClockIsWaitedForOnlySoLong() {
        renewed(3_600_000);
        assertThat(looksUntilTakeover()).isBetween(30, 32);
    }

    @Test
    void theNextHoldersIntervalIsItsOwn() {
        renewed(12_000);
        assertThat(mayTakeOver()).isFalse();
        epoch++;
        renewals = 0;
        renewed(3_000);
        assertThat(mayTakeOver()).isFalse();
        assertThat(view.longerActivationMillis()).isZero();
        assertThat(looksUntilTakeover()).isBetween(2, 4);
    }
}
