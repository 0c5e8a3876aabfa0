package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.ConnectionOptions;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Replayed;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.TransactionId.None;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** One resume, from the holder's answer to the replay (R5 ② to ⑤). Confined to the loop. */
final class Resuming {

    private final Core core;
    private final CommandLog control;
    private final Collection<CoreSession> sessions;
    private final IntSupplier nextSession;
    private final Consumer<CoreSession> endedAtHolder;
    private final Map<Integer, Set<DeliveryRef>> granted = new HashMap<>();
    private final Set<CoreSession> forfeited = new HashSet<>();
    private final Set<Integer> voidKnown = new HashSet<>();
    private int lost;
    private boolean abandoned;
    private boolean toldOfLoss;

    Resuming(
            Core core,
            CommandLog control,
            Collection<CoreSession> sessions,
            IntSupplier nextSession,
            Consumer<CoreSession> endedAtHolder) {
        this.core = core;
        this.control = control;
        this.sessions = sessions;
        this.nextSession = nextSession;
        this.endedAtHolder = endedAtHolder;
    }

    /** L11: another cluster knows nothing of this connection, and never will. */
    void abandon(String why) {
        abandoned = true;
        control.abandon(why);
        List.copyOf(sessions).forEach(session -> lost += session.abandon(why));
    }

    /**
     * ②. False: the holder knows commands that were never sent, so somebody else uses this identity (R5).
     *
     * @param awayTooLong so long that what has no row any more may have had one (R14)
     */
    boolean judge(ResumeAnswer answer, boolean awayTooLong) {
        granted.clear();
        voidKnown.clear();
        Map<Integer, SessionState> states = new LinkedHashMap<>();
        answer.sessions().forEach(each -> states.put(each.session(), each));
        SessionState own = state(states, 0);
        if (control.neverSent(own.durable())
                || sessions.stream()
                        .anyMatch(each -> each.log()
                                .neverSent(state(states, each.number()).durable()))) {
            return false;
        }
        if (!own.row() && !answer.known() && leftNothing()) {
            control.forgotten();
        }
        reconcile(control, own, answer.epoch());
        for (CoreSession session : List.copyOf(sessions)) {
            judge(session, state(states, session.number()), answer, awayTooLong);
        }
        if (answer.wentBack() && !toldOfLoss) { // R15
            wentBack("it has an older state of this connection than it confirmed, though none of its commands is lost");
        }
        return true;
    }

    /** R14: whether no session has done anything that a node must remember, so that its connection may be forgotten. */
    private boolean leftNothing() {
        return sessions.stream()
                .allMatch(each -> each.log().confirmed() == 0 || each.state() == CoreSession.State.DRAINED);
    }

    /** Whether sessions were made anew rather than attached again. */
    boolean abandoned() {
        return abandoned;
    }

    private static SessionState state(Map<Integer, SessionState> states, int session) {
        return states.getOrDefault(session, new SessionState(session, 0, 0, List.of(), false, false, false));
    }

    private void judge(CoreSession session, SessionState state, ResumeAnswer answer, boolean awayTooLong) {
        CommandLog log = session.log();
        boolean forgotten = !state.row() && (awayTooLong || (!answer.known() && log.confirmed() > 0));
        boolean waitsForEnd = session.state() == CoreSession.State.DRAINED;
        if (forgotten) {
            if (waitsForEnd) {
                endedAtHolder.accept(session);
            } else {
                forget(session);
            }
            return;
        }
        reconcile(log, state, answer.epoch());
        if (core.options().replayWindow() == ConnectionOptions.NO_REPLAY) {
            log.giveUpWritten(); // before claims are made: what they name is not claimed
        }
        if (waitsForEnd && state.closed()) {
            endedAtHolder.accept(session);
        } else if (state
                .closed()) { // R14: all it did is told; what is left was never applied there, and goes to a new session
            log.settleUnrecorded(answer.epoch());
            log.moveTo(nextSession.getAsInt());
            forfeit(session);
        } else if (state.claimsVoid()) { // R7
            forfeit(session);
            voidKnown.add(state.session());
        }
    }

    /** R14: without row or tombstone nobody knows what became of its commands. */
    private void forget(CoreSession session) {
        lost += session.abandon("the connection was away so long that no node knows its session any more");
        session.log().moveTo(nextSession.getAsInt());
        forfeit(session);
    }

    /** At once: the next holder may hear nothing of it, if ③ arrives and ④ doesn't. */
    private void forfeit(CoreSession session) {
        forfeited.add(session);
        giveUp(session, Set.of());
    }

    private void giveUp(CoreSession session, Set<DeliveryRef> kept) {
        int gone = session.consumption()
                .keepOnly(
                        kept,
                        count -> count
                                + " deliveries of this session went to others while the connection was interrupted");
        int dropped = LostClaims.convert(session, kept);
        if (dropped > 0) {
            core.notice(Failures.claimLost(dropped + " deliveries " + LostClaims.WHY));
        }
        lost += gone + dropped;
    }

    private void reconcile(CommandLog log, SessionState state, long epoch) {
        if (state.durable() < log.confirmed()) { // R15
            wentBack("session " + state.session() + " was confirmed up to command " + log.confirmed()
                    + ", the store knows " + state.durable() + "; what lies between is lost");
            log.wentBackTo(state.durable());
        }
        log.confirm(state.durable(), state.refusals(), epoch);
        log.resumedAt(state.received(), state.refusals());
    }

    private void wentBack(String what) {
        toldOfLoss = true;
        core.notice(new CoreException(ErrorCode.STORE_WENT_BACK, "the database went back: " + what));
    }

    /** ③: declares everything and claims what is held. */
    void declare(Temporaries temporaries, Runnable clientId) {
        Channel channel = core.channel();
        clientId.run();
        temporaries.declare();
        for (CoreSession session : sessions) {
            session.declare();
            session.consumption().consumers().forEach(CoreConsumer::declare);
        }
        channel.send(new Started(channel.started()));
        for (CoreSession session : sessions) {
            if (!forfeited.contains(session)) {
                claim(session);
            }
        }
        warn(control);
        sessions.forEach(session -> warn(session.log()));
        channel.send(new ClaimsEnd(List.copyOf(voidKnown)));
    }

    /** S7: whatever it was that ended the holders before. */
    private void warn(CommandLog log) {
        long upTo = log.replayedTo(Replayed.SUSPECT);
        if (upTo > 0) {
            core.channel().send(new Replayed(log.session(), upTo, Replayed.SUSPECT));
        }
    }

    private void claim(CoreSession session) {
        Map<DeliveryRef, Claim> claims = new LinkedHashMap<>();
        for (Held held : session.consumption().held()) {
            boolean open = session.consumption().consumer(held.consumer()) != null;
            claims.putIfAbsent(held.ref(), held.claim(open));
        }
        // What nobody has seen of these is the command's now: no consumer gives it back.
        for (Held named : named(session.log())) {
            boolean open = session.consumption().consumer(named.consumer()) != null;
            claims.putIfAbsent(named.ref(), named.claim(open && named.handedOut()));
        }
        List<Claim> all = List.copyOf(claims.values());
        for (int at = 0; at < all.size(); at += WireLimits.REFERENCES) {
            core.channel()
                    .send(new Claims(
                            session.number(), all.subList(at, Math.min(all.size(), at + WireLimits.REFERENCES))));
        }
    }

    /** All that its unapplied commands name, whether or not somebody still waits for them. */
    private static List<Held> named(CommandLog log) {
        List<Held> all = new ArrayList<>();
        for (Kept kept : log.all()) {
            if (!log.received(kept)) {
                all.addAll(kept.order().names());
            }
        }
        return all;
    }

    /** ④. */
    void answered(ClaimsAnswer answer) {
        granted.computeIfAbsent(answer.session(), each -> new HashSet<>()).addAll(answer.granted());
    }

    /** ④ ends: what wasn't granted is given up, before anything is replayed. Returns how many claims were lost (R11). */
    int finish() {
        for (CoreSession session : sessions) {
            Set<DeliveryRef> kept =
                    forfeited.contains(session) ? Set.of() : granted.getOrDefault(session.number(), Set.of());
            giveUp(session, kept);
            session.consumption().consumers().forEach(CoreConsumer::topUp); // lost claims leave room
        }
        return lost;
    }

    /** Commands that name a lost claim say something else from now on (R11). */
    static final class LostClaims {
        private static final String WHY = "went to others while the connection was interrupted";

        private LostClaims() {}

        /** Returns how many acknowledgements that nobody waits for were lost. */
        static int convert(CoreSession session, Set<DeliveryRef> granted) {
            int lost = 0;
            CommandLog log = session.log();
            for (Kept kept : log.all()) {
                List<Held> names = kept.order().names();
                if (log.received(kept) || (!kept.withdrawn() && granted.containsAll(Held.refs(names)))) {
                    continue;
                }
                List<Held> left = Held.among(names, granted);
                Hands hands = kept.hands() == null ? session.consumption().own() : kept.hands();
                if (kept.withdrawn()) {
                    giveBackWithdrawn(session, kept, hands, left);
                    continue;
                }
                if (kept.order() instanceof Order.Rollback rollback) {
                    log.replace(kept, new Order.Rollback(rollback.transaction(), left));
                } else if (kept.order() instanceof Order.Commit commit) {
                    kept.fail(Failures.rolledBack("deliveries it names " + WHY));
                    session.consumption()
                            .giveBackInstead(kept, hands, commit.transaction().id(), left);
                } else if (hands.mode() == AckMode.CLIENT) {
                    kept.fail(Failures.claimLost("deliveries it names " + WHY));
                    session.consumption().giveBackInstead(kept, hands, None.NONE, left);
                } else {
                    lost += names.size() - left.size();
                    log.replace(kept, Order.Skip.SKIP);
                    if (!left.isEmpty()) {
                        hands.acknowledgeLeft(left);
                    }
                }
            }
            return lost;
        }

        /** R10, R13: the application saw what such a command names, which nobody but this client can say: it goes back. */
        private static void giveBackWithdrawn(CoreSession session, Kept kept, Hands hands, List<Held> left) {
            if (!left.isEmpty()) {
                TransactionId ended = kept.order() instanceof Order.Commit commit
                        ? commit.transaction().id()
                        : None.NONE;
                session.consumption().giveBackInstead(kept, hands, ended, left);
            }
        }
    }
}
