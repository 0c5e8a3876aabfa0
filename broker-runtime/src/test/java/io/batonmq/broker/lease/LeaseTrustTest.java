package io.batonmq.broker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** L1: who may trust the lease, and until when. */
class LeaseTrustTest {
    private long now = 1_000;
    private final LeaseTrust trust = new LeaseTrust(() -> now);

    @Test
    void trustEndsByItself() {
        trust.extend(7, 2_000);
        assertThat(trust.trusted(7)).isTrue();
        now = 2_000;
        assertThat(trust.trusted(7)).isFalse();
    }

    @Test
    void aLaterHoldingDoesNotServeAnEarlierOne() {
        trust.extend(7, 2_000);
        trust.end();
        trust.extend(8, 3_000);

        assertThat(trust.trusted(7)).isFalse();
        assertThat(trust.trusted(8)).isTrue();
    }

    @Test
    void anAnswerThatComesLateTakesNothingAway() {
        trust.extend(7, 3_000);
        trust.extend(7, 2_000);
        now = 2_500;

        assertThat(trust.trusted(7)).isTrue();
    }
}
