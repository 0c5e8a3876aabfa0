package io.batonmq.sim;

import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.UniqueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Takes away rules that show on the links: between clients and nodes, and between nodes. Confined to the simulation's thread. */
final class LinkSaboteurs {

    private LinkSaboteurs() {}

    /** L5: a link that breaks is taken for the death of the process behind it. */
    static final class AResetIsADeath extends Saboteur {
        @Override
        PeerLinks peerLinks(PeerLinks honest) {
            Set<String> broken = new LinkedHashSet<>();
            return (address, listener) -> {
                if (broken.remove(address)) {
                    listener.refused();
                    return () -> {};
                }
                return honest.connect(address, new PeerLinks.Listener() {
                    @Override
                    public void opened(String nodeId, UniqueId incarnation) {
                        listener.opened(nodeId, incarnation);
                    }

                    @Override
                    public void refused() {
                        listener.refused();
                    }

                    @Override
                    public void failed(String why) {
                        listener.failed(why);
                    }

                    @Override
                    public void received(Frame frame) {
                        listener.received(frame);
                    }

                    @Override
                    public void lost() {
                        broken.add(address);
                        listener.lost();
                    }
                });
            };
        }
    }

    /** R4: one number, and it is the received one. */
    static final class OnlyReceived extends Saboteur {
        @Override
        List<Frame> toClient(SimProcess node, SimProcess client, Frame frame) {
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

    /** R4: one number, and it is the durable one. */
    static final class OnlyDurable extends Saboteur {
        @Override
        List<Frame> toClient(SimProcess node, SimProcess client, Frame frame) {
            return List.of(states(
                    frame,
                    state -> new SessionState(
                            state.session(),
                            state.durable(),
                            state.durable(),
                            state.refusals(),
                            state.claimsVoid(),
                            state.closed(),
                            state.row())));
        }
    }

    /** R5: what is replayed and dispatched doesn't wait for claims; the client believes they were granted. */
    static final class UnreadClaims extends Saboteur {
        private final Map<SimProcess, Map<Integer, Set<DeliveryRef>>> claimed = new HashMap<>();

        @Override
        List<Frame> toNode(SimProcess client, SimProcess node, Frame frame) {
            if (frame instanceof Claims claims) {
                Set<DeliveryRef> refs = claimed.computeIfAbsent(client, c -> new LinkedHashMap<>())
                        .computeIfAbsent(claims.session(), s -> new LinkedHashSet<>());
                for (Claim claim : claims.claims()) {
                    refs.add(claim.delivery());
                }
                return List.of(new Claims(claims.session(), List.of()));
            }
            return List.of(frame);
        }

        @Override
        List<Frame> toClient(SimProcess node, SimProcess client, Frame frame) {
            if (frame instanceof ClaimsAnswer answer) {
                Set<DeliveryRef> refs = claimed.getOrDefault(client, Map.of()).getOrDefault(answer.session(), Set.of());
                return List.of(new ClaimsAnswer(answer.session(), List.copyOf(refs)));
            }
            if (frame instanceof ResumeAnswer) {
                claimed.remove(client);
            }
            return List.of(frame);
        }
    }

    /** R5: whoever knows the secret may attach. */
    static final class AnyAttachIsTheRightOne extends Saboteur {
        private final Map<UniqueId, Set<UniqueId>> attaches = new HashMap<>();

        @Override
        List<Frame> toNode(SimProcess client, SimProcess node, Frame frame) {
            if (frame instanceof Resume resume) {
                Set<UniqueId> all = attaches.computeIfAbsent(resume.connection(), c -> new LinkedHashSet<>());
                List<UniqueId> tried = List.copyOf(all);
                all.add(resume.attach());
                return List.of(new Resume(
                        resume.connection(),
                        resume.secret(),
                        resume.attach(),
                        tried,
                        resume.attachesBefore(),
                        resume.highestEpoch(),
                        resume.cluster(),
                        resume.clientId(),
                        resume.reconnectDelayMillis(),
                        resume.sessions()));
            }
            return List.of(frame);
        }
    }

    /** R6: a NON_PERSISTENT message whose fate is unknown is sent to the next holder as well. */
    static final class ReplaysNonPersistent extends Saboteur {
        private record Sent(SimProcess node, Command.Send send) {}

        private final Map<SimProcess, Map<Integer, Map<Long, Sent>>> open = new HashMap<>();

        @Override
        List<Frame> toNode(SimProcess client, SimProcess node, Frame frame) {
            if (frame instanceof Command.Send send && !persistent(send)) {
                open.computeIfAbsent(client, c -> new HashMap<>())
                        .computeIfAbsent(send.session(), s -> new LinkedHashMap<>())
                        .put(send.number(), new Sent(node, send));
            } else if (frame instanceof Command.Numbered numbered) {
                List<Frame> all = new ArrayList<>();
                Map<Long, Sent> unanswered = open.getOrDefault(client, Map.of()).get(numbered.session());
                if (unanswered != null) {
                    unanswered.values().removeIf(sent -> {
                        boolean replayed = sent.node() != node && sent.send().number() < numbered.number();
                        if (replayed) {
                            all.add(sent.send());
                        }
                        return replayed;
                    });
                }
                all.add(frame);
                return all;
            }
            return List.of(frame);
        }

        @Override
        List<Frame> toClient(SimProcess node, SimProcess client, Frame frame) {
            if (frame instanceof Received received) {
                Map<Long, Sent> unanswered = open.getOrDefault(client, Map.of()).get(received.session());
                if (unanswered != null) {
                    unanswered.remove(received.number());
                }
            }
            return List.of(frame);
        }

        private static boolean persistent(Command.Send send) {
            try {
                return send.message().head().persistent();
            } catch (io.batonmq.wire.ProtocolException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** R8: the client isn't told how long a link may be silent. */
    static final class NoSilenceLimit extends Saboteur {
        @Override
        List<Frame> toClient(SimProcess node, SimProcess client, Frame frame) {
            if (frame instanceof ResumeAnswer answer) {
                return List.of(new ResumeAnswer(
                        answer.epoch(),
                        answer.cluster(),
                        answer.leaseName(),
                        answer.databaseMillis(),
                        600_000,
                        answer.linkHeartbeatMillis(),
                        answer.maxMessageSize(),
                        answer.maxSessions(),
                        answer.nodes(),
                        answer.known(),
                        answer.wentBack(),
                        answer.sessions()));
            }
            return List.of(frame);
        }
    }

    /** R4: what was sent of an open transaction counts as stored: the next holder isn't sent it again. */
    static final class TransactionsAreNotRepeated extends Saboteur {
        private record Part(int session, TransactionId transaction, int index) {}

        private final Map<SimProcess, Map<Part, SimProcess>> sent = new HashMap<>();
        private final Map<SimProcess, Map<TransactionId, Set<Part>>> left = new HashMap<>();

        @Override
        List<Frame> toNode(SimProcess client, SimProcess node, Frame frame) {
            if (frame instanceof Command.TransactedSend send) {
                Part part = new Part(send.session(), send.transaction(), send.index());
                SimProcess first =
                        sent.computeIfAbsent(client, c -> new HashMap<>()).computeIfAbsent(part, p -> node);
                if (first != node) {
                    left.computeIfAbsent(client, c -> new HashMap<>())
                            .computeIfAbsent(send.transaction(), t -> new LinkedHashSet<>())
                            .add(part);
                    return List.of();
                }
            } else if (frame instanceof Command.Commit commit) {
                long missing = left.getOrDefault(client, Map.of()).getOrDefault(commit.transaction(), Set.of()).stream()
                        .filter(part -> part.session() == commit.session())
                        .count();
                return List.of(new Command.Commit(
                        commit.session(),
                        commit.number(),
                        commit.repliesSeen(),
                        commit.transaction(),
                        commit.commands() - (int) missing,
                        commit.deliveries(),
                        commit.next()));
            }
            return List.of(frame);
        }
    }

    /** R11: a claim is granted to whoever claims, whether it is still there or not. */
    static final class EveryClaimIsGranted extends Saboteur {
        private final Map<SimProcess, Map<Integer, Set<DeliveryRef>>> claimed = new HashMap<>();

        @Override
        List<Frame> toNode(SimProcess client, SimProcess node, Frame frame) {
            if (frame instanceof Claims claims) {
                Set<DeliveryRef> refs = claimed.computeIfAbsent(client, c -> new HashMap<>())
                        .computeIfAbsent(claims.session(), s -> new LinkedHashSet<>());
                claims.claims().forEach(claim -> refs.add(claim.delivery()));
            }
            return List.of(frame);
        }

        @Override
        List<Frame> toClient(SimProcess node, SimProcess client, Frame frame) {
            if (frame instanceof ClaimsAnswer answer) {
                Set<DeliveryRef> refs = claimed.getOrDefault(client, Map.of()).getOrDefault(answer.session(), Set.of());
                return List.of(new ClaimsAnswer(answer.session(), List.copyOf(refs)));
            }
            if (frame instanceof Resumed) {
                claimed.remove(client);
            }
            return List.of(frame);
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
