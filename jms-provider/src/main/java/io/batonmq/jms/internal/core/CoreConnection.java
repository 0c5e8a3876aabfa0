package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.url.ReconnectPolicy;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One connection: finds its holder, resumes at it, and ends. Confined to the loop. */
final class CoreConnection
        implements ClientConnection,
                CoreSession.Home,
                CommandLog.Owner,
                Seeker.Result,
                NodeLink.Owner,
                Attaching.Owner {

    private final ReconnectPolicy policy;
    private final Core core;
    private final ConnectionIdentity identity;
    private final NodeAddresses addresses;
    private final Seeker seeker;
    private final CommandLog control;
    private final Temporaries temporaries;
    private final ClockOffsets clockOffsets;
    private final Closing closing;
    private final FrameRouter router;
    private final Ends ends;
    private final Sessions sessions;
    private final ClientIdSetting clientIdSetting;
    private final CoreCall<Info> opening;
    private final Reconnecting reconnecting;
    private final Attaching attaching;
    private @Nullable ServerAddress last;
    private State state = State.CONNECTING;
    private CoreException end = Failures.closed("the connection");
    private int lastConsumer;

    CoreConnection(
            ConnectionSettings settings,
            LinkFactory links,
            Loop loop,
            Random random,
            @Nullable InstantSource clock,
            ConnectionEvents events) {
        this.policy = settings.policy();
        Effects effects = new Effects(loop);
        this.core = new Core(
                loop,
                effects,
                new Calls(loop, effects, policy.failoverTimeout()),
                new Requests(),
                new Channel(loop),
                settings.options(),
                events);
        this.identity = new ConnectionIdentity(random, settings.clientId());
        this.addresses = new NodeAddresses(policy, settings.groups(), random);
        this.seeker = new Seeker(
                loop, links, settings.credentials(), addresses, this::resume, identity, policy.warnEvery(), this);
        this.control = new CommandLog(0, core.channel(), this);
        this.temporaries = new Temporaries(core);
        this.clockOffsets = new ClockOffsets(clock, core.channel());
        this.closing = new Closing(core, this::closed);
        this.sessions = new Sessions(core, this);
        this.clientIdSetting = new ClientIdSetting(core, identity);
        this.router = new FrameRouter(this, core, control, sessions, clockOffsets);
        this.ends = new Ends(control, sessions, closing, this::closed);
        this.opening = core.calls().unbounded();
        this.reconnecting = new Reconnecting(policy, random, core, seeker);
        this.attaching = new Attaching(
                core,
                identity,
                control,
                sessions,
                temporaries,
                clockOffsets,
                clientIdSetting,
                reconnecting::awayTooLong,
                this);
    }

    private Resume resume() {
        return identity.resume(policy.declaredDelay().toMillis(), sessions.numbers());
    }

    // ---------------------------------------------------------------- state

    /** The one place where the state changes; FAILED and CLOSED are final. */
    private boolean move(State to) {
        if (state == State.FAILED || state == State.CLOSED) {
            return false;
        }
        state = to;
        return true;
    }

    @Override
    public boolean isOver() {
        return state == State.FAILED || state == State.CLOSED;
    }

    @Override
    public Loop loop() {
        return core.loop();
    }

    @Override
    public State state() {
        return state;
    }

    // ---------------------------------------------------------------- finding a holder

    @Override
    public Call<Info> open() {
        core.loop().assertInside();
        opening.onWithdraw(why -> {
            finish(State.CLOSED, Failures.timedOut(why));
            return Failures.timedOut(why);
        });
        if (!isOver()) {
            reconnecting.begin();
        }
        return opening;
    }

    @Override
    public void found(NodeLink link, ResumeAnswer found) {
        link.holder(this);
        boolean elsewhere = identity.isOtherCluster(found.cluster());
        addresses.arrivedAt(link.address());
        if (elsewhere) {
            seeker.forgetHints();
        }
        attaching.attach(link, found, elsewhere);
        if (!reconnecting.everAttached() && !found.known() && sessions.all().isEmpty()) {
            resumed(); // it claims nothing, and the holder reads what follows after the end of its claims
        }
    }

    @Override
    public void gaveUp(CoreException why) {
        fail(reconnecting.given(why));
    }

    @Override
    public void nodes(List<String> nodes) {
        if (addresses.announced(nodes)) {
            core.effects().add(() -> core.events().topology(nodes));
        }
    }

    // ---------------------------------------------------------------- resuming

    /** ② once more. */
    void answeredAgain(ResumeAnswer again) {
        attaching.answeredAgain(again);
    }

    @Nullable
    Resuming resuming() {
        return attaching.resuming();
    }

    /** ④ is complete: replay, then calls in progress go on (R5 ⑤, ⑥). */
    void resumed() {
        Resuming resume = attaching.resuming();
        ResumeAnswer found = attaching.answer();
        NodeLink link = core.channel().link();
        if (resume == null || found == null || link == null) {
            return;
        }
        attaching.over();
        int claimsLost = resume.finish();
        core.channel().attached();
        core.calls().resumed();
        closing.resumed();
        sessions.all().forEach(CoreSession::replay);
        control.replay();
        String from = last == null ? "" : last.toString();
        last = link.address();
        State before = state;
        move(State.CONNECTED);
        if (reconnecting.everAttached() && before == State.INTERRUPTED) {
            ConnectionEvents.Resumed resumed = new ConnectionEvents.Resumed(
                    from, link.address().toString(), found.epoch(), !resume.abandoned(), claimsLost);
            core.effects().add(() -> core.events().resumed(resumed));
        }
        reconnecting.attached();
        opening.complete(new Info(found.leaseName(), found.epoch(), found.nodes(), found.maxMessageSize()));
        progress();
    }

    /** Whatever waited for the link, for an outcome or for room goes on. */
    void progress() {
        sessions.progress();
        progressClosing();
    }

    // ---------------------------------------------------------------- losing it

    @Override
    public void opened(NodeLink link) {
        throw new IllegalStateException("a holder's link opens once");
    }

    @Override
    public void received(NodeLink link, Frame frame) {
        if (link == core.channel().link()) {
            router.route(link, frame);
        }
    }

    @Override
    public void closed(NodeLink link, Closed kind, ErrorCode code, String text) {
        if (link == core.channel().link()) {
            lost(new CoreException(code, link.address() + ": " + text));
        }
    }

    @Override
    public void broken(String what) {
        lost(new CoreException(ErrorCode.PROTOCOL_VIOLATION, what));
    }

    void moved(@Nullable String holder, long epoch) {
        identity.sawEpoch(epoch);
        hint(holder, epoch);
        reconnecting.wasShort();
        leave(new CoreException(ErrorCode.LINK_STEPPED_DOWN, "the node handed over"), false);
    }

    void hint(@Nullable String holder, long epoch) {
        seeker.hint(holder, epoch);
    }

    @Override
    public void lost(CoreException cause) {
        leave(cause, reconnecting.wasShort());
    }

    private void leave(CoreException cause, boolean failed) {
        NodeLink link = core.channel().link();
        if (link == null || isOver()) {
            return;
        }
        reconnecting.losing();
        attaching.over();
        core.channel().down();
        core.requests().linkLost();
        clockOffsets.linkLost();
        control.linkLost();
        sessions.linkLost();
        if (reconnecting.endsWith(cause)) {
            fail(cause);
            return;
        }
        if (state == State.CONNECTED) {
            move(State.INTERRUPTED);
            core.calls().interrupted();
            core.effects().add(() -> core.events().interrupted(cause));
        }
        closing.interrupted();
        reconnecting.seek(link.address(), failed);
    }

    @Override
    public void fail(CoreException cause) {
        if (isOver()) {
            return;
        }
        boolean told = reconnecting.everAttached();
        finish(State.FAILED, cause);
        if (told) {
            core.effects().add(() -> core.events().failed(cause));
        }
    }

    /** The end: links close, all calls end with what is known of them. */
    private void finish(State to, CoreException cause) {
        if (!move(to)) {
            return;
        }
        end = cause;
        seeker.stop();
        closing.over();
        core.channel().down();
        core.calls().endAll(cause);
        sessions.all().forEach(session -> session.ended(cause));
    }

    // ---------------------------------------------------------------- the application's calls

    @Override
    public ClientSession openSession(AckMode mode) {
        checkMayOpen();
        return sessions.open(mode, false, mostSessions());
    }

    @Override
    public ClientSession supply() {
        checkMayOpen();
        return sessions.supply(mostSessions());
    }

    private void checkMayOpen() {
        core.loop().assertInside();
        if (isOver() || closing.begun()) {
            throw isOver() ? end : Failures.closed("the connection");
        }
    }

    private int mostSessions() {
        ResumeAnswer agreed = attaching.answer();
        return agreed == null ? Integer.MAX_VALUE : agreed.maxSessions();
    }

    @Override
    public int nextConsumer() {
        lastConsumer++;
        return lastConsumer;
    }

    @Override
    public long maxMessageSize() {
        ResumeAnswer agreed = attaching.answer();
        return agreed == null ? Long.MAX_VALUE : agreed.maxMessageSize();
    }

    private <T> @Nullable Call<T> refused() {
        core.loop().assertInside();
        if (isOver()) {
            return core.calls().failed(end);
        }
        return closing.begun() ? core.calls().failed(Failures.closed("the connection")) : null;
    }

    @Override
    public Call<Void> setClientId(String clientId) {
        Call<Void> refused = refused();
        if (refused != null) {
            return refused;
        }
        return clientIdSetting.set(clientId);
    }

    @Override
    public void start() {
        core.loop().assertInside();
        started(true);
        progress();
    }

    @Override
    public void stop() {
        core.loop().assertInside();
        started(false);
        progress();
        core.effects().flush();
    }

    private void started(boolean now) {
        core.channel().started(now);
        if (core.channel().declares()) {
            core.channel().send(new Started(now));
        }
    }

    @Override
    public Call<WireDestination> createTemporary(WireDestination.Kind kind) {
        Call<WireDestination> refused = refused();
        return refused != null ? refused : temporaries.create(kind, identity.connection());
    }

    @Override
    public Call<Void> deleteTemporary(WireDestination destination) {
        Call<Void> refused = refused();
        return refused != null ? refused : temporaries.delete(destination);
    }

    // ---------------------------------------------------------------- ends

    @Override
    public Call<Void> close(CoreSession session) {
        if (isOver() || session.state() == CoreSession.State.CLOSED) {
            return core.calls().completed(null);
        }
        Call<Void> call = session.beginClose();
        session.progress();
        return call;
    }

    @Override
    public void drained(CoreSession session) {
        ends.drained(session);
    }

    @Override
    public void endedAtHolder(CoreSession session) {
        ends.endedAtHolder(session);
    }

    @Override
    public void settled(Kept kept, @Nullable Refusal refusal) {
        ends.settled(kept);
    }

    @Override
    public Call<Void> close(Duration limit) {
        core.loop().assertInside();
        if (isOver()) {
            return core.calls().completed(null);
        }
        Call<Void> call = closing.begin(limit);
        sessions.all().forEach(CoreSession::beginClose);
        if (!reconnecting.everAttached()) {
            closed();
        } else if (!core.channel().isAttached()) {
            closing.interrupted();
        }
        progress();
        return call;
    }

    void progressClosing() {
        if (!isOver()) {
            ends.progress();
        }
    }

    /** Closed in good order, or as far as it went. */
    private void closed() {
        finish(State.CLOSED, Failures.closed("the connection"));
    }
}
