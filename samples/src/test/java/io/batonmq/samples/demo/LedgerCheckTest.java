package io.batonmq.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.samples.demo.LedgerCheck.Verdict;
import io.batonmq.samples.demo.SentEntry.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LedgerCheckTest {

    @Test
    void ledgersThatAgreeHold() {
        Verdict verdict = LedgerCheck.check(confirmed("a", "b", "c"), received("b", "a", "c"));

        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.sent()).isEqualTo(3);
        assertThat(verdict.received()).isEqualTo(3);
    }

    @Test
    void oneLossAndOneDoubleAreFound() {
        Verdict verdict = LedgerCheck.check(confirmed("a", "b", "c", "d"), received("a", "c", "c", "d"));

        assertThat(verdict.holds()).isFalse();
        assertThat(verdict.lost()).containsExactly("b");
        assertThat(verdict.duplicated()).containsExactly("c");
        assertThat(new DemoResult(verdict, 4, 120).isGood()).isFalse();
        assertThat(new DemoResult(verdict, 4, 120).line())
                .isEqualTo("sent=4 received=3 lost=1 duplicated=1 failovers=4 longest-gap-ms=120");
    }

    @Test
    void whatTheProducerDoesNotKnowMayHaveComeOnceOrNotAtAll() {
        List<SentEntry> sent = List.of(entry(Outcome.UNKNOWN, "a"), entry(Outcome.UNKNOWN, "b"));

        assertThat(LedgerCheck.check(sent, received("a")).holds()).isTrue();
        assertThat(LedgerCheck.check(sent, received("a", "a")).duplicated()).containsExactly("a");
    }

    @Test
    void aMessageThatDefinitelyFailedMustNotCome() {
        List<SentEntry> sent = List.of(entry(Outcome.FAILED, "a"));

        assertThat(LedgerCheck.check(sent, received()).holds()).isTrue();
        assertThat(LedgerCheck.check(sent, received("a")).untrue()).containsExactly("a");
    }

    @Test
    void aMessageThatNobodySentIsFound() {
        assertThat(LedgerCheck.check(confirmed("a"), received("a", "x")).untrue())
                .containsExactly("x");
    }

    @Test
    void tooFewFailoversAreNoDemo() {
        Verdict verdict = LedgerCheck.check(confirmed("a"), received("a"));

        assertThat(new DemoResult(verdict, 2, 0).isGood()).isFalse();
        assertThat(new DemoResult(verdict, 3, 0).isGood()).isTrue();
    }

    @Test
    void linesAreReadAsTheyWereWritten() {
        SentEntry sent = entry(Outcome.CONFIRMED, "demo-1");
        ReceivedEntry received = new ReceivedEntry(17, "demo-1", true, 2);

        assertThat(SentEntry.parse(sent.line())).isEqualTo(sent);
        assertThat(ReceivedEntry.parse(received.line())).isEqualTo(received);
    }

    private static List<SentEntry> confirmed(String... uids) {
        return Stream.of(uids).map(uid -> entry(Outcome.CONFIRMED, uid)).toList();
    }

    private static SentEntry entry(Outcome outcome, String uid) {
        return new SentEntry(outcome, 5, uid);
    }

    private static List<ReceivedEntry> received(String... uids) {
        return Stream.of(uids).map(uid -> new ReceivedEntry(7, uid, false, 1)).toList();
    }
}
