package io.batonmq.samples.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.samples.kill.WorkLine.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkCheckTest {

    private static final List<WorkLine> SENT = List.of(line(Kind.CONFIRMED, "a"), line(Kind.UNKNOWN, "u"));

    @Test
    void aCleanLedgerHolds() {
        assertThat(check(line(Kind.GOT, "a"), line(Kind.DONE, "a"))).isEmpty();
        assertThat(check(line(Kind.GOT, "a"), line(Kind.GIVEN_BACK, "a"), line(Kind.AGAIN, "a"), line(Kind.DONE, "a")))
                .isEmpty();
        assertThat(WorkCheck.queue(SENT, List.of(), List.of("a"), true)).isEmpty();
    }

    @Test
    void aLossIsFound() {
        assertThat(check(line(Kind.GOT, "u"), line(Kind.DONE, "u"))).containsExactly("I1 lost: a");
        assertThat(check(line(Kind.GOT, "a"))).containsExactly("I1 lost: a (received, never acknowledged)");
    }

    @Test
    void aDeliveryAfterTheAcknowledgementIsFound() {
        assertThat(check(line(Kind.GOT, "a"), line(Kind.DONE, "a"), line(Kind.AGAIN, "a")))
                .containsExactly("I2 delivered again after its acknowledgement returned: a");
    }

    @Test
    void aRedeliveryThatIsNotMarkedIsFound() {
        assertThat(check(line(Kind.GOT, "a"), line(Kind.GOT, "a"), line(Kind.DONE, "a")))
                .containsExactly("delivered again without JMSRedelivered: a");
    }

    @Test
    void whatWasNotSentOrFailedMustNotCome() {
        assertThat(check(line(Kind.GOT, "x"), line(Kind.GOT, "a"), line(Kind.DONE, "a")))
                .containsExactly("I3 received, but never sent: x");
        assertThat(WorkCheck.queue(List.of(line(Kind.FAILED, "f")), List.of(line(Kind.GOT, "f")), List.of(), true))
                .containsExactly("I3 received, but failed: f");
    }

    @Test
    void anAcknowledgementCountsAsVoidOnlyIfTheClientWasToldSo() {
        WorkLine[] again = {line(Kind.AGAIN, "a"), line(Kind.DONE, "a")};

        assertThat(check(line(Kind.GOT, "a"), line(Kind.DONE, "a"), line(Kind.RESUMED, "7 1"), again[0], again[1]))
                .isEmpty();
        assertThat(check(line(Kind.GOT, "a"), line(Kind.RESUMED, "7 1"), line(Kind.DONE, "a"), again[0], again[1]))
                .isEmpty();
        assertThat(check(line(Kind.GOT, "a"), line(Kind.DONE, "a"), line(Kind.RESUMED, "7 0"), again[0], again[1]))
                .containsExactly(
                        "I2 delivered again after its acknowledgement returned: a", "I2 acknowledged twice: a");
        List<WorkLine> confirmed =
                List.of(line(Kind.GOT, "a"), line(Kind.DONE, "a"), line(Kind.RESUMED, "7 1"), again[0]);
        assertThat(WorkCheck.queue(SENT, confirmed, List.of(), false))
                .containsExactly("I2 delivered again after its acknowledgement returned: a");
    }

    @Test
    void aMessageThatComesAfterALaterOneIsFound() {
        List<WorkLine> sent = List.of(line(Kind.CONFIRMED, "1"), line(Kind.CONFIRMED, "2"), line(Kind.CONFIRMED, "3"));

        assertThat(WorkCheck.order(sent, List.of(line(Kind.GOT, "1"), line(Kind.GOT, "3"), line(Kind.AGAIN, "2"))))
                .containsExactly("6.2.10.1 came after a later one: 2 after 3");
        assertThat(WorkCheck.order(
                        sent,
                        List.of(line(Kind.GOT, "1"), line(Kind.GOT, "2"), line(Kind.AGAIN, "1"), line(Kind.GOT, "3"))))
                .isEmpty();
    }

    @Test
    void aCallOverItsBoundAndAnEpochThatGoesBackAreFound() {
        List<WorkLine> lines = List.of(
                new WorkLine(Kind.EMPTY, 0, 6_000_000_000L, "-"), line(Kind.RESUMED, "7 0"), line(Kind.RESUMED, "6 0"));

        assertThat(WorkCheck.calls("w", lines, Set.of(6L, 7L)))
                .containsExactly("I5 w: EMPTY - took 6000 ms, bound 5500", "I4 w went back from epoch 7 to 6");
    }

    @Test
    void whatComesMarkedAtFirstIsCountedAndSoIsTheLongestCall() {
        List<WorkLine> lines = List.of(
                line(Kind.AGAIN, "1"), line(Kind.AGAIN, "1"), line(Kind.GOT, "2"), new WorkLine(Kind.AGAIN, 1, 8, "2"));

        assertThat(WorkCheck.markedUnseen(lines)).isEqualTo(1);
        assertThat(WorkCheck.longestCall(lines)).hasNanos(7);
    }

    private static List<String> check(WorkLine... consumed) {
        return WorkCheck.queue(SENT, List.of(consumed), List.of(), true);
    }

    private static WorkLine line(Kind kind, String text) {
        return new WorkLine(kind, 0, 0, text);
    }
}
