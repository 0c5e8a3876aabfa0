package io.batonmq.broker.node;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.Frame;
import io.batonmq.wire.NodeFrame;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A standby's link to the holder (L5): when it breaks and a fresh connect is refused or answered by another incarnation,
 * the holder's process is gone. A merely silent link proves nothing. Confined to the lease loop.
 */
final class HolderWatch {
    private static final Logger log = LoggerFactory.getLogger(HolderWatch.class);

    /** A holder that is just starting, or about to go, is missed once or twice. */
    private static final int TELLING_FAILURES = 3;

    /** What the watch finds out; called on the lease loop. */
    interface Finding {
        /** The process with this incarnation is gone. */
        void gone(UniqueId incarnation);

        /** It is there. */
        void there();

        /** It said that it released the lease. */
        void released(long epoch);
    }

    /**
     * OFF → CONNECTING → LINKED → CHECKING → LINKED | GONE; any → OFF. CONNECTING: never linked to this incarnation, so a
     * refusal proves nothing yet (the address may be wrong for this node). CHECKING: was linked, the link broke.
     */
    private enum State {
        OFF,
        CONNECTING,
        LINKED,
        CHECKING,
        GONE
    }

    private final PeerLinks links;
    private final Loop loop;
    private final Duration retry;
    private final Finding finding;

    private State state = State.OFF;
    private String address = "";
    private UniqueId incarnation = UniqueId.NONE;
    private PeerLinks.@Nullable PeerLink link;
    private Loop.@Nullable Timer timer;
    /** Callbacks of an earlier try are ignored. */
    private long tries;
    /** To this holder, before it was ever reached. */
    private int failures;

    HolderWatch(PeerLinks links, Loop loop, Duration retry, Finding finding) {
        this.links = links;
        this.loop = loop;
        this.retry = retry;
        this.finding = finding;
    }

    /** Watches this holder from now on; the same one again changes nothing. */
    void watch(String holderAddress, UniqueId holderIncarnation) {
        loop.assertInside();
        if (state != State.OFF && address.equals(holderAddress) && incarnation.equals(holderIncarnation)) {
            return;
        }
        off();
        address = holderAddress;
        incarnation = holderIncarnation;
        failures = 0;
        state = State.CONNECTING;
        connect();
    }

    /** Watches nobody. */
    void off() {
        loop.assertInside();
        state = State.OFF;
        tries++;
        if (link != null) {
            link.close();
            link = null;
        }
        if (timer != null) {
            timer.cancel();
        }
    }

    private void connect() {
        long attempt = ++tries;
        link = links.connect(address, new PeerLinks.Listener() {
            @Override
            public void opened(String nodeId, UniqueId found) {
                if (attempt == tries) {
                    onOpened(found);
                }
            }

            @Override
            public void refused() {
                if (attempt == tries) {
                    onRefused();
                }
            }

            @Override
            public void failed(String why) {
                if (attempt == tries) {
                    missed(why);
                    again();
                }
            }

            @Override
            public void received(Frame frame) {
                if (attempt == tries && frame instanceof NodeFrame.Released released) {
                    finding.released(released.epoch());
                }
            }

            @Override
            public void lost() {
                if (attempt == tries) {
                    onLost();
                }
            }
        });
    }

    private void onOpened(UniqueId found) {
        if (found.equals(incarnation)) {
            if (failures >= TELLING_FAILURES) {
                log.info("the holder is reached now at {}", address);
            }
            failures = 0;
            state = State.LINKED;
            finding.there();
        } else if (state == State.CHECKING) {
            gone();
        } else {
            missed("another node answers there");
            again();
        }
    }

    private void onRefused() {
        if (state == State.CHECKING) {
            gone();
        } else {
            missed("connection refused");
            again();
        }
    }

    /** Nothing else would say that takeovers from this holder will be slow. */
    private void missed(String why) {
        if (state == State.CONNECTING && ++failures == TELLING_FAILURES) {
            log.warn(
                    "this node can't reach the holder at {}, the address that the holder gives: {}. Should the holder die, this"
                            + " node takes over only when the lease ends (lease.activation), not at once. See to the holder's"
                            + " advertise, to firewalls, and with ssl:// to tls.trustStore on each node",
                    address,
                    why);
        }
    }

    private void onLost() {
        if (state == State.LINKED) {
            state = State.CHECKING;
            connect();
        } else {
            again();
        }
    }

    private void gone() {
        state = State.GONE;
        tries++;
        if (link != null) {
            link.close();
            link = null;
        }
        finding.gone(incarnation);
    }

    private void again() {
        if (link != null) {
            link.close();
            link = null;
        }
        tries++;
        timer = loop.schedule(retry, () -> {
            if (state == State.CONNECTING || state == State.CHECKING) {
                connect();
            }
        });
    }
}
