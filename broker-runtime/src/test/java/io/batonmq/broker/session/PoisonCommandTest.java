package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.WriteBatch;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Replayed;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.TransactionId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S7: a command that holders are lost with is applied alone from the third on, and refused by the one after. */
class PoisonCommandTest {
    private Holder holder = Holder.first();
    private final TestClient client = TestClient.connect(holder);

    /** ① to ④ at the next holder, with commands that two were lost with. */
    private void resumeAtNext(long upTo, Claim... claims) {
        holder = holder.takenOver();
        client.goTo(holder).attach();
        client.declare();
        client.link.write(
                new Claims(1, List.of(claims)), new Replayed(1, upTo, Replayed.SUSPECT), new ClaimsEnd(List.of()));
        client.link.one(Resumed.class);
    }

    private List<WriteBatch> batchesOf(Frame... frames) {
        int before = holder.store.written().size();
        client.write(frames);
        holder.run();
        return holder.store.written().subList(before, holder.store.written().size());
    }

    @Test
    void suspectsAreAppliedOneToABatchEachAfterItsNoteAndInOrder() {
        client.session(1, AckMode.AUTO);
        TestClient other = TestClient.connect(holder).session(1, AckMode.AUTO);
        other.write(other.send(1, "o"));
        holder.run();
        Command.Send one = client.send(1, "one");
        Command.Send two = client.send(1, "two");
        Command.Send three = client.send(1, "three");
        resumeAtNext(2);
        other.goTo(holder).resume();
        other.write(other.send(1, "beside"));

        List<WriteBatch> batches = batchesOf(one, two, three);

        assertThat(batches)
                .filteredOn(batch -> !batch.insertMessages().isEmpty())
                .extracting(batch -> batch.insertMessages().size())
                .contains(1);
        for (WriteBatch batch : batches) {
            if (!batch.deleteStages().isEmpty()) {
                assertThat(batch.insertMessages()).hasSize(1);
                assertThat(batch.putSessions()).hasSize(1);
            }
        }
        assertThat(batches.stream().mapToInt(batch -> batch.putStages().size()).sum())
                .isEqualTo(2);
        assertThat(batches.stream()
                        .mapToInt(batch -> batch.deleteStages().size())
                        .sum())
                .isEqualTo(2);
        assertThat(client.confirmed(1).durable()).isEqualTo(3);
        assertThat(holder.store.stages()).isZero();
        TestClient consumer =
                TestClient.connect(holder).session(1, AckMode.AUTO).consumer(1, 1);
        assertThat(consumer.texts()).containsSubsequence("one", "two", "three").hasSize(5);
    }

    @Test
    void theCommandThatTheHolderWasLostWithIsRefusedAndTheNextIsApplied() {
        client.session(1, AckMode.AUTO);
        Command.Send poison = client.send(1, "poison");
        Command.Send fine = client.send(1, "fine");
        resumeAtNext(2);
        holder.store.hold();
        client.write(poison, fine);
        holder.run();
        holder.store.releaseOne(); // the note; the holder is lost with what follows it
        holder.run();
        assertThat(holder.store.stages()).isEqualTo(1);

        resumeAtNext(2);
        client.write(poison, fine);

        assertThat(client.link.take(Confirm.class))
                .flatExtracting(Confirm::refusals)
                .extracting(Refusal::number)
                .containsExactly(1L);
        assertThat(holder.store.refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.number()).isEqualTo(1);
            assertThat(refusal.code()).isEqualTo(ErrorCode.COMMAND_POISON.number());
        });
        assertThat(holder.store.stages()).isZero();
        TestClient consumer =
                TestClient.connect(holder).session(1, AckMode.AUTO).consumer(1, 1);
        assertThat(consumer.texts()).containsExactly("fine");
    }

    @Test
    void aPoisonousCommitGivesBackWhatItConsumedAndSendsNothing() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "in"));
        client.session(1, AckMode.TRANSACTED).consumer(1, 1);
        Deliver in = client.deliveredOne();
        Claim claim = TestClient.claims(true, in).get(0);
        Frame send = client.transactedSend(1, 1, 1, "out");
        Frame commit = client.commit(1, 1, 1, in);
        resumeAtNext(1, claim);
        holder.store.hold();
        client.write(send, commit);
        holder.run();
        holder.store.releaseOne();
        holder.run();

        resumeAtNext(1, claim);
        client.write(send, commit);

        assertThat(client.confirmed(1).refusals())
                .singleElement()
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.COMMAND_POISON);
        assertThat(client.texts()).containsExactly("in");
    }

    @Test
    void aPoisonousRollbackCountsOnlyWhatWasHandedOut() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "seen"), producer.send(1, "unseen"));
        client.session(1, AckMode.CLIENT).consumer(1, 1);
        List<Deliver> both = client.delivered();
        Deliver seen = both.get(0);
        Deliver unseen = both.get(1);
        Claim[] claims = {
            TestClient.claims(true, seen).get(0),
            TestClient.claims(false, unseen).get(0)
        };
        Frame rollback = client.rollback(1, TransactionId.None.NONE, seen, unseen);
        resumeAtNext(1, claims);
        holder.store.hold();
        client.write(rollback);
        holder.run();
        holder.store.releaseOne();
        holder.run();

        resumeAtNext(1, claims);
        List<WriteBatch> batches = batchesOf(rollback);

        assertThat(client.confirmed(1).refusals())
                .singleElement()
                .extracting(Refusal::code)
                .isEqualTo(ErrorCode.COMMAND_POISON);
        assertThat(batches)
                .flatExtracting(WriteBatch::deliveries)
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.key().position().counter())
                            .isEqualTo(seen.delivery().counter());
                    assertThat(row.deliveryCount()).isEqualTo(1);
                });
        assertThat(client.texts()).containsExactly("seen", "unseen");
    }

    @Test
    void aNoteOfACommandThatIsDoneMeansNothing() {
        client.session(1, AckMode.AUTO);
        Command.Send one = client.send(1, "one");
        resumeAtNext(1);
        client.write(one);
        assertThat(client.confirmed(1).durable()).isEqualTo(1);
        Command.Send two = client.send(1, "two");

        resumeAtNext(0);
        client.write(two);
        assertThat(client.confirmed(1)).satisfies(confirm -> {
            assertThat(confirm.durable()).isEqualTo(2);
            assertThat(confirm.refusals()).isEmpty();
        });
    }

    @Test
    void theNoteOfASessionThatEndsGoesWithIt() {
        client.session(1, AckMode.AUTO);
        Command.Send poison = client.send(1, "poison");
        resumeAtNext(1);
        holder.store.hold();
        client.write(poison);
        holder.run();
        holder.store.releaseOne();
        holder.run();
        resumeAtNext(1);

        client.link.reset();
        holder.advance(Holder.RESUME_TIMEOUT);
        assertThat(holder.store.stages()).isZero();
    }
}
