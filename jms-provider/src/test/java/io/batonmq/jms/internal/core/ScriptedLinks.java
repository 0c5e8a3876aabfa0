package io.batonmq.jms.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.HolderIs;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.Ping;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Links whose nodes are played by the test: it expects frames and answers them. */
final class ScriptedLinks implements LinkFactory {
    static final UniqueId CLUSTER = new UniqueId(7, 7);
    static final UniqueId OTHER_CLUSTER = new UniqueId(8, 8);
    static final int SILENCE_MILLIS = 4_000;
    static final int MOST_SESSIONS = 100;
    static final long DATABASE_MILLIS = 1_000_000;

    /** One link, from its node's side. */
    static final class Node implements Link {
        private final ServerAddress address;
        private final Duration timeout;
        private final LinkListener listener;
        private final ManualLoop loop;
        private final Deque<Frame> sent = new ArrayDeque<>();
        private final Deque<Ping> pings = new ArrayDeque<>();
        private final List<Credit> credits = new ArrayList<>();
        private boolean closed;

        Node(ServerAddress address, Duration timeout, LinkListener listener, ManualLoop loop) {
            this.address = address;
            this.timeout = timeout;
            this.listener = listener;
            this.loop = loop;
        }

        @Override
        public void send(Frame frame) {
            if (frame instanceof Ping ping) {
                pings.add(ping);
            } else if (frame instanceof Credit credit) {
                credits.add(credit);
            } else {
                sent.add(frame);
            }
        }

        /** All credit it was given so far. */
        List<Credit> credits() {
            return credits;
        }

        @Override
        public void close() {
            closed = true;
        }

        boolean isClosed() {
            return closed;
        }

        int port() {
            return address.port();
        }

        Duration timeout() {
            return timeout;
        }

        /** The next frame, which must be of this kind. */
        <F extends Frame> F expect(Class<F> kind) {
            Frame frame = sent.poll();
            assertThat(frame).isInstanceOf(kind);
            return kind.cast(frame);
        }

        void expectNothing() {
            assertThat(sent).isEmpty();
        }

        /** Frames up to the next of this kind, which is returned; the others are dropped. */
        <F extends Frame> F skipTo(Class<F> kind) {
            Frame frame = sent.poll();
            while (frame != null && !kind.isInstance(frame)) {
                frame = sent.poll();
            }
            assertThat(frame).as("a %s", kind.getSimpleName()).isNotNull();
            return kind.cast(frame);
        }

        List<Frame> drain() {
            List<Frame> all = List.copyOf(sent);
            sent.clear();
            return all;
        }

        Node open() {
            listener.opened();
            loop.run();
            return this;
        }

        void unreachable() {
            fail(Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE);
        }

        void fail(Closed kind, ErrorCode code) {
            listener.closed(kind, code, "as the test wants it");
            loop.run();
        }

        void lose() {
            fail(Closed.LOST, ErrorCode.LINK_LOST);
        }

        void receive(Frame... frames) {
            for (Frame frame : frames) {
                listener.received(frame);
                loop.run();
            }
        }

        /** Answers the newest ping, and so all. */
        void pong(long epoch) {
            answerPing(takePing(), epoch);
        }

        /** The newest ping, unanswered. */
        Ping takePing() {
            Ping newest = pings.pollLast();
            assertThat(newest).isNotNull();
            pings.clear();
            return Objects.requireNonNull(newest);
        }

        void answerPing(Ping ping, long epoch) {
            receive(new Pong(ping.clientTicks(), epoch, DATABASE_MILLIS));
        }

        void standsBy(@Nullable String holder, long epoch) {
            expect(Resume.class);
            receive(new HolderIs(holder, epoch, List.of()));
        }

        void confirm(int session, long durable, Refusal... refusals) {
            receive(new Confirm(session, durable, List.of(refusals), 1, 1));
        }

        void ok(int session, long request) {
            receive(new Reply(session, request, null, ""));
        }

        void deliver(int session, int consumer, DeliveryRef ref, EncodedMessage message) {
            deliver(session, consumer, ref, message, 0);
        }

        void deliver(int session, int consumer, DeliveryRef ref, EncodedMessage message, long expiresAtMillis) {
            receive(new Deliver(session, consumer, ref, 1, expiresAtMillis, message, null));
        }

        void answer(long epoch, SessionState... states) {
            answer(epoch, CLUSTER, true, states);
        }

        void answer(long epoch, UniqueId cluster, boolean known, SessionState... states) {
            answer(epoch, cluster, known, false, states);
        }

        void answer(long epoch, UniqueId cluster, boolean known, boolean wentBack, SessionState... states) {
            receive(new ResumeAnswer(
                    epoch,
                    cluster,
                    "default",
                    DATABASE_MILLIS,
                    SILENCE_MILLIS,
                    1_000,
                    1 << 20,
                    MOST_SESSIONS,
                    List.of(),
                    known,
                    wentBack,
                    List.of(states)));
        }
    }

    private final ManualLoop loop;
    private final Deque<Node> opened = new ArrayDeque<>();

    ScriptedLinks(ManualLoop loop) {
        this.loop = loop;
    }

    @Override
    public Link connect(ServerAddress address, Credentials credentials, Duration timeout, LinkListener listener) {
        Node node = new Node(address, timeout, listener, loop);
        opened.add(node);
        return node;
    }

    /** The next link that the client tries to open. */
    Node next() {
        loop.run();
        Node node = opened.poll();
        assertThat(node).as("another link").isNotNull();
        return node;
    }

    boolean isIdle() {
        return opened.isEmpty();
    }

    void expectNone() {
        loop.run();
        assertThat(opened).isEmpty();
    }
}
