package io.batonmq.sim;

import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Resumption;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.UniqueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** R5: what is replayed and dispatched doesn't wait for claims; the client believes they were granted. */
    static final class UnreadClaims extends Saboteur {
        private final Map<SimProcess, Map<Integer, Set<DeliveryRef>>> claimed = new HashMap<>();

        @Override
        List<Frame> toNode(Way way, Frame frame) {
            if (frame instanceof Claims claims) {
                Set<DeliveryRef> refs = claimed.computeIfAbsent(way.client(), c -> new LinkedHashMap<>())
                        .computeIfAbsent(claims.session(), s -> new LinkedHashSet<>());
                for (Claim claim : claims.claims()) {
                    refs.add(claim.delivery());
                }
                return List.of(new Claims(claims.session(), List.of()));
            }
            return List.of(frame);
        }

        @Override
        List<Frame> toClient(Way way, Frame frame) {
            if (frame instanceof ClaimsAnswer answer) {
                Set<DeliveryRef> refs =
                        claimed.getOrDefault(way.client(), Map.of()).getOrDefault(answer.session(), Set.of());
                return List.of(new ClaimsAnswer(answer.session(), List.copyOf(refs)));
            }
            if (frame instanceof ResumeAnswer) {
                claimed.remove(way.client());
            }
            return List.of(frame);
        }
    }

    /** R5: whoever knows the secret may attach. */
    static final class AnyAttachIsTheRightOne extends Saboteur {
        private final Map<UniqueId, Set<UniqueId>> attaches = new HashMap<>();

        @Override
        List<Frame> toNode(Way way, Frame frame) {
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
        List<Frame> toNode(Way way, Frame frame) {
            if (frame instanceof Command.Send send && !persistent(send)) {
                open.computeIfAbsent(way.client(), c -> new HashMap<>())
                        .computeIfAbsent(send.session(), s -> new LinkedHashMap<>())
                        .put(send.number(), new Sent(way.node(), send));
            } else if (frame instanceof Command.Numbered numbered) {
                List<Frame> all = new ArrayList<>();
                Map<Long, Sent> unanswered =
                        open.getOrDefault(way.client(), Map.of()).get(numbered.session());
                if (unanswered != null) {
                    unanswered.values().removeIf(sent -> {
                        boolean replayed =
                                sent.node() != way.node() && sent.send().number() < numbered.number();
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
        List<Frame> toClient(Way way, Frame frame) {
            if (frame instanceof Received received) {
                Map<Long, Sent> unanswered =
                        open.getOrDefault(way.client(), Map.of()).get(received.session());
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

    /** R8: a link counts as alive because something was read from it. */
    static final class AliveByReading extends Saboteur {
        private @Nullable SimWorld world;

        @Override
        void enters(SimWorld entered) {
            world = entered;
        }

        @Override
        List<Frame> toClient(Way way, Frame frame) {
            SimWorld now = world;
            if (now == null || frame instanceof Resumption) {
                return List.of(frame);
            }
            // an answer to a ping that was sent just now
            if (frame instanceof Pong pong) {
                return List.of(new Pong(now.nanos(), pong.epoch(), pong.databaseMillis()));
            }
            Pong newest = pongs.get(way);
            return newest == null
                    ? List.of(frame)
                    : List.of(new Pong(now.nanos(), newest.epoch(), newest.databaseMillis()), frame);
        }

        private final Map<Way, Pong> pongs = new HashMap<>();

        @Override
        List<Frame> fromNode(Way way, Frame frame) {
            if (frame instanceof Pong pong) {
                pongs.put(way, pong);
            }
            return List.of(frame);
        }
    }

    /** R8: the client isn't told how long a link may be silent. */
    static final class NoSilenceLimit extends Saboteur {
        @Override
        List<Frame> toClient(Way way, Frame frame) {
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
        List<Frame> toNode(Way way, Frame frame) {
            if (frame instanceof Command.TransactedSend send) {
                Part part = new Part(send.session(), send.transaction(), send.index());
                SimProcess first =
                        sent.computeIfAbsent(way.client(), c -> new HashMap<>()).computeIfAbsent(part, p -> way.node());
                if (first != way.node()) {
                    left.computeIfAbsent(way.client(), c -> new HashMap<>())
                            .computeIfAbsent(send.transaction(), t -> new LinkedHashSet<>())
                            .add(part);
                    return List.of();
                }
            } else if (frame instanceof Command.Commit commit) {
                long missing =
                        left.getOrDefault(way.client(), Map.of()).getOrDefault(commit.transaction(), Set.of()).stream()
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
}
