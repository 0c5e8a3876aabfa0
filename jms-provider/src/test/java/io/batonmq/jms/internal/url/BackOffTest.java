package io.batonmq.jms.internal.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Delays, limits and the order of servers (C64, C65). */
class BackOffTest {

    private static final Attempts ACTIVEMQ = new Attempts(
            Attempts.UNLIMITED, null, Duration.ofMillis(10), 2, Duration.ofSeconds(30), Attempts.JITTER, null);

    @Test
    void delaysGrowToTheLongestAndAreJittered() {
        Random random = new Random(42);
        for (int failed = 1; failed < 2000; failed++) {
            double nominal = Math.min(30_000, 10 * Math.pow(2, failed - 1.0));
            assertThat(ACTIVEMQ.delay(failed, random).toMillis())
                    .isBetween((long) (nominal * 0.75) - 1, (long) nominal + 1);
        }
        assertThat(IntStream.range(0, 100)
                        .mapToObj(i -> ACTIVEMQ.delay(20, random))
                        .distinct()
                        .count())
                .isGreaterThan(50);
    }

    @Test
    void delaysAreAFunctionOfTheSeed() {
        assertThat(ACTIVEMQ.delay(9, new Random(7))).isEqualTo(ACTIVEMQ.delay(9, new Random(7)));
    }

    @Test
    void withoutJitterDelaysAreExact() {
        Attempts exact = new Attempts(4, null, Duration.ofMillis(100), 2, Duration.ofMillis(300), 0, null);
        BackOff backOff = new BackOff(exact, new Random(1));

        assertThat(List.of(backOff.nextDelay(), backOff.nextDelay(), backOff.nextDelay()))
                .map(Duration::toMillis)
                .containsExactly(100L, 200L, 300L);
        assertThat(backOff.mayTry()).isTrue();
        backOff.nextDelay();
        assertThat(backOff.mayTry()).isFalse();
    }

    @Test
    void acceptedThenClosedDoesNotResetTheBackOff() {
        Attempts exact = new Attempts(3, null, Duration.ofMillis(100), 2, Duration.ofSeconds(30), 0, null);
        BackOff backOff = new BackOff(exact, new Random(1));
        backOff.nextDelay();
        backOff.succeeded(3);

        assertThat(backOff.nextDelay()).isEqualTo(Duration.ofMillis(200));
        backOff.succeeded(BackOff.STABLE.toMillis() - 1);
        assertThat(backOff.failedRounds()).isEqualTo(2);
        backOff.nextDelay();
        assertThat(backOff.mayTry()).isFalse();
    }

    @Test
    void aLinkThatLivedResetsTheBackOff() {
        BackOff backOff = new BackOff(ACTIVEMQ, new Random(1));
        IntStream.range(0, 20).forEach(i -> backOff.nextDelay());
        backOff.succeeded(BackOff.STABLE.toMillis());
        assertThat(backOff.failedRounds()).as("shorter than the last delay").isEqualTo(20);
        backOff.succeeded(30_000);

        assertThat(backOff.failedRounds()).isZero();
        assertThat(backOff.nextDelay()).isLessThanOrEqualTo(Duration.ofMillis(10));
    }

    @Test
    void randomizedRoundsStartEverywhereAlikeAndInOrderOtherwise() {
        FailoverUrl random = FailoverUrl.parse("failover:(tcp://a:1,tcp://b:1,tcp://c:1)");
        FailoverUrl strict = FailoverUrl.parse("failover:(tcp://a:1,tcp://b:1,tcp://c:1)?randomize=false");
        Random source = new Random(5);
        Map<String, Integer> first = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            first.merge(
                    random.policy().round(random.groups(), null, source).get(0).host(), 1, Integer::sum);
            assertThat(strict.policy().round(strict.groups(), strict.servers().get(0), source))
                    .isEqualTo(strict.servers());
        }
        assertThat(first.values()).hasSize(3).allMatch(count -> count > 900 && count < 1100);
    }

    @Test
    void aRandomizedRoundAfterALossStartsElsewhere() {
        FailoverUrl url = FailoverUrl.parse("failover:(tcp://a:1,tcp://b:1,tcp://c:1)");
        ServerAddress lost = url.servers().get(1);
        Random random = new Random(5);

        for (int i = 0; i < 100; i++) {
            List<ServerAddress> round = url.policy().round(url.groups(), lost, random);
            assertThat(round).hasSize(3).endsWith(lost);
        }
    }

    @Test
    void roundsKeepGroupsTogether() {
        FailoverUrl url = FailoverUrl.parse("tcp://a1:1,tcp://a2:1+tcp://b1:1");

        assertThat(url.policy().round(url.groups(), null, new Random(1)))
                .map(ServerAddress::host)
                .containsExactly("a1", "a2", "b1");
    }
}
