package io.batonmq.sim;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes away rules of the numbers and claims that a resume is about (R4, R5, R7). Confined to the simulation's thread. */
final class ResumeSaboteurs {

    private ResumeSaboteurs() {}

    private record Numbered(SimProcess client, SimProcess node, int session, long number) {}

    /** R4: one number, and it is the received one. */
    static final class OnlyReceived extends Saboteur {
        @Override
        List<Frame> toClient(Way way, Frame frame) {
            return List.of(states(
                    frame,
                    state -> new SessionState(
                            state.session(),
                            state.received(),
                            state.received(),
                            state.refusals(),
                            state.claimsVoid(),
                            state.closed(),
                            state.row())));
        }
    }

    /**
     * R4: one number, and it is the durable one: what a holder has in memory only it doesn't know when it comes again. Each
     * coming of a command has a number of its own at the node, and all of them are one number at the client.
     */
    static final class OnlyDurable extends Saboteur {
        private static final long COMINGS = 1_000;

        private final Map<Numbered, Integer> comings = new HashMap<>();

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            if (!(frame instanceof Command.Numbered numbered)) {
                return List.of(frame);
            }
            Numbered key = new Numbered(way.client(), way.node(), numbered.session(), numbered.number());
            int coming = comings.merge(key, 1, Integer::sum) - 1;
            long seen = numbered.repliesSeen() * COMINGS + COMINGS - 1;
            return List.of(renumbered(numbered, numbered.number() * COMINGS + coming, seen));
        }

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            if (frame instanceof Confirm confirm) {
                return List.of(new Confirm(
                        confirm.session(),
                        confirm.durable() / COMINGS,
                        asTheClientKnowsThem(confirm.refusals()),
                        confirm.epoch(),
                        confirm.batch()));
            }
            if (frame instanceof Received received) {
                return List.of(new Received(
                        received.session(), received.number() / COMINGS, received.code(), received.text()));
            }
            return List.of(states(
                    frame,
                    state -> new SessionState(
                            state.session(),
                            state.durable() / COMINGS,
                            state.durable() / COMINGS,
                            asTheClientKnowsThem(state.refusals()),
                            state.claimsVoid(),
                            state.closed(),
                            state.row())));
        }

        private static List<Refusal> asTheClientKnowsThem(List<Refusal> refusals) {
            return refusals.stream()
                    .map(each -> new Refusal(each.number() / COMINGS, each.code(), each.text()))
                    .toList();
        }
    }

    private static Command renumbered(Command.Numbered command, long number, long seen) {
        if (command instanceof Command.Send send) {
            return new Command.Send(send.session(), number, seen, send.message(), send.body());
        } else if (command instanceof Command.Ack ack) {
            return new Command.Ack(ack.session(), number, seen, ack.deliveries(), ack.next());
        } else if (command instanceof Command.Commit commit) {
            return new Command.Commit(
                    commit.session(),
                    number,
                    seen,
                    commit.transaction(),
                    commit.commands(),
                    commit.deliveries(),
                    commit.next());
        } else if (command instanceof Command.Rollback back) {
            return new Command.Rollback(back.session(), number, seen, back.transaction(), back.deliveries());
        } else if (command instanceof Command.Skip skip) {
            return new Command.Skip(skip.session(), number, seen);
        } else if (command instanceof Command.Subscribe subscribe) {
            return new Command.Subscribe(subscribe.session(), number, seen, subscribe.subscription());
        } else if (command instanceof Command.Unsubscribe unsubscribe) {
            return new Command.Unsubscribe(unsubscribe.session(), number, seen, unsubscribe.name());
        } else if (command instanceof Command.CloseSession close) {
            return new Command.CloseSession(number, seen, close.closed());
        }
        return new Command.CloseConnection(number, seen);
    }

    /**
     * R4 and R5: one number, the received one, and it is told before the attach id is stored, so that it covers what isn't
     * stored either. The node itself answers later; until then what the client sends waits.
     */
    static final class AnsweredBeforeItIsStored extends Saboteur {
        private final Map<SimProcess, Map<Integer, Long>> arrived = new HashMap<>();
        private final Map<SimProcess, Map<Integer, Map<Long, Refusal>>> refused = new HashMap<>();
        private final Map<SimProcess, ResumeAnswer> answers = new HashMap<>();
        private final Map<SimProcess, SimProcess> answeredBy = new HashMap<>();
        private final Map<Way, List<Frame>> early = new HashMap<>();

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            List<Frame> waiting = early.get(way);
            if (waiting != null) {
                waiting.add(frame);
                return List.of();
            }
            if (frame instanceof Command.Numbered numbered) {
                arrived.computeIfAbsent(way.client(), c -> new HashMap<>())
                        .merge(numbered.session(), numbered.number(), Math::max);
                refused.getOrDefault(way.client(), Map.of())
                        .getOrDefault(numbered.session(), new LinkedHashMap<>())
                        .keySet()
                        .removeIf(number -> number <= numbered.repliesSeen());
            } else if (frame instanceof Resume resume && answeredBy.get(way.client()) == way.node()) {
                early.put(way, new ArrayList<>());
                way.toClient().accept(answer(way.client(), resume));
            }
            return List.of(frame);
        }

        private ResumeAnswer answer(SimProcess client, Resume resume) {
            List<Integer> sessions = new ArrayList<>(List.of(0));
            sessions.addAll(resume.sessions());
            ResumeAnswer before = Objects.requireNonNull(answers.get(client));
            List<SessionState> states = new ArrayList<>();
            for (int session : sessions) {
                long number = arrived.getOrDefault(client, Map.of()).getOrDefault(session, 0L);
                Map<Long, Refusal> refusals =
                        refused.getOrDefault(client, Map.of()).getOrDefault(session, Map.of());
                states.add(
                        new SessionState(session, number, number, List.copyOf(refusals.values()), false, false, true));
            }
            return new ResumeAnswer(
                    before.epoch(),
                    before.cluster(),
                    before.leaseName(),
                    before.databaseMillis(),
                    before.silenceLimitMillis(),
                    before.linkHeartbeatMillis(),
                    before.maxMessageSize(),
                    before.maxSessions(),
                    before.nodes(),
                    true,
                    before.wentBack(),
                    states);
        }

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            if (frame instanceof Confirm confirm) {
                Map<Long, Refusal> of = refused.computeIfAbsent(way.client(), c -> new HashMap<>())
                        .computeIfAbsent(confirm.session(), s -> new LinkedHashMap<>());
                confirm.refusals().forEach(each -> of.put(each.number(), each));
            }
            if (!(frame instanceof ResumeAnswer answer)) {
                return List.of(frame);
            }
            List<Frame> waiting = early.remove(way);
            boolean asTold = answer.sessions().stream().noneMatch(each -> each.claimsVoid() || each.closed());
            if (waiting == null || !asTold) {
                Map<Integer, Long> numbers = arrived.computeIfAbsent(way.client(), c -> new HashMap<>());
                numbers.clear();
                answer.sessions().forEach(each -> numbers.put(each.session(), each.received()));
                answers.put(way.client(), answer);
                answeredBy.put(way.client(), way.node());
                return List.of(frame);
            }
            waiting.forEach(each -> toNode(way, each).forEach(way.toNode()));
            return List.of();
        }
    }

    /** R7: what is marked void between ② and ③ is granted all the same, says the holder. */
    static final class GrantedThoughVoid extends Saboteur {
        private final Map<Way, Map<Integer, List<Claim>>> claims = new HashMap<>();
        private final Map<Way, Set<Integer>> voided = new HashMap<>();
        private final Set<Way> answered = new LinkedHashSet<>();
        private @Nullable SimWorld world;

        @Override
        void enters(SimWorld entered) {
            world = entered;
        }

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            if (frame instanceof Claims part) {
                claims.computeIfAbsent(way, w -> new LinkedHashMap<>())
                        .computeIfAbsent(part.session(), s -> new ArrayList<>())
                        .addAll(part.claims());
            }
            return List.of(frame);
        }

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            SimWorld now = world;
            if (frame instanceof ResumeAnswer again && !answered.add(way) && now != null) {
                Set<Integer> sessions = voided.computeIfAbsent(way, w -> new LinkedHashSet<>());
                again.sessions().stream()
                        .filter(SessionState::claimsVoid)
                        .forEach(each -> sessions.add(each.session()));
                now.at(way.node(), 0, () -> {
                    claims.getOrDefault(way, Map.of()).forEach((session, of) -> {
                        if (!sessions.contains(session)) {
                            way.toNode().accept(new Claims(session, of));
                        }
                    });
                    way.toNode().accept(new ClaimsEnd(List.copyOf(sessions)));
                });
                return List.of();
            }
            if (frame instanceof Resumed && voided.containsKey(way)) {
                List<Frame> all = new ArrayList<>();
                claims.getOrDefault(way, Map.of()).forEach((session, of) -> {
                    if (voided.get(way).contains(session)) {
                        List<DeliveryRef> refs =
                                of.stream().map(Claim::delivery).toList();
                        all.add(new ClaimsAnswer(session, refs));
                    }
                });
                all.add(frame);
                return all;
            }
            return List.of(frame);
        }
    }

    /** R11: a command that names a lost claim is replayed as it is. */
    static final class ReplaysLostClaims extends Saboteur {
        private record Key(SimProcess client, int session, long number) {}

        private record Meant(Command.Numbered command, List<Command> parts) {}

        private final Map<Key, Meant> meant = new HashMap<>();
        private final Map<SimProcess, Map<Integer, List<Command>>> parts = new HashMap<>();

        @Override
        void fromClient(SimProcess client, Frame frame) {
            if (frame instanceof Command.TransactedSend || frame instanceof Command.TransactedAck) {
                Command part = (Command) frame;
                parts.computeIfAbsent(client, c -> new HashMap<>())
                        .computeIfAbsent(part.session(), s -> new ArrayList<>())
                        .add(part);
            } else if (frame instanceof Command.Ack
                    || frame instanceof Command.Commit
                    || frame instanceof Command.Rollback) {
                Command.Numbered command = (Command.Numbered) frame;
                List<Command> of = frame instanceof Command.Ack
                        ? null
                        : parts.computeIfAbsent(client, c -> new HashMap<>()).remove(command.session());
                Key key = new Key(client, command.session(), command.number());
                meant.putIfAbsent(key, new Meant(command, of == null ? List.of() : of));
            }
        }

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            if (!(frame instanceof Command.Skip) && !(frame instanceof Command.Rollback)) {
                return List.of(frame);
            }
            Command.Numbered command = (Command.Numbered) frame;
            Meant before = meant.get(new Key(way.client(), command.session(), command.number()));
            if (before == null || before.command().equals(command)) {
                return List.of(frame);
            }
            List<Frame> all = new ArrayList<>(before.parts());
            all.add(before.command());
            return all;
        }
    }

    private static Frame states(Frame frame, UnaryOperator<SessionState> change) {
        if (frame instanceof ResumeAnswer answer) {
            return new ResumeAnswer(
                    answer.epoch(),
                    answer.cluster(),
                    answer.leaseName(),
                    answer.databaseMillis(),
                    answer.silenceLimitMillis(),
                    answer.linkHeartbeatMillis(),
                    answer.maxMessageSize(),
                    answer.maxSessions(),
                    answer.nodes(),
                    answer.known(),
                    answer.wentBack(),
                    answer.sessions().stream().map(change).toList());
        }
        return frame;
    }
}
