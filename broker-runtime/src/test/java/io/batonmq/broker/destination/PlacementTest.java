package io.batonmq.broker.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.store.Position;
import io.batonmq.wire.Request.ClockOffset;
import io.batonmq.wire.WireDestination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a message is due and expires, in the database's time (R18). */
class PlacementTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final WireDestination ORDERS = new WireDestination(WireDestination.Kind.QUEUE, "orders");

    private static Placement placed(long deliveryTime, long expiration, long offset) {
        return placed(deliveryTime, expiration, new ClockOffset(offset, offset));
    }

    private static Placement placed(long deliveryTime, long expiration, ClockOffset offset) {
        Publication sent = World.message(ORDERS, "m", true, 4, deliveryTime, expiration);
        Publication shifted = new Publication(
                sent.message(),
                sent.head(),
                sent.content(),
                sent.contentLength(),
                sent.connection(),
                sent.clientId(),
                offset);
        return Placement.of(shifted, new Position(1, 1), NOW);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -86_400_000, -1, 0, 1, 86_400_000, Long.MAX_VALUE})
    void whatNeverExpiresAndIsNeverDueStaysSoWhicheverClockIsAhead(long offset) {
        long never = Long.MAX_VALUE;
        if (offset > Long.MIN_VALUE / 4) {
            assertThat(placed(0, never, offset).expiresAt()).isGreaterThan(NOW);
            assertThat(placed(never, 0, offset).availableAt()).isGreaterThan(NOW);
        } else {
            assertThat(placed(0, NOW, offset).expiresAt()).isEqualTo(1);
            assertThat(placed(NOW, 0, offset).availableAt()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-5_000, 0, 5_000})
    void bothAreShiftedByWhatTheClocksDiffer(long offset) {
        Placement placement = placed(NOW + 10_000, NOW + 20_000, offset);
        assertThat(placement.availableAt()).isEqualTo(NOW + 10_000 + offset);
        assertThat(placement.expiresAt()).isEqualTo(NOW + 20_000 + offset);
    }

    /** Never early, and never late to go. */
    @Test
    void whatIsNotKnownOfTheClocksIsForgoneWhereItDoesNoHarm() {
        Placement placement = placed(NOW + 10_000, NOW + 20_000, new ClockOffset(-30, 70));
        assertThat(placement.availableAt()).isEqualTo(NOW + 10_070);
        assertThat(placement.expiresAt()).isEqualTo(NOW + 19_970);
    }

    /** Persistent ones always; others if they would hold memory for long, and are in one piece. */
    @Test
    void whatIsDueLaterIsStored() {
        assertThat(stored(true, 0)).isTrue();
        assertThat(stored(false, 0)).isFalse();
        assertThat(stored(false, NOW - 60_000)).isFalse();
        assertThat(stored(false, NOW + 5_000)).isFalse();
        assertThat(stored(false, NOW + 5_001)).isTrue();
        assertThat(stored(false, Long.MAX_VALUE)).isTrue();
    }

    private static boolean stored(boolean persistent, long deliveryTime) {
        Publication sent = World.message(ORDERS, "m", persistent, 4, deliveryTime, 0);
        return Placement.of(sent, new Position(1, 1), NOW).stored();
    }
}
