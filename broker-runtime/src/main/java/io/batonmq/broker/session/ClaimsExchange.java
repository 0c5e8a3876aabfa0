package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Refused;
import io.batonmq.wire.Resumption.Replayed;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * R5 ② to ④ on one link: what the holder knows, what the client still holds, what of that is granted. Confined to the broker
 * loop.
 */
final class ClaimsExchange {
    private final Holding holding;
    private final TakeoverGrace takeover;
    private final LinkBinding link;
    private final Connection connection;
    private final Runnable served;
    private final Set<Integer> told = new LinkedHashSet<>();
    private final Map<Integer, Map<DeliveryRef, Claim>> claims = new LinkedHashMap<>();

    ClaimsExchange(
            Holding holding,
            TakeoverGrace takeover,
            LinkBinding link,
            Connection connection,
            Collection<Integer> sessions,
            Runnable served) {
        this.holding = holding;
        this.takeover = takeover;
        this.link = link;
        this.connection = connection;
        this.served = served;
        told.add(0);
        told.addAll(sessions);
    }

    /** ②; a second time if claims became void meanwhile (R7). */
    void answer() {
        claims.clear();
        List<SessionState> states = new ArrayList<>();
        for (int number : told) {
            states.add(connection.session(number).describe());
        }
        int inAnswer =
                states.stream().mapToInt(state -> state.refusals().size()).sum();
        if (inAnswer > Refused.MOST) {
            states.replaceAll(this::refusalsFirst);
        }
        link.become(LinkBinding.Phase.DECLARING);
        link.send(new ResumeAnswer(
                holding.epoch(),
                Ids.wire(holding.cluster()),
                holding.leaseName(),
                holding.time().millis(),
                (int) holding.settings().silenceLimit().toMillis(),
                (int) holding.settings().linkHeartbeat().toMillis(),
                holding.settings().maxMessageSize(),
                holding.settings().limits().sessions(),
                holding.nodes().get(),
                link.connectionWasKnown(),
                connection.wentBackUntold(),
                states));
    }

    private SessionState refusalsFirst(SessionState state) {
        List<Refusal> all = state.refusals();
        for (int from = 0; from < all.size(); from += Refused.MOST) {
            link.send(new Refused(state.session(), all.subList(from, Math.min(all.size(), from + Refused.MOST))));
        }
        return state.withRefusals(List.of());
    }

    /** Part of ③. */
    void claim(Claims part) throws ProtocolViolation {
        long most = holding.settings().limits().named();
        if (!told.contains(part.session())) {
            throw new ProtocolViolation("claims of session " + part.session() + ", which the resume didn't name");
        }
        Map<DeliveryRef, Claim> of = claims.computeIfAbsent(part.session(), s -> new LinkedHashMap<>());
        part.claims().forEach(claim -> of.put(claim.delivery(), claim));
        if (of.size() > most) {
            throw new ProtocolViolation(
                    "session " + part.session() + " claims more than " + most + " deliveries (3 × maxUnacknowledged)");
        }
    }

    /** Part of ③ (S7). */
    void replayed(Replayed frame) throws ProtocolViolation {
        Session session =
                connection.findSession(frame.session()); // one that got a new number (R14) is not in the resume
        if (session == null) {
            throw new ProtocolViolation("replays of session " + frame.session() + ", which was never opened");
        }
        if (frame.holders() >= Replayed.SUSPECT) {
            session.suspicion().suspect(frame.upTo());
        }
    }

    /** ③ ends. A new connection, which has no claims, is answered in this turn: its client doesn't wait for that. */
    void end(ClaimsEnd end) {
        Set<Integer> voidKnown = new HashSet<>(end.voidKnown());
        connection.wentBackIsTold(); // who declares has read the answer
        link.become(LinkBinding.Phase.SETTLING);
        connection.whenNoClaimIsRead(() -> read(voidKnown));
    }

    private void read(Set<Integer> voidKnown) {
        if (!link.isOpen() || answerAgain(voidKnown)) {
            return;
        }
        List<DeliveryRef> wanted = new ArrayList<>();
        claims.forEach((number, of) -> {
            Session session = connection.session(number);
            if (mayClaim(session)) {
                for (DeliveryRef ref : of.keySet()) {
                    if (session.held().find(ref) == null && ref.stored()) {
                        wanted.add(ref);
                    }
                }
            }
        });
        if (wanted.isEmpty()) {
            settle(voidKnown, new HashMap<>());
            return;
        }
        connection.readingClaims();
        holding.destinations().claim(wanted, granted -> {
            settle(voidKnown, new HashMap<>(granted));
            connection.claimsRead();
        });
    }

    private static boolean mayClaim(Session session) {
        return !session.ended() && session.claims() == Session.Claims.KEPT;
    }

    /** R7: marked void between ② and ③: the client must know before anything is granted. */
    private boolean answerAgain(Set<Integer> voidKnown) {
        for (int number : told) {
            Session session = connection.session(number);
            if (!session.ended() && session.claims() == Session.Claims.VOID && !voidKnown.contains(number)) {
                if (holding.gate().trusted()) {
                    answer();
                }
                return true;
            }
        }
        return false;
    }

    private void settle(Set<Integer> voidKnown, Map<DeliveryRef, Entry> read) {
        Unit unit = new Unit();
        claims.forEach((number, of) -> take(unit, connection.session(number), of, read));
        boolean here =
                connection.boundTo(link) && link.isOpen() && holding.gate().trusted();
        boolean again = here && answerAgain(voidKnown);
        Map<Integer, List<DeliveryRef>> granted = new LinkedHashMap<>();
        if (here && !again) {
            for (int number : told) {
                granted.put(number, keepClaimed(unit, connection.session(number)));
            }
        }
        holding.writer().submit(unit);
        if (here && !again) {
            finish(granted);
        }
    }

    /** What was read is the session's, or goes back if its claims became void during the read. */
    private void take(Unit unit, Session session, Map<DeliveryRef, Claim> of, Map<DeliveryRef, Entry> read) {
        List<Delivery> late = new ArrayList<>();
        for (Claim claim : of.values()) {
            Delivery own = session.held().find(claim.delivery());
            Entry entry = own == null ? read.remove(claim.delivery()) : null; // one session's only
            if (entry != null) {
                entry.claimedWith(claim.deliveryCount());
                Delivery delivery = new Delivery(entry, claim.consumer(), claim.handedOut());
                session.held().add(delivery);
                if (!mayClaim(session)) {
                    late.add(delivery);
                }
            } else if (own != null) {
                session.held().add(new Delivery(own.entry(), claim.consumer(), claim.handedOut() || own.handedOut()));
            }
        }
        session.held().giveBack(unit, late);
    }

    /** What the client doesn't claim never reached it, or it has no more use for it. */
    private List<DeliveryRef> keepClaimed(Unit unit, Session session) {
        Map<DeliveryRef, Claim> of = claims.getOrDefault(session.number(), Map.of());
        if (!mayClaim(session)) {
            return List.of();
        }
        List<Delivery> unclaimed = new ArrayList<>();
        for (Delivery delivery : session.held().all()) {
            if (!of.containsKey(delivery.ref()) || isOfClosedConsumer(session, delivery)) {
                unclaimed.add(delivery);
            }
        }
        session.held().giveBackFirst(unit, unclaimed);
        List<DeliveryRef> granted = new ArrayList<>();
        for (DeliveryRef ref : of.keySet()) {
            boolean onlyOldHolders = !ref.stored() && ref.epoch() != holding.epoch(); // R6
            if (onlyOldHolders || session.held().find(ref) != null) {
                granted.add(ref);
            }
        }
        return granted;
    }

    /** Its consumer was closed while claims were read, or refused: its client has dropped what nobody had seen. */
    private boolean isOfClosedConsumer(Session session, Delivery delivery) {
        if (delivery.handedOut() || delivery.consumer() == 0) {
            return false;
        }
        SessionConsumer consumer = connection.findConsumer(delivery.consumer());
        return consumer == null || consumer.session() != session;
    }

    /** ④: from here on the client's commands are applied, and deliveries flow. */
    private void finish(Map<Integer, List<DeliveryRef>> granted) {
        holding.destinations().consumersAreBack(connection.id());
        for (int number : claims.keySet()) {
            List<DeliveryRef> refs = granted.getOrDefault(number, List.of());
            int from = 0;
            do {
                int to = Math.min(refs.size(), from + WireLimits.REFERENCES);
                link.send(new ClaimsAnswer(number, refs.subList(from, to)));
                from = to;
            } while (from < refs.size());
        }
        link.send(new Resumed());
        link.become(LinkBinding.Phase.SERVING);
        claims.clear();
        served.run();
        for (int number : told) {
            Session session = connection.session(number);
            session.replies().repeatAll();
            if (session.claims() == Session.Claims.VOID) {
                session.clearVoid(() -> isBack(session));
            } else {
                isBack(session);
            }
        }
        // Sessions that were declared in ③ without having been there before
        for (Session session : List.copyOf(connection.sessions())) {
            if (!told.contains(session.number()) && session.mode() != null) {
                isBack(session);
            }
        }
    }

    private void isBack(Session session) {
        session.cameBack();
        if (session.back()) {
            takeover.settled(session);
            connection.wakeConsumers(session);
        }
    }
}
