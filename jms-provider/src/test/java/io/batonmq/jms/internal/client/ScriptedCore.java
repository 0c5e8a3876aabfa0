package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConnection;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConnectionEvents;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.jms.internal.core.Loop;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A core that the test drives: every call is recorded, and answered at once unless the test holds or refuses calls of
 * its name. Messages put on it go to the consumer the test names.
 */
final class ScriptedCore implements ClientConnection {
    final TestLoop loop = new TestLoop();
    final List<String> log = new CopyOnWriteArrayList<>();
    final List<EncodedMessage> sent = new CopyOnWriteArrayList<>();
    final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    final Map<String, CoreException> refusals = new ConcurrentHashMap<>();
    private final Set<String> holding = ConcurrentHashMap.newKeySet();
    private final Map<String, Deque<Open<?>>> held = new ConcurrentHashMap<>();
    private final Deque<Consumer> open = new ArrayDeque<>();
    private final Set<Open<?>> running = new HashSet<>();
    private State state = State.CONNECTING;
    private @Nullable ConnectionEvents events;
    private int counter;
    private @Nullable Session supply;
    /** Counters of deliveries that the session holds no longer. */
    final Set<Long> lost = ConcurrentHashMap.newKeySet();

    boolean started;
    volatile boolean written;

    ClientConnection connect(ConnectionEvents listener) {
        events = listener;
        return this;
    }

    // For the test

    void hold(String call) {
        holding.add(call);
    }

    /** Answers the oldest held call of that name. */
    void answer(String call) {
        onLoop(() -> {
            Open<?> oldest = held.getOrDefault(call, new ArrayDeque<>()).remove();
            oldest.end.run();
        });
    }

    /** Refuses the newest held call of that name. */
    void refuseNewest(String call, ErrorCode code) {
        onLoop(() ->
                held.getOrDefault(call, new ArrayDeque<>()).removeLast().fail(new CoreException(code, code.text())));
    }

    int heldCalls(String call) {
        return compute(() -> held.getOrDefault(call, new ArrayDeque<>()).size());
    }

    void put(int consumer, EncodedMessage message, int deliveryCount) {
        onLoop(() -> {
            Consumer to = consumers.get(consumer);
            to.buffer.add(new Delivery(new DeliveryRef(1, 1, ++counter, true), deliveryCount, message));
            to.serve();
        });
    }

    void events(java.util.function.Consumer<ConnectionEvents> event) {
        onLoop(() -> event.accept(java.util.Objects.requireNonNull(events)));
    }

    void fail(ErrorCode code) {
        onLoop(() -> {
            state = State.FAILED;
            CoreException cause = new CoreException(code, "the link is gone");
            List.copyOf(running).forEach(call -> call.fail(cause));
            java.util.Objects.requireNonNull(events).failed(cause);
        });
    }

    void onLoop(Runnable task) {
        compute(() -> {
            task.run();
            return true;
        });
    }

    private <T> T compute(java.util.function.Supplier<T> task) {
        try {
            return CompletableFuture.supplyAsync(task, loop).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    // Calls

    private final class Open<T extends @Nullable Object> implements Call<T> {
        final CompletableFuture<T> result = new CompletableFuture<>();
        Runnable end = () -> {};

        Open() {
            running.add(this);
            result.whenComplete((value, failure) -> running.remove(this));
        }

        @Override
        public CompletableFuture<T> result() {
            return result;
        }

        @Override
        public void withdraw(String why) {
            loop.assertInside();
            fail(new CoreException(written ? ErrorCode.OUTCOME_UNKNOWN : ErrorCode.CALL_TIMEOUT, why));
        }

        void fail(CoreException cause) {
            result.completeExceptionally(cause);
        }
    }

    private <T extends @Nullable Object> Call<T> call(String name, T value) {
        loop.assertInside();
        log.add(name);
        Open<T> call = new Open<>();
        call.end = () -> call.result.complete(value);
        CoreException refusal = refusals.get(name);
        if (refusal != null) {
            call.fail(refusal);
        } else if (holding.contains(name)) {
            held.computeIfAbsent(name, key -> new ArrayDeque<>()).add(call);
        } else {
            call.end.run();
        }
        return call;
    }

    @SuppressWarnings("NullAway") // A Void has no other value.
    private Call<Void> call(String name) {
        return call(name, null);
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public Call<Info> open() {
        state = State.CONNECTED;
        return call("open", new Info("default", 1, List.of("a"), 10_000));
    }

    @Override
    public ClientSession openSession(AckMode mode) {
        loop.assertInside();
        log.add("openSession " + mode);
        return new Session(mode);
    }

    @Override
    public ClientSession supply() {
        loop.assertInside();
        Session open = supply;
        if (open == null) {
            open = new Session(AckMode.CLIENT);
            supply = open;
        }
        return open;
    }

    @Override
    public Call<Void> setClientId(String clientId) {
        return call("setClientId");
    }

    @Override
    public void start() {
        loop.assertInside();
        started = true;
        consumers.forEach(Consumer::serve);
    }

    @Override
    public void stop() {
        loop.assertInside();
        started = false;
    }

    @Override
    public Call<WireDestination> createTemporary(WireDestination.Kind kind) {
        return call("createTemporary", new WireDestination(kind, "$tmp.1." + ++counter));
    }

    @Override
    public Call<Void> deleteTemporary(WireDestination destination) {
        return call("deleteTemporary");
    }

    @Override
    public Call<Void> close(Duration limit) {
        open.forEach(Consumer::end);
        state = State.CLOSED;
        return call("close");
    }

    private final class Session implements ClientSession {
        private final AckMode mode;
        private final List<Consumer> mine = new ArrayList<>();

        Session(AckMode mode) {
            this.mode = mode;
        }

        @Override
        public AckMode mode() {
            return mode;
        }

        @Override
        public Call<Void> send(EncodedMessage message) {
            sent.add(message);
            return call("send");
        }

        @Override
        public Call<ClientConsumer> openConsumer(ConsumerSpec spec, ConsumerEvents consumerEvents) {
            Consumer consumer = new Consumer(spec, consumerEvents);
            Call<ClientConsumer> call = call("openConsumer", consumer);
            consumers.add(consumer);
            mine.add(consumer);
            open.add(consumer);
            return call;
        }

        @Override
        public Call<Void> subscribe(SubscriptionSpec subscription) {
            return call("subscribe");
        }

        @Override
        public Call<Void> unsubscribe(String name) {
            return call("unsubscribe");
        }

        @Override
        public boolean holds(Delivery delivery) {
            loop.assertInside();
            return !lost.contains(delivery.ref().counter());
        }

        @Override
        public void handled(Delivery delivery) {
            loop.assertInside();
            log.add("handled " + delivery.ref().counter());
        }

        @Override
        public void rejected(Delivery delivery) {
            loop.assertInside();
            log.add("rejected " + delivery.ref().counter());
        }

        @Override
        public void unseen(Delivery delivery) {
            loop.assertInside();
            log.add("unseen " + delivery.ref().counter());
        }

        @Override
        public Call<Void> acknowledge() {
            return call("acknowledge");
        }

        @Override
        public Call<Void> recover() {
            return call("recover");
        }

        @Override
        public Call<Void> commit() {
            return call("commit");
        }

        @Override
        public Call<Void> rollback() {
            return call("rollback");
        }

        @Override
        public Call<Void> close() {
            mine.forEach(Consumer::end);
            return call("closeSession");
        }
    }

    final class Consumer implements ClientConsumer {
        final ConsumerSpec spec;
        private final ConsumerEvents events;
        private final Deque<Delivery> buffer = new ArrayDeque<>();
        private @Nullable Open<@Nullable Delivery> taking;
        private @Nullable Open<Void> watching;
        private IntSupplier than = () -> 0;

        Consumer(ConsumerSpec spec, ConsumerEvents events) {
            this.spec = spec;
            this.events = events;
        }

        void endedByNode(CoreException cause) {
            end();
            events.closed(cause);
        }

        private void serve() {
            Open<@Nullable Delivery> waiting = taking;
            if (waiting != null && waiting.result.isDone()) {
                waiting = null;
            }
            if (waiting != null && started && !buffer.isEmpty()) {
                taking = null;
                waiting.result.complete(buffer.remove());
            }
            tellMore();
        }

        private void tellMore() {
            Open<Void> now = watching;
            if (now != null && available() > than.getAsInt()) {
                watching = null;
                now.result.complete(null);
            }
        }

        @Override
        public int available() {
            return started ? buffer.size() : 0;
        }

        @Override
        @SuppressWarnings("NullAway") // A Void has no other value.
        public Call<Void> awaitMore(IntSupplier count) {
            loop.assertInside();
            Open<Void> call = new Open<>();
            watching = call;
            than = count;
            tellMore();
            return call;
        }

        @Override
        public Call<@Nullable Delivery> takeFor(ClientSession other) {
            loop.assertInside();
            Open<@Nullable Delivery> call = new Open<>();
            call.result.complete(available() == 0 ? null : buffer.remove());
            return call;
        }

        boolean isAsked() {
            return taking != null && !taking.result.isDone();
        }

        @Override
        public Call<@Nullable Delivery> take(boolean wait) {
            loop.assertInside();
            if (isAsked()) {
                throw new AssertionError("two takes at a time");
            }
            Open<@Nullable Delivery> call = new Open<>();
            taking = call;
            serve();
            if (!wait && !call.result.isDone()) {
                call.result.complete(null);
            }
            return call;
        }

        @Override
        public boolean exhausted() {
            return buffer.isEmpty();
        }

        void end() {
            if (taking != null) {
                taking.fail(new CoreException(ErrorCode.CLOSED, "the consumer is closed"));
            }
        }

        @Override
        public Call<Void> close() {
            end();
            return call("closeConsumer");
        }
    }
}
