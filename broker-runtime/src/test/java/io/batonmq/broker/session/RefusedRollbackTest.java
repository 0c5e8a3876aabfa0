package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.WriteBatch;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.TransactionId;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a rollback gives back comes again, whatever of it the database refuses (S7, R3, R10). */
class RefusedRollbackTest {
    private static final int LIMIT = 10;

    private final Holder holder = Holder.first();
    private final TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
    private final TestClient consumer =
            TestClient.connect(holder).session(1, AckMode.TRANSACTED).consumer(1, 1);

    @AfterEach
    void theNodeServesOn() {
        assertThat(holder.ended).isEmpty();
    }

    /** Rolls back all, of which the application was given the first; returns what comes again. */
    private List<Deliver> rolledBack(List<Deliver> all) {
        consumer.write(
                consumer.handOut(all.get(0)),
                consumer.rollback(1, TransactionId.None.NONE, all.toArray(Deliver[]::new)));
        holder.run();
        return consumer.delivered();
    }

    private List<Refusal> refusals() {
        return consumer.link.take(Confirm.class).stream()
                .flatMap(confirm -> confirm.refusals().stream())
                .toList();
    }

    @Test
    void whatWasGivenBackWithADeadLetterThatIsRefusedComesAgain() {
        Predicate<WriteBatch> deadLetters =
                batch -> batch.putQueues().stream().anyMatch(row -> row.name().equals("DLQ"));
        holder.store.refuse(deadLetters);
        producer.write(producer.send(1, "bad"), producer.send(1, "fine"));
        List<Deliver> all = consumer.delivered();
        for (int i = 0; i < LIMIT; i++) {
            assertThat(all).extracting(TestClient::text).containsExactly("bad", "fine");
            all = rolledBack(all);
        }
        assertThat(all).extracting(TestClient::text).containsExactly("fine");
        assertThat(refusals()).isEmpty();
        assertThat(holder.store.messages("q")).hasSize(2);
    }

    @Test
    void whatTheDatabaseRefusesToCountComesAgainAndIsCountedAllTheSame() {
        holder.store.refuse(batch -> !batch.deliveries().isEmpty());
        producer.write(producer.send(1, "bad"), producer.send(1, "fine"));
        List<Deliver> all = consumer.delivered();
        for (int i = 0; i < LIMIT; i++) {
            assertThat(all).extracting(TestClient::text).containsExactly("bad", "fine");
            assertThat(all).extracting(Deliver::deliveryCount).containsExactly(i + 1, 1);
            all = rolledBack(all);
        }
        assertThat(all).extracting(TestClient::text).containsExactly("fine");
        assertThat(refusals()).hasSize(LIMIT).extracting(Refusal::code).containsOnly(ErrorCode.COMMAND_POISON);
        assertThat(holder.store.messages("q")).hasSize(1);
        assertThat(holder.store.messages("DLQ")).hasSize(1);
    }
}
