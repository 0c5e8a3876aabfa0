package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.url.Attempts;
import io.batonmq.jms.internal.url.BackOff;
import io.batonmq.jms.internal.url.ReconnectPolicy;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.SetClientId;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One connection: finds its holder, resumes at it, and ends. Confined to the loop. */
final class CoreConnection
        implements ClientConnection, CoreSession.Home, CommandLog.Owner, Seeker.Result, NodeLink.Owner {

    /** A link that lived shorter counts as a failed round, so that a node that accepts and closes isn't stormed (C64). */
    private static final Duration SHORT_LIVED = Duration.ofSeconds(5);

    /** The nodes' default outcomeRetention: away for longer, a missing row proves nothing any more (R14, R17). */
    private static final Duration OUTCOME_RETENTION = Duration.ofHours(24);

    private final ReconnectPolicy policy;
    private final Core core;
    private final Random random;
    private final ConnectionIdentity identity;
    private final NodeAddresses addresses;
    private final Seeker seeker;
    private final CommandLog control;
    private final Temporaries temporaries;
    private final ClockOffsets clockOffsets;
    private final Closing closing;
    private final FrameRouter router;
    private final Map<Integer, CoreSession> sessions = new LinkedHashMap<>();
    private final CoreCall<Info> opening;
    private BackOff counting;
    private @Nullable CoreSession supply;
    private @Nullable Resuming resuming;
    private @Nullable ResumeAnswer answer;
    private @Nullable ServerAddress last;
    private @Nullable CoreCall<Void> settingClientId;
    private String wantedClientId = "";
    private boolean clientIdWritten;
    private State state = State.CONNECTING;
    private CoreException end = Failures.closed("the connection");
    private boolean everAttached;
    private long lostNanos;
    private int lastSession;
    private int lastConsumer;

    CoreConnection(
            ConnectionSettings settings,
            LinkFactory links,
            Loop loop,
            Random random,
            @Nullable InstantSource clock,
            ConnectionEvents events) {
        this.policy = settings.policy();
        this.random = random;
        Effects effects = new Effects(loop);
        this.core = new Core(
                loop,
                effects,
                new Calls(loop, effects, policy.failoverTimeout()),
                new Requests(),
                new Channel(),
                settings.options(),
                events);
        this.identity = new ConnectionIdentity(random, settings.clientId());
        this.addresses = new NodeAddresses(policy, settings.groups(), random);
        this.seeker = new Seeker(
                loop, links, settings.credentials(), addresses, this::resume, identity, policy.warnEvery(), this);
        this.control = new CommandLog(0, core.channel(), this);
        this.temporaries = new Temporaries(core);
        this.clockOffsets = new ClockOffsets(clock, core.channel());
        this.closing = new Closing(core, this::giveUpClosing);
        this.router = new FrameRouter(this, core, control, sessions, clockOffsets);
        this.opening = core.calls().unbounded();
        this.counting = new BackOff(policy.firstConnect(), random);
    }

    private Resume resume() {
        return identity.resume(policy.declaredDelay().toMillis(), List.copyOf(sessions.keySet()));
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

    private boolean over() {
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
        if (!over()) {
            lostNanos = core.loop().nanos();
            seeker.start(counting, policy.firstConnect(), lostNanos, null, false);
        }
        return opening;
    }

    @Override
    public void found(NodeLink link, ResumeAnswer found) {
        link.holder(this);
        attach(link, found);
    }

    @Override
    public void gaveUp(CoreException why) {
        CoreException cause = everAttached && !Failures.definite(why.code())
                ? new CoreException(ErrorCode.FAILOVER_GIVEN_UP, "reconnecting was given up: " + why.getMessage(), why)
                : why;
        fail(cause);
    }

    @Override
    public void nodes(List<String> nodes) {
        if (addresses.announced(nodes)) {
            core.effects().add(() -> core.events().topology(nodes));
        }
    }

    // ---------------------------------------------------------------- resuming

    /** ② has come, for the first time on this link or again. */
    private void attach(NodeLink link, ResumeAnswer found) {
        boolean elsewhere = identity.isOtherCluster(found.cluster());
        identity.answered(link.attach(), found.cluster(), found.epoch());
        addresses.arrivedAt(link.address());
        answer = found;
        Duration silence = lower(link.address().silenceLimit(), found.silenceLimitMillis());
        Liveness life = new Liveness(
                core.loop(),
                link,
                link.askedNanos(),
                silence,
                lower(link.address().heartbeat(), found.linkHeartbeatMillis()),
                found.databaseMillis(),
                () -> lost(new CoreException(
                        ErrorCode.LINK_LOST, link.address() + " has not answered for " + silence.toMillis() + " ms")));
        core.channel().resuming(link, life, found.epoch());
        life.start();
        nodes(found.nodes());
        resuming = new Resuming(core, control, sessions.values(), this::nextSession, this::endedAtHolder);
        if (elsewhere) {
            seeker.forgetHints();
            resuming.abandon("the connection went on at another cluster");
        }
        if (!over()) {
            judge(resuming, found);
        }
    }

    private static Duration lower(@Nullable Duration own, long dictatedMillis) {
        Duration dictated = Duration.ofMillis(dictatedMillis);
        return own != null && own.compareTo(dictated) < 0 ? own : dictated;
    }

    private void judge(Resuming resume, ResumeAnswer found) {
        boolean awayTooLong = everAttached && core.loop().nanos() - lostNanos >= OUTCOME_RETENTION.toNanos();
        if (!resume.judge(found, awayTooLong)) {
            fail(new CoreException(
                    ErrorCode.CONNECTION_STOLEN,
                    "the node knows commands that this connection never sent: somebody else uses its identity"));
            return;
        }
        rekey();
        clockOffsets.measured(found.databaseMillis());
        resume.declare(temporaries, this::declareClientId);
    }

    /** Sessions that were given a new number (R14) are found under it from now on. */
    private void rekey() {
        List<CoreSession> all = new ArrayList<>(sessions.values());
        sessions.clear();
        all.forEach(session -> sessions.put(session.number(), session));
    }

    /** ② once more: something was marked void meanwhile (R7). */
    void answeredAgain(ResumeAnswer again) {
        if (resuming != null) {
            answer = again;
            judge(resuming, again);
        }
    }

    @Nullable
    Resuming resuming() {
        return resuming;
    }

    /** ④ is complete: replay, then calls in progress go on (R5 ⑤, ⑥). */
    void resumed() {
        Resuming resume = resuming;
        ResumeAnswer found = answer;
        NodeLink link = core.channel().link();
        if (resume == null || found == null || link == null) {
            return;
        }
        resuming = null;
        int claimsLost = resume.finish();
        core.channel().attached();
        core.calls().resumed();
        closing.resumed();
        sessions.values().forEach(CoreSession::replay);
        control.replay();
        String from = last == null ? "" : last.toString();
        last = link.address();
        State before = state;
        move(State.CONNECTED);
        if (everAttached && before == State.INTERRUPTED) {
            ConnectionEvents.Resumed resumed = new ConnectionEvents.Resumed(
                    from, link.address().toString(), found.epoch(), !resume.abandoned(), claimsLost);
            core.effects().add(() -> core.events().resumed(resumed));
        }
        if (!everAttached && policy.reconnects()) {
            counting = new BackOff(policy.reconnectAttempts(), random);
        }
        everAttached = true;
        opening.complete(new Info(found.leaseName(), found.epoch(), found.nodes(), found.maxMessageSize()));
        progress();
    }

    /** Whatever waited for the link, for an outcome or for room goes on. */
    void progress() {
        List.copyOf(sessions.values()).forEach(CoreSession::progress);
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
        countLife();
        leave(new CoreException(ErrorCode.LINK_STEPPED_DOWN, "the node handed over"), false);
    }

    void hint(@Nullable String holder, long epoch) {
        seeker.hint(holder, epoch);
    }

    void lost(CoreException cause) {
        leave(cause, countLife() < SHORT_LIVED.toNanos());
    }

    /** A link that lived long ends the back-off. Returns for how long it lived, in nanoseconds. */
    private long countLife() {
        Liveness life = core.channel().liveness();
        long lived = life == null ? 0 : core.loop().nanos() - life.answeredNanos();
        counting.succeeded(lived / 1_000_000);
        return lived;
    }

    private void leave(CoreException cause, boolean failed) {
        NodeLink link = core.channel().link();
        if (link == null || over()) {
            return;
        }
        if (core.channel().isAttached()) {
            lostNanos = core.loop().nanos();
        }
        resuming = null;
        core.channel().down();
        core.requests().linkLost();
        clockOffsets.linkLost();
        control.linkLost();
        List.copyOf(sessions.values()).forEach(CoreSession::linkLost);
        if (Failures.definite(cause.code()) || (everAttached && !policy.reconnects())) {
            fail(cause);
            return;
        }
        if (state == State.CONNECTED) {
            move(State.INTERRUPTED);
            core.calls().interrupted();
            core.effects().add(() -> core.events().interrupted(cause));
        }
        closing.interrupted();
        seek(link.address(), failed);
    }

    private void seek(ServerAddress lostServer, boolean failed) {
        Attempts limits = everAttached ? policy.reconnectAttempts() : policy.firstConnect();
        seeker.start(counting, limits, lostNanos, lostServer, failed);
    }

    void fail(CoreException cause) {
        if (over()) {
            return;
        }
        boolean told = everAttached;
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
        sessions.values().forEach(session -> session.ended(cause));
    }

    // ---------------------------------------------------------------- the application's calls

    @Override
    public ClientSession supply() {
        CoreSession open = supply;
        if (open == null || open.state() != CoreSession.State.OPEN) {
            open = openSession(AckMode.CLIENT, true);
            supply = open;
        }
        return open;
    }

    @Override
    public ClientSession openSession(AckMode mode) {
        return openSession(mode, false);
    }

    private CoreSession openSession(AckMode mode, boolean supplies) {
        core.loop().assertInside();
        if (over() || closing.begun()) {
            throw over() ? end : Failures.closed("the connection");
        }
        ResumeAnswer agreed = answer;
        if (agreed != null && sessions.size() >= agreed.maxSessions()) {
            throw new CoreException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the connection has " + sessions.size() + " sessions, the nodes allow no more (maxSessions)");
        }
        CoreSession session = new CoreSession(core, this, nextSession(), mode, supplies);
        sessions.put(session.number(), session);
        session.declare();
        return session;
    }

    private int nextSession() {
        lastSession++;
        return lastSession;
    }

    @Override
    public int nextConsumer() {
        lastConsumer++;
        return lastConsumer;
    }

    @Override
    public long maxMessageSize() {
        return answer == null ? Long.MAX_VALUE : answer.maxMessageSize();
    }

    private <T> @Nullable Call<T> refused() {
        core.loop().assertInside();
        if (over()) {
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
        CoreCall<Void> call = core.calls().bounded();
        settingClientId = call;
        wantedClientId = clientId;
        clientIdWritten = false;
        call.onWithdraw(why -> clientIdWritten ? Failures.unknown(why) : Failures.timedOut(why)); // R13
        if (core.channel().declares()) {
            declareClientId();
        }
        return call;
    }

    private void declareClientId() {
        CoreCall<Void> call = settingClientId;
        if (call == null || call.ended()) {
            return;
        }
        String wanted = wantedClientId;
        long request = core.requests().add(reply -> {
            if (reply.code() == null) {
                identity.clientId(wanted);
                call.complete(null);
            } else {
                call.fail(new CoreException(reply.code(), reply.text()));
            }
        });
        clientIdWritten = true;
        core.channel().send(new SetClientId(request, wanted));
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
        if (over() || session.state() == CoreSession.State.CLOSED) {
            return core.calls().completed(null);
        }
        Call<Void> call = session.beginClose();
        session.progress();
        return call;
    }

    @Override
    public void drained(CoreSession session) {
        if (!closing.begun()) {
            control.add(new Order.CloseSession(session.number()), session.closing(), null);
        }
    }

    /** R14: a session that was only waiting for its end has come to it. */
    private void endedAtHolder(CoreSession session) {
        for (Kept kept : control.all()) {
            if (kept.order() instanceof Order.CloseSession ended && ended.closed() == session.number()) {
                control.replace(kept, Order.Skip.SKIP);
            }
        }
        sessions.remove(session.number());
        session.ended(Failures.closed("the session"));
    }

    @Override
    public void settled(Kept kept, @Nullable Refusal refusal) {
        kept.complete(); // an end that was refused is an end all the same
        if (kept.order() instanceof Order.CloseSession ended) {
            CoreSession session = sessions.remove(ended.closed());
            if (session != null) {
                session.ended(Failures.closed("the session"));
            }
        } else if (kept.order() == Order.CloseConnection.CLOSE) {
            finish(State.CLOSED, Failures.closed("the connection"));
        }
    }

    @Override
    public Call<Void> close(Duration limit) {
        core.loop().assertInside();
        if (over()) {
            return core.calls().completed(null);
        }
        Call<Void> call = closing.begin(limit);
        sessions.values().forEach(CoreSession::beginClose);
        if (!everAttached) {
            finish(State.CLOSED, Failures.closed("the connection"));
        } else if (!core.channel().isAttached()) {
            closing.interrupted();
        }
        progress();
        return call;
    }

    /** R22: the connection's own end is written once nothing else is open. */
    void progressClosing() {
        if (closing.begun()
                && !over()
                && control.isEmpty()
                && sessions.values().stream().allMatch(each -> each.state() == CoreSession.State.DRAINED)) {
            control.add(Order.CloseConnection.CLOSE, null, null);
        }
    }

    private void giveUpClosing() {
        finish(State.CLOSED, Failures.closed("the connection"));
    }
}
