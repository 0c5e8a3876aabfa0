package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Buffer.Arrived;
import io.batonmq.jms.internal.url.Prefetch;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Request.CloseConsumer;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Request.OpenConsumer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** One consumer or browser: declared anew to each holder, with its buffer and the take that waits. Confined to the loop. */
final class CoreConsumer implements ClientConsumer {

    /** OPENING → OPEN → CLOSED; OPENING → CLOSED. */
    private enum State {
        OPENING,
        OPEN,
        CLOSED
    }

    private static final class Taking {
        private final CoreCall<@Nullable Delivery> call;
        private final boolean wait;
        private long drain;
        private boolean drained;

        Taking(CoreCall<@Nullable Delivery> call, boolean wait) {
            this.call = call;
            this.wait = wait;
        }
    }

    private final Core core;
    private final CoreSession session;
    private final int number;
    private final ConsumerSpec spec;
    private final ConsumerEvents events;
    private final Buffer buffer;
    private final CoreCall<ClientConsumer> opening;
    private final Set<DeliveryRef> browsed = new HashSet<>();
    private final Lending lending;
    private State state = State.OPENING;
    private @Nullable CoreException cause;
    private @Nullable Taking taking;
    private boolean browseEnded;

    CoreConsumer(Core core, CoreSession session, int number, ConsumerSpec spec, ConsumerEvents events) {
        this.core = core;
        this.session = session;
        this.number = number;
        this.spec = spec;
        this.events = events;
        Prefetch prefetch = core.options().prefetch();
        int window = window(spec, prefetch);
        // For others a consumer can't pull: it must know of a message before it asks for a session to process it.
        this.buffer = new Buffer(session.supplies() ? Math.max(1, window) : window, prefetch.bytes());
        this.lending = new Lending(core, session.consumption(), buffer, this::nextFresh, this::topUp);
        this.opening = core.calls().bounded();
        opening.onWithdraw(why -> {
            session.closeConsumer(this);
            return Failures.timedOut(why);
        });
    }

    private static int window(ConsumerSpec spec, Prefetch prefetch) {
        if (spec.browse()) {
            return Math.max(1, prefetch.browser());
        }
        if (spec.destination().kind().isQueue()) {
            return prefetch.queue();
        }
        return spec.durable() ? prefetch.durableTopic() : prefetch.topic();
    }

    Call<ClientConsumer> opening() {
        return opening;
    }

    int number() {
        return number;
    }

    /** Whether it takes messages, rather than looking at them. */
    boolean takes() {
        return !spec.browse();
    }

    /** R5 ③: tells the holder of it, with its whole window. */
    void declare() {
        browseEnded = false;
        long request = core.requests().add(this::opened);
        core.channel().send(new OpenConsumer(session.number(), request, number, spec));
        send(buffer.declare());
    }

    private void opened(Reply reply) {
        if (reply.code() != null) {
            closedByNode(new CoreException(reply.code(), reply.text()));
        } else if (state == State.OPENING) {
            state = State.OPEN;
            opening.complete(this);
        }
    }

    void arrived(Deliver frame, EncodedMessage whole) {
        Held held = new Held(frame.delivery(), number, frame.deliveryCount(), false);
        buffer.add(new Arrived(held, frame.expiresAtMillis(), whole));
        session.consumption().served(this);
        if (spec.browse() && !browsed.add(frame.delivery())) {
            buffer.removeLast(); // a browse that a failover started anew
            topUp();
        }
        pump();
        returnUnwanted();
    }

    /** A pulling consumer keeps nothing that no take waits for: it belongs to whoever asks next, here or elsewhere. */
    private void returnUnwanted() {
        if (buffer.pulls() && taking == null && buffers()) {
            session.consumption().giveBackUnseen(giveBack());
        }
    }

    @Override
    public Call<@Nullable Delivery> take(boolean wait) {
        core.loop().assertInside();
        if (state == State.CLOSED) {
            return core.calls().failed(whyClosed());
        }
        CoreCall<@Nullable Delivery> call =
                wait ? core.calls().unbounded() : core.calls().bounded();
        Taking next = new Taking(call, wait);
        if (taking != null) {
            throw new IllegalStateException("a take of this consumer is open already");
        }
        taking = next;
        call.onWithdraw(why -> {
            if (taking == next) {
                taking = null;
                returnUnwanted();
            }
            return Failures.timedOut(why);
        });
        pump();
        return call;
    }

    @Override
    public int available() {
        core.loop().assertInside();
        return state == State.CLOSED ? 0 : lending.available();
    }

    @Override
    public Call<Void> awaitMore(IntSupplier than) {
        core.loop().assertInside();
        return state == State.CLOSED ? core.calls().failed(whyClosed()) : lending.awaitMore(than);
    }

    @Override
    public Call<@Nullable Delivery> takeFor(ClientSession other) {
        core.loop().assertInside();
        Hands hands = state == State.CLOSED ? null : ((CoreSession) other).borrow(session);
        return hands == null ? core.calls().completed(null) : lending.take(hands);
    }

    private CoreException whyClosed() {
        return cause != null ? cause : Failures.closed("the consumer");
    }

    /** Serves the takes that wait, if anything can be handed out now (R8, R12). */
    void pump() {
        lending.pump();
        Taking now = taking;
        if (now == null) {
            return;
        }
        if (spec.browse() && exhausted()) {
            end(now, null);
        } else if (takes() && !now.wait && !core.channel().handsOut()) {
            end(now, null); // nothing is available at once while stopped or without a live link
        } else if (session.consumption().handsOut(takes())) {
            Arrived next = nextFresh(session.consumption().own());
            if (next != null) {
                taking = null;
                session.consumption().handOut(next, takes(), now.call);
                topUp();
            } else if (now.drained) {
                end(now, null);
            } else {
                ask(now);
            }
        }
    }

    private void end(Taking now, @Nullable Delivery delivery) {
        taking = null;
        now.call.complete(delivery);
    }

    private void ask(Taking now) {
        send(buffer.pull());
        if (takes() && !now.wait && now.drain == 0) { // a browse always has a next message or an end
            now.drain = drain();
        }
    }

    private @Nullable Arrived nextFresh(Hands hands) {
        Arrived next = buffer.poll();
        while (next != null && takes() && expired(next)) {
            hands.expired(next.held());
            topUp();
            next = buffer.poll();
        }
        return next;
    }

    /** R18: judged in database time, whoever stamped it. */
    private boolean expired(Arrived arrived) {
        return arrived.expiresAtMillis() > 0
                && arrived.expiresAtMillis() <= core.channel().databaseMillis();
    }

    /** Asks for all that can be sent now; returns the request's number. */
    long drain() {
        long request = core.requests().next();
        core.channel().send(new Drain(session.number(), request, number));
        return request;
    }

    /** The answer to a drain, or (0) the end of a browse. */
    void drained(long request) {
        if (request == 0) {
            browseEnded = true;
        } else if (taking != null && taking.drain == request) {
            taking.drained = true;
        }
        pump();
    }

    void topUp() {
        if (core.channel().declares()) {
            send(buffer.topUp());
        }
    }

    /** What a rollback gave back, so many messages, can come again at once. */
    void makeRoom(int returning) {
        if (core.channel().declares()) {
            send(buffer.makeRoom(returning));
        }
    }

    private void send(Buffer.@Nullable Grant grant) {
        if (grant != null) {
            core.channel().send(new Credit(session.number(), number, grant.messages(), grant.bytes()));
        }
    }

    boolean buffers() {
        return takes() && !buffer.isEmpty();
    }

    List<Held> buffered() {
        return takes() ? buffer.held() : List.of();
    }

    /** What is buffered goes back to the holder with a rollback. */
    List<Held> giveBack() {
        List<Held> all = buffered();
        if (takes()) {
            buffer.clear();
        }
        return all;
    }

    void keepOnly(Set<DeliveryRef> granted) {
        if (takes()) {
            buffer.keepOnly(granted);
        }
    }

    void sort() {
        if (takes()) {
            buffer.sort();
        }
    }

    void linkLost() {
        buffer.linkLost();
        lending.pump();
        Taking now = taking;
        if (now != null) {
            now.drain = 0;
            now.drained = false;
            if (takes() && !now.wait) {
                end(now, null);
            }
        }
    }

    @Override
    public boolean exhausted() {
        return browseEnded && buffer.isEmpty();
    }

    void closedByNode(CoreException why) {
        if (state == State.CLOSED) {
            return;
        }
        boolean announced = state == State.OPEN;
        session.consumption().remove(this);
        shut(why);
        opening.fail(why);
        session.consumption().pump();
        if (announced) {
            core.effects().add(() -> events.closed(why));
        }
    }

    /** Nothing more is handed out; an open take ends, with null if nothing is wrong. */
    void shut(@Nullable CoreException why) {
        state = State.CLOSED;
        cause = why;
        buffer.clear();
        browsed.clear();
        lending.shut(whyClosed());
        Taking now = taking;
        taking = null;
        if (now != null && why != null) {
            now.call.fail(why);
        } else if (now != null) {
            now.call.complete(null);
        }
    }

    @Override
    public Call<Void> close() {
        core.loop().assertInside();
        if (state == State.CLOSED) {
            return core.calls().completed(null);
        }
        neverOpens();
        return session.closeConsumer(this);
    }

    /** It is being closed; unless it is open, nobody gets it any more. */
    void neverOpens() {
        opening.fail(Failures.closed("the consumer"));
    }

    /** Tells the holder, which takes back what was not handed out; completes at once where there is none. */
    Call<Void> closeAtHolder() {
        if (!core.channel().declares()) {
            return core.calls().completed(null);
        }
        CoreCall<Void> call = core.calls().close();
        long request = core.requests().addOrLost(reply -> call.complete(null), () -> call.complete(null));
        core.channel().send(new CloseConsumer(session.number(), request, number));
        return call;
    }
}
