package io.batonmq.broker.session;

import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow;
import io.batonmq.wire.BodyKind;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Frame;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.UniqueId;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client that follows the protocol, one step at a time, as far as a test lets it. */
final class TestClient {
    static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "q");

    private static long ids = 1_000;

    final UniqueId connection;
    UniqueId secret = new UniqueId(2, ++ids);

    @Nullable
    String user;

    @Nullable
    String clientId;

    List<UniqueId> tried = new ArrayList<>();
    List<UniqueId> before = new ArrayList<>();
    UniqueId attach = UniqueId.NONE;
    UniqueId cluster = UniqueId.NONE;
    long highestEpoch;
    long reconnectDelayMillis;
    Holder holder;
    ScriptedLink link;
    final Map<Integer, AckMode> sessions = new LinkedHashMap<>();
    final Map<Integer, Integer> consumers = new LinkedHashMap<>();
    ConsumerSpec spec = queueSpec("q");
    int credit = 100;
    boolean started = true;
    private final Map<Integer, Long> numbers = new LinkedHashMap<>();
    long repliesSeen;

    TestClient(Holder holder) {
        this(holder, new UniqueId(1, ++ids));
    }

    TestClient(Holder holder, UniqueId connection) {
        this.connection = connection;
        this.holder = holder;
        this.link = holder.link(null);
    }

    static TestClient connect(Holder holder) {
        TestClient client = new TestClient(holder);
        client.attach();
        client.declareAndClaim(Set.of(), Map.of());
        client.link.one(Resumed.class);
        return client;
    }

    /** Session 1 has sent a, which is stored. */
    static TestClient sender(Holder holder) {
        TestClient client = connect(holder).session(1, AckMode.AUTO);
        client.write(client.send(1, "a"));
        holder.run();
        client.link.take(Confirm.class);
        return client;
    }

    Identity id() {
        return Ids.stored(connection);
    }

    /** Goes to a holder, after losing the link it had. */
    TestClient goTo(Holder other) {
        link.reset();
        holder = other;
        link = other.link(user);
        return this;
    }

    /** ①; returns ②. */
    ResumeAnswer attach() {
        writeResume();
        ResumeAnswer answer = link.one(ResumeAnswer.class);
        before.addAll(0, tried.subList(0, tried.size() - 1));
        tried = new ArrayList<>(List.of(attach));
        highestEpoch = answer.epoch();
        return answer;
    }

    void writeResume() {
        attach = new UniqueId(3, ++ids);
        link.write(new Resume(
                connection,
                secret,
                attach,
                List.copyOf(tried),
                List.copyOf(before),
                highestEpoch,
                cluster,
                clientId,
                reconnectDelayMillis,
                List.copyOf(sessions.keySet())));
        tried.add(attach);
    }

    /** ③, whole. */
    void declareAndClaim(Set<Integer> voidKnown, Map<Integer, List<Claim>> claims) {
        declare();
        claims.forEach((session, list) -> link.write(new Claims(session, list)));
        link.write(new ClaimsEnd(List.copyOf(voidKnown)));
    }

    void declare() {
        sessions.forEach((number, mode) -> link.write(new Request.OpenSession(number, mode)));
        consumers.forEach((number, session) -> link.write(
                new Request.OpenConsumer(session, 900 + number, number, spec),
                new Request.Credit(session, number, credit, 1 << 20)));
        link.write(new Request.Started(started));
    }

    /** ① to ④ without claims. */
    ResumeAnswer resume() {
        return resume(Map.of());
    }

    ResumeAnswer resume(Map<Integer, List<Claim>> claims) {
        ResumeAnswer answer = attach();
        declareAndClaim(Set.of(), claims);
        link.one(Resumed.class);
        return answer;
    }

    List<DeliveryRef> granted(int session) {
        List<DeliveryRef> refs = new ArrayList<>();
        for (ClaimsAnswer answer : link.take(ClaimsAnswer.class)) {
            if (answer.session() == session) {
                refs.addAll(answer.granted());
            }
        }
        return refs;
    }

    TestClient session(int number, AckMode mode) {
        sessions.put(number, mode);
        link.write(new Request.OpenSession(number, mode));
        return this;
    }

    TestClient consumer(int session, int consumer) {
        consumers.put(consumer, session);
        link.write(
                new Request.OpenConsumer(session, 900 + consumer, consumer, spec),
                new Request.Credit(session, consumer, credit, 1 << 20),
                new Request.Started(true));
        holder.run();
        Reply reply = link.one(Reply.class);
        if (reply.code() != null) {
            throw new AssertionError("consumer refused: " + reply);
        }
        return this;
    }

    static ConsumerSpec queueSpec(String name) {
        return new ConsumerSpec(
                new WireDestination(WireDestination.Kind.QUEUE, name), null, false, false, null, false, false);
    }

    long next(int session) {
        return numbers.merge(session, 1L, Long::sum);
    }

    long last(int session) {
        return numbers.getOrDefault(session, 0L);
    }

    TestClient write(Frame... frames) {
        link.write(frames);
        return this;
    }

    // ---- commands

    Command.Send send(int session, String text) {
        return new Command.Send(session, next(session), repliesSeen, message(text, true), null);
    }

    Command.Send sendUnstored(int session, String text) {
        return new Command.Send(session, next(session), repliesSeen, message(text, false), null);
    }

    Command.Ack ack(int session, Deliver... deliveries) {
        return new Command.Ack(session, next(session), repliesSeen, refs(deliveries), null);
    }

    Command.TransactedSend transactedSend(int session, long transaction, int index, String text) {
        return new Command.TransactedSend(
                session, new TransactionId.Local(transaction), index, message(text, true), null);
    }

    Command.Commit commit(int session, long transaction, int commands, Deliver... deliveries) {
        return new Command.Commit(
                session,
                next(session),
                repliesSeen,
                new TransactionId.Local(transaction),
                commands,
                refs(deliveries),
                null);
    }

    Command.Rollback rollback(int session, TransactionId transaction, Deliver... deliveries) {
        return new Command.Rollback(session, next(session), repliesSeen, transaction, refs(deliveries));
    }

    Request.HandOut handOut(Deliver... deliveries) {
        return new Request.HandOut(deliveries[0].session(), refs(deliveries));
    }

    static List<DeliveryRef> refs(Deliver... deliveries) {
        List<DeliveryRef> refs = new ArrayList<>();
        for (Deliver deliver : deliveries) {
            refs.add(deliver.delivery());
        }
        return refs;
    }

    static List<Claim> claims(boolean handedOut, Deliver... deliveries) {
        List<Claim> claims = new ArrayList<>();
        for (Deliver deliver : deliveries) {
            claims.add(new Claim(deliver.delivery(), deliver.consumer(), handedOut, deliver.deliveryCount()));
        }
        return claims;
    }

    // ---- what came

    List<Deliver> delivered() {
        return link.take(Deliver.class);
    }

    Deliver deliveredOne() {
        return link.one(Deliver.class);
    }

    List<String> texts() {
        return delivered().stream().map(TestClient::text).toList();
    }

    /** The newest confirm of a session. */
    Confirm confirmed(int session) {
        List<Confirm> all = link.take(Confirm.class).stream()
                .filter(confirm -> confirm.session() == session)
                .toList();
        if (all.isEmpty()) {
            throw new AssertionError("nothing was confirmed to session " + session + ", but " + link.all());
        }
        return all.get(all.size() - 1);
    }

    static SessionState state(ResumeAnswer answer, int session) {
        return answer.sessions().stream()
                .filter(state -> state.session() == session)
                .findFirst()
                .orElseThrow();
    }

    @Nullable
    SessionRow row(int session) {
        return holder.store.session(id(), session);
    }

    SessionRow storedRow(int session) {
        return Objects.requireNonNull(row(session));
    }

    ConnectionRow storedConnection() {
        return Objects.requireNonNull(holder.store.connection(id()));
    }

    static EncodedMessage message(String text, boolean persistent) {
        return message(QUEUE, text, persistent);
    }

    static EncodedMessage message(WireDestination destination, String text, boolean persistent) {
        MessageHead head = new MessageHead(destination, persistent, 4, 0, 0, 0, null, null, null, null, BodyKind.TEXT);
        return EncodedMessage.encode(new WireMessage(head, Map.of(), text.getBytes(StandardCharsets.UTF_8)));
    }

    static String text(Deliver deliver) {
        return new String(deliver.message().body(), StandardCharsets.UTF_8);
    }
}
