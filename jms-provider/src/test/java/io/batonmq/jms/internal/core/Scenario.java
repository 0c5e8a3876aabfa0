package io.batonmq.jms.internal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.jms.internal.url.FailoverUrl;
import io.batonmq.wire.BodyKind;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A connection's core with a loop and nodes that a test drives by hand, and what it has told. */
final class Scenario implements ConnectionEvents {
    static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "orders");
    static final ConsumerSpec SPEC = new ConsumerSpec(QUEUE, null, false, false, null, false, false);
    static final ConsumerSpec BROWSE = new ConsumerSpec(QUEUE, null, false, false, null, false, true);

    final ManualLoop loop = new ManualLoop();
    final ScriptedLinks links = new ScriptedLinks(loop);
    final ClientConnection connection;
    final List<Object> events = new ArrayList<>();
    final List<CoreException> consumerEvents = new ArrayList<>();

    private Scenario(String url) {
        FailoverUrl parsed = FailoverUrl.parse(url);
        ConnectionSettings settings =
                new ConnectionSettings(parsed.groups(), parsed.policy(), parsed.options(), new Credentials(null, null));
        connection = ClientCores.connection(settings, links, loop, new Random(42), this);
    }

    static Scenario of(String url) {
        return new Scenario(url);
    }

    /** Two servers, tried in order, for ever. */
    static Scenario failover(String... options) {
        String more = options.length == 0 ? "" : "&" + String.join("&", options);
        return new Scenario("failover:(tcp://a:1001,tcp://b:1002)?randomize=false" + more);
    }

    /** Connected to the first server, epoch 1. */
    Node connected() {
        connection.open();
        Node node = links.next().open();
        node.expect(Resume.class);
        node.answer(1, state(0, 0, 0));
        node.skipTo(ClaimsEnd.class);
        node.receive(new io.batonmq.wire.Resumption.Resumed());
        assertThat(connection.state()).isEqualTo(State.CONNECTED);
        return node;
    }

    /** The next link, opened, its resume read. */
    Node reopened() {
        loop.advance(Duration.ofMillis(10)); // the pause after a link that lived for a short time only
        Node node = links.next().open();
        node.expect(Resume.class);
        return node;
    }

    /** A started session with one consumer, declared at this node. */
    ClientConsumer consumer(Node node, ClientSession session) {
        Call<ClientConsumer> call = session.openConsumer(SPEC, consumerEvents::add);
        OpenConsumer open = node.skipTo(OpenConsumer.class);
        node.ok(open.session(), open.request());
        return value(call);
    }

    static SessionState state(int session, long durable, long received, Refusal... refusals) {
        return new SessionState(session, durable, received, List.of(refusals), false, false, true);
    }

    static SessionState voided(int session, long durable, Refusal... refusals) {
        return new SessionState(session, durable, durable, List.of(refusals), true, false, true);
    }

    static SessionState closed(int session, long durable, Refusal... refusals) {
        return new SessionState(session, durable, durable, List.of(refusals), true, true, true);
    }

    static SessionState rowless(int session) {
        return new SessionState(session, 0, 0, List.of(), false, false, false);
    }

    static DeliveryRef ref(long counter) {
        return new DeliveryRef(1, 1, counter, true);
    }

    static EncodedMessage message(String text) {
        return message(text, true, 0);
    }

    static EncodedMessage message(String text, boolean persistent, long expiration) {
        return message(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), persistent, expiration);
    }

    static EncodedMessage message(byte[] body, boolean persistent, long expiration) {
        MessageHead head =
                new MessageHead(QUEUE, persistent, 4, 0, expiration, 0, null, null, null, null, BodyKind.BYTES);
        return EncodedMessage.encode(new WireMessage(head, Map.of(), body));
    }

    /** The result of a call that must be complete and have one. */
    <T> T value(Call<T> call) {
        done(call);
        return Objects.requireNonNull(call.result().join());
    }

    /** A call that must be complete. */
    void done(Call<?> call) {
        loop.run();
        assertThat(call.result()).isCompleted();
    }

    /** What a take that must be complete has handed out. */
    @Nullable
    Delivery taken(Call<@Nullable Delivery> take) {
        done(take);
        return take.result().join();
    }

    /** The failure of a call that must have failed. */
    CoreException failure(Call<?> call) {
        loop.run();
        assertThat(call.result()).isCompletedExceptionally();
        Throwable thrown = catchThrowable(() -> call.result().join());
        assertThat(thrown).isInstanceOf(CompletionException.class).hasCauseInstanceOf(CoreException.class);
        return (CoreException) Objects.requireNonNull(thrown.getCause());
    }

    void fails(Call<?> call, ErrorCode code) {
        assertThat(failure(call).code()).isEqualTo(code);
    }

    void waits(Call<?> call) {
        loop.run();
        assertThat(call.result()).isNotDone();
    }

    /** Events of one kind. */
    <E> List<E> events(Class<E> kind) {
        loop.run();
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The codes of all notices. */
    List<ErrorCode> notices() {
        return events(Notice.class).stream().map(notice -> notice.what().code()).toList();
    }

    record Interrupted(CoreException cause) {}

    record Failed(CoreException cause) {}

    record Notice(CoreException what) {}

    record Topology(List<String> nodes) {}

    @Override
    public void interrupted(CoreException cause) {
        events.add(new Interrupted(cause));
    }

    @Override
    public void resumed(ConnectionEvents.Resumed resumed) {
        events.add(resumed);
    }

    @Override
    public void failed(CoreException cause) {
        events.add(new Failed(cause));
    }

    @Override
    public void notice(CoreException what) {
        events.add(new Notice(what));
    }

    @Override
    public void topology(List<String> nodes) {
        events.add(new Topology(nodes));
    }

    static @Nullable String text(@Nullable Delivery delivery) {
        return delivery == null ? null : new String(delivery.message().body(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
