package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** R5, R17: a connection that no holder knows. */
class FreshConnectionTest {
    private final Holder holder = Holder.first();

    @Test
    void aFreshConnectionGoesThroughAllFourSteps() {
        TestClient client = new TestClient(holder);

        ResumeAnswer answer = client.attach();

        assertThat(answer.known()).isFalse();
        assertThat(answer.epoch()).isEqualTo(100);
        assertThat(answer.cluster()).isEqualTo(Ids.wire(Holder.CLUSTER));
        assertThat(answer.silenceLimitMillis()).isEqualTo(4_000);
        assertThat(answer.nodes()).containsExactly("tcp://a:61616", "tcp://b:61616");
        assertThat(answer.sessions()).containsExactly(new SessionState(0, 0, 0, List.of(), false, false, false));
        client.declareAndClaim(Set.of(), Map.of());
        client.link.one(Resumed.class);
    }

    @Test
    void aConnectionWithoutDurableEffectHasNoRow() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(client.sendUnstored(1, "np"));
        holder.run();

        assertThat(holder.store.connectionRows()).isZero();

        client.write(client.send(1, "p"));
        holder.run();

        assertThat(holder.store.connection(client.id())).isNotNull();
        assertThat(client.row(1)).isNotNull();
        assertThat(client.row(0)).isNull();
    }

    /** Its client doesn't wait for the end of ④. */
    @Test
    void whatFollowsTheEndOfAFreshConnectionsClaimsIsTaken() {
        TestClient client = new TestClient(holder);
        client.attach();

        client.declareAndClaim(Set.of(), Map.of());
        client.session(1, AckMode.AUTO).write(client.send(1, "p"));
        holder.run();

        client.link.one(Resumed.class);
        assertThat(client.confirmed(1).durable()).isEqualTo(1);
    }
}
