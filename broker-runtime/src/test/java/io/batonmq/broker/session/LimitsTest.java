package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.FrameCodec;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.Refused;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireDestination;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One client has bounds, and is told which one it met and what sets it (C94). */
class LimitsTest {
    private static final int UNACKNOWLEDGED = 5;

    private final Holder holder =
            Holder.first(Holder.settings(new SessionLimits(3, 2, 2, UNACKNOWLEDGED, 1 << 20, 1 << 24)));
    private final TestClient client = TestClient.connect(holder).session(1, AckMode.CLIENT);

    @Test
    void sessions() {
        client.session(2, AckMode.AUTO).session(3, AckMode.AUTO).session(3, AckMode.AUTO);
        holder.run();
        assertThat(client.link.isOpen()).isTrue();
        assertThat(client.goTo(holder).resume().maxSessions()).isEqualTo(3);

        client.session(4, AckMode.AUTO);
        assertThat(client.link.fault()).satisfies(fault -> {
            assertThat(fault.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
            assertThat(fault.text()).contains("3 are allowed", "maxSessions");
        });
        client.goTo(holder).writeResume();
        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    }

    /** A close is told before the store knows, and the client goes by what it was told. */
    @Test
    void sessionsThatTheStoreHasNotYetForgottenTakeNobodysPlace() {
        client.session(2, AckMode.AUTO).session(3, AckMode.AUTO);
        client.write(client.send(1, "a"), client.send(2, "b"), client.send(3, "c"));
        holder.run();
        client.link.take(Confirm.class);
        holder.store.hold();
        client.write(new Command.CloseSession(client.next(0), 0, 1));
        holder.run();
        assertThat(client.link.take(Received.class)).isEmpty();
        holder.store.release();
        assertThat(client.confirmed(0).durable()).isEqualTo(1);

        client.session(4, AckMode.AUTO);
        holder.run();
        assertThat(client.link.isOpen()).isTrue();
    }

    @Test
    void consumers() {
        client.consumer(1, 1).consumer(1, 2);
        client.write(new Request.OpenConsumer(1, 3, 3, client.spec));
        assertThat(client.link.one(Reply.class)).satisfies(reply -> {
            assertThat(reply.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
            assertThat(reply.text()).contains("2 are allowed", "maxConsumers");
        });
        client.write(new Request.CloseConsumer(1, 4, 1), new Request.OpenConsumer(1, 5, 3, client.spec));
        assertThat(client.link.take(Reply.class)).extracting(Reply::code).containsExactly(null, null);
    }

    private static WireDestination temporary(int number) {
        return new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp.c." + number);
    }

    @Test
    void temporaryDestinations() {
        client.write(
                new Request.CreateTemporary(1, temporary(1)),
                new Request.CreateTemporary(2, temporary(2)),
                new Request.CreateTemporary(3, temporary(2)),
                new Request.CreateTemporary(4, temporary(3)));
        List<Reply> replies = client.link.take(Reply.class);
        // a refusal is answered at once, the others when they are durable
        assertThat(replies)
                .filteredOn(reply -> reply.code() != null)
                .singleElement()
                .satisfies(reply -> {
                    assertThat(reply.request()).isEqualTo(4);
                    assertThat(reply.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
                    assertThat(reply.text()).contains("2 are allowed", "maxTemporaries");
                });
        client.write(new Request.DeleteTemporary(5, temporary(1)), new Request.CreateTemporary(6, temporary(3)));
        assertThat(client.link.take(Reply.class)).extracting(Reply::code).containsExactly(null, null);
        client.goTo(holder).resume();
        client.write(new Request.CreateTemporary(7, temporary(2)), new Request.CreateTemporary(8, temporary(3)));
        assertThat(client.link.take(Reply.class)).extracting(Reply::code).containsExactly(null, null);
    }

    @Test
    void aSessionIsSentNoMoreThanItMayHoldUntilItAcknowledges() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        for (int i = 1; i <= 2 * UNACKNOWLEDGED; i++) {
            producer.write(producer.send(1, "m" + i));
        }
        client.consumer(1, 1);
        List<Deliver> first = client.delivered();
        assertThat(first).hasSize(UNACKNOWLEDGED);
        assertThat(client.delivered()).isEmpty();

        client.write(client.ack(1, first.get(0), first.get(1)));
        assertThat(client.texts()).containsExactly("m6", "m7");
        client.write(client.rollback(1, TransactionId.None.NONE, first.get(2), first.get(3), first.get(4)));
        assertThat(client.texts()).containsExactly("m3", "m4", "m5");
    }

    @Test
    void claims() {
        client.goTo(holder).attach();
        client.declare();
        List<Claim> many = new ArrayList<>();
        for (int i = 0; i < 3 * UNACKNOWLEDGED; i++) {
            many.add(new Claim(new DeliveryRef(1, 1, i, true), 0, false, 1));
        }
        client.write(new Claims(1, many));
        holder.run();
        assertThat(client.link.isOpen()).isTrue();
        client.write(new Claims(1, List.of(new Claim(new DeliveryRef(1, 1, 99, true), 0, false, 1))));
        assertThat(client.link.fault().text()).contains("maxUnacknowledged");
    }

    @Test
    void acknowledgementsInATransaction() {
        TestClient transacted = TestClient.connect(holder).session(1, AckMode.TRANSACTED);
        List<DeliveryRef> refs = new ArrayList<>();
        for (int i = 0; i <= 3 * UNACKNOWLEDGED; i++) {
            refs.add(new DeliveryRef(1, 1, i, true));
        }
        transacted.write(new Command.TransactedAck(1, new TransactionId.Local(1), 1, refs), transacted.commit(1, 1, 1));
        assertThat(transacted.confirmed(1).refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.TRANSACTION_ROLLED_BACK);
            assertThat(refusal.text()).contains("maxUnacknowledged");
        });
    }

    @Test
    void bodiesThatNobodyNames() {
        for (int body = 1; body <= 8; body++) {
            client.write(new Command.BodyPart(1, body, 0, new byte[10]));
        }
        holder.run();
        assertThat(client.link.isOpen()).isTrue();
        client.write(new Command.BodyPart(1, 9, 0, new byte[10]));
        assertThat(client.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    /** However many commands of a session are refused, their refusals fit into frames, and all are told (R3, R4). */
    @Test
    void refusals() {
        int many = 5_000;
        holder.store.hold();
        for (int i = 1; i <= many; i++) {
            client.write(new Command.Unsubscribe(1, client.next(1), 0, "long".repeat(200)));
        }
        holder.run();
        holder.store.release();
        List<Confirm> confirms = client.link.take(Confirm.class);
        List<Refusal> told = new ArrayList<>();
        for (Confirm confirm : confirms) {
            assertThat(FrameCodec.encode(confirm)).isNotEmpty();
            told.addAll(confirm.refusals());
            assertThat(told).hasSize((int) confirm.durable());
        }
        assertThat(told).hasSize(many);

        Holder next = holder.takenOver();
        ResumeAnswer answer = client.goTo(next).attach();
        assertThat(FrameCodec.encode(answer)).isNotEmpty();
        told.clear();
        for (Refused refused : client.link.take(Refused.class)) {
            assertThat(FrameCodec.encode(refused)).isNotEmpty();
            told.addAll(refused.refusals());
        }
        assertThat(told).extracting(Refusal::number).hasSize(many).isSorted();
    }
}
