package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.Loop.Timer;
import io.batonmq.jms.internal.url.Attempts;
import io.batonmq.jms.internal.url.BackOff;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.BrokerFrame.Fault;
import io.batonmq.wire.BrokerFrame.HolderIs;
import io.batonmq.wire.BrokerFrame.Moved;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.ResumeAnswer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for the holder: round after round through the servers, with a jittered pause between rounds, waiting meanwhile at
 * the standbys it has reached, and following hints (R9, R21). Confined to the loop.
 */
final class Seeker implements NodeLink.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(Seeker.class);

    /** The least time for the answer to a resume, which waits for the database; then a node counts as hanging. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    /** A standby's link is not tried anew before it is this old: a half-open one is noticed by no ping. */
    private static final Duration PARKED_FRESH = Duration.ofSeconds(5);

    /** IDLE → TRYING (a link is being opened or asked) ⇄ PAUSING (between rounds) → IDLE. */
    private enum State {
        IDLE,
        TRYING,
        PAUSING
    }

    /** Told once for each {@link #start}, except {@code nodes}. */
    interface Result {
        /** A holder has answered on this link. */
        void found(NodeLink link, ResumeAnswer answer);

        /** No more tries are allowed, or there is no use in any. */
        void gaveUp(CoreException why);

        /** A node told what nodes there are. */
        void nodes(List<String> nodes);
    }

    private final Loop loop;
    private final LinkFactory factory;
    private final Credentials credentials;
    private final NodeAddresses addresses;
    private final Supplier<Resume> ask;
    private final ConnectionIdentity identity;
    private final int warnEvery;
    private final Result result;
    private final Deque<ServerAddress> candidates = new ArrayDeque<>();
    private final List<NodeLink> parked = new ArrayList<>();
    private State state = State.IDLE;
    private @Nullable NodeLink current;
    private @Nullable Timer answerTimer;
    private @Nullable Timer pause;
    private @Nullable Timer deadline;
    private @Nullable BackOff backOff;
    private @Nullable Attempts attempts;
    private @Nullable ServerAddress lost;
    private @Nullable String hint;
    private long hintEpoch;
    private long followed;
    /** Whether a node of this round failed for a reason that may pass, or stands by. */
    private boolean hopeful;

    private CoreException lastCause = new CoreException(ErrorCode.LINK_UNREACHABLE, "no node was tried");

    Seeker(
            Loop loop,
            LinkFactory factory,
            Credentials credentials,
            NodeAddresses addresses,
            Supplier<Resume> ask,
            ConnectionIdentity identity,
            int warnEvery,
            Result result) {
        this.loop = loop;
        this.factory = factory;
        this.credentials = credentials;
        this.addresses = addresses;
        this.ask = ask;
        this.identity = identity;
        this.warnEvery = warnEvery;
        this.result = result;
    }

    /**
     * Starts looking.
     *
     * @param counting counts failed rounds
     * @param limits what it counts against
     * @param sinceNanos when the search began, from which its deadline counts
     * @param lostServer whose link was just lost, or null
     * @param failed whether the last link counts as a failed round: a server that accepts and closes must not be stormed
     */
    void start(BackOff counting, Attempts limits, long sinceNanos, @Nullable ServerAddress lostServer, boolean failed) {
        stop();
        backOff = counting;
        attempts = limits;
        lost = lostServer;
        hopeful = true;
        Duration limit = limits.deadline();
        if (limit != null) {
            Duration left = limit.minusNanos(loop.nanos() - sinceNanos);
            deadline = loop.schedule(
                    left.isNegative() ? Duration.ZERO : left, () -> giveUp("in " + limit.toMillis() + " ms"));
        }
        if (failed) {
            roundFailed(counting);
        } else {
            round();
        }
    }

    /** A node said where the holder is (R21). */
    void hint(@Nullable String holder, long epoch) {
        if (holder != null && epoch >= hintEpoch) {
            hint = holder;
            hintEpoch = epoch;
        }
    }

    /** Hints of another cluster mean nothing at this one (L11). */
    void forgetHints() {
        hint = null;
        hintEpoch = 0;
    }

    /** Closes all links that are not the holder's, and stops looking. */
    void stop() {
        state = State.IDLE;
        cancel(answerTimer);
        cancel(pause);
        cancel(deadline);
        candidates.clear();
        if (current != null) {
            current.close();
            current = null;
        }
        parked.forEach(NodeLink::close);
        parked.clear();
    }

    private static void cancel(@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    private void round() {
        state = State.TRYING;
        followed = 0;
        hopeful = false;
        candidates.clear();
        candidates.addAll(addresses.round(lost));
        follow();
        next();
    }

    /** Puts the hinted server first, once per round and epoch, and never for an epoch that is over. */
    private boolean follow() {
        if (hint == null || hintEpoch <= followed || hintEpoch < identity.highestEpoch()) {
            return false;
        }
        ServerAddress address = addresses.hinted(hint);
        if (address == null) {
            return false;
        }
        followed = hintEpoch;
        candidates.removeIf(address::sameEndpoint);
        candidates.addFirst(address);
        return true;
    }

    private void next() {
        current = null;
        ServerAddress address = candidates.poll();
        if (address == null) {
            roundFailed(Objects.requireNonNull(backOff));
            return;
        }
        state = State.TRYING;
        NodeLink waiting = parkedAt(address);
        boolean hinted = hint != null && followed == hintEpoch && address.equals(addresses.parse(hint));
        if (waiting != null && !hinted && loop.nanos() - waiting.askedNanos() < PARKED_FRESH.toNanos()) {
            next();
            return;
        }
        if (waiting != null) {
            parked.remove(waiting);
            waiting.close();
        }
        NodeLink link = new NodeLink(loop, address, this);
        current = link;
        link.connect(factory, credentials, timeout(address));
    }

    private Duration timeout(ServerAddress address) {
        Duration own = attempts == null ? null : attempts.attemptTimeout();
        return own == null ? address.connectTimeout() : own;
    }

    private @Nullable NodeLink parkedAt(ServerAddress address) {
        return parked.stream()
                .filter(link -> link.address().sameEndpoint(address))
                .findFirst()
                .orElse(null);
    }

    private void roundFailed(BackOff counting) {
        if (!hopeful && parked.isEmpty()) {
            refuse(lastCause);
            return;
        }
        Duration delay = counting.nextDelay();
        if (!counting.mayTry()) {
            giveUp("in " + counting.failedRounds() + (counting.failedRounds() == 1 ? " round" : " rounds"));
            return;
        }
        if (warnEvery > 0 && counting.failedRounds() % warnEvery == 0) {
            LOG.warn("no serving node in {} rounds, still trying: {}", counting.failedRounds(), lastCause.getMessage());
        }
        state = State.PAUSING;
        pause = loop.schedule(delay, this::round);
    }

    private void giveUp(String effort) {
        CoreException why = parked.isEmpty()
                ? new CoreException(
                        lastCause.code(),
                        "no node could be reached " + effort + ": " + lastCause.getMessage(),
                        lastCause)
                : new CoreException(
                        ErrorCode.LINK_NO_HOLDER,
                        "no active node was found " + effort + ": "
                                + parked.stream()
                                        .map(link -> link.address().toString())
                                        .toList()
                                + " stand by; why none of them serves is in their logs (their database is away?)",
                        lastCause);
        refuse(why);
    }

    private void refuse(CoreException why) {
        stop();
        result.gaveUp(why);
    }

    @Override
    public void opened(NodeLink link) {
        Resume resume = ask.get();
        link.send(resume);
        link.asked(resume.attach());
        Duration own = timeout(link.address());
        Duration limit = own.compareTo(ANSWER_LIMIT) > 0 ? own : ANSWER_LIMIT;
        cancel(answerTimer);
        answerTimer =
                loop.schedule(limit, () -> failed(link, ErrorCode.LINK_UNREACHABLE, "it did not answer a resume"));
    }

    @Override
    public void received(NodeLink link, Frame frame) {
        if (frame instanceof ResumeAnswer answer && link == current) {
            if (!serves(answer)) {
                failed(link, ErrorCode.LINK_STEPPED_DOWN, "it serves an epoch that is over");
                return;
            }
            current = null;
            stop();
            result.found(link, answer);
        } else if (frame instanceof HolderIs holder) {
            park(link, holder);
        } else if (frame instanceof Moved moved) {
            hint(moved.holder(), moved.epoch());
            follow();
            failed(link, ErrorCode.LINK_STEPPED_DOWN, "it is handing over");
        } else if (frame instanceof Fault fault) {
            if (link == current && Failures.definite(fault.code())) {
                refuse(new CoreException(fault.code(), link.address() + ": " + fault.text()));
            } else {
                failed(link, fault.code(), fault.text());
            }
        }
    }

    /** A holder of our cluster with an epoch below one we have seen only doesn't know yet that it is none. */
    private boolean serves(ResumeAnswer answer) {
        return answer.epoch() >= identity.highestEpoch() || identity.isOtherCluster(answer.cluster());
    }

    private void park(NodeLink link, HolderIs holder) {
        result.nodes(holder.nodes());
        hint(holder.holder(), holder.epoch());
        boolean news = follow();
        if (link == current) {
            cancel(answerTimer);
            hopeful = true;
            link.parked();
            parked.add(link);
            lastCause = new CoreException(ErrorCode.LINK_NO_HOLDER, link.address() + " stands by");
            next();
        } else if (news && state == State.PAUSING) {
            cancel(pause);
            next();
        } else if (news && current != null && current.phase() == NodeLink.Phase.CONNECTING) {
            current.close(); // a host that is down would keep the holder waiting
            next();
        }
    }

    @Override
    public void closed(NodeLink link, Closed kind, ErrorCode code, String text) {
        if (link == current && forGood(kind, code)) {
            refuse(new CoreException(code, link.address() + ": " + text));
        } else {
            failed(link, code, text);
        }
    }

    /** Whether every node would say the same. Of TLS only the round knows: an untrusted node is passed over (C68). */
    private static boolean forGood(Closed kind, ErrorCode code) {
        return switch (kind) {
            case REFUSED -> code != ErrorCode.SECURITY_UNAVAILABLE && code != ErrorCode.SECURITY_TLS;
            case UNREACHABLE -> false;
            case LOST -> Failures.definite(code);
        };
    }

    private void failed(NodeLink link, ErrorCode code, String text) {
        link.close();
        if (link == current) {
            cancel(answerTimer);
            hopeful |= code != ErrorCode.SECURITY_TLS;
            lastCause = new CoreException(code, link.address() + ": " + text);
            next();
        } else if (parked.remove(link) && parked.isEmpty() && state == State.PAUSING && attempts != null) {
            cancel(pause);
            pause = loop.schedule(attempts.initialDelay(), this::round);
        }
    }
}
