package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * How a connection finds a server at first and after a loss. Immutable.
 *
 * @param firstConnect attempts of {@code createConnection}. Plain: 30 s; ActiveMQ: for ever; Artemis: 1; TIBCO: 2
 * @param reconnect attempts after a loss, null if a loss ends the connection. Plain: null; ActiveMQ: for ever; Artemis:
 *     null unless {@code reconnectAttempts} or {@code failoverAttempts} is set; TIBCO: 4
 * @param randomize whether each round goes through the servers in a random order (ActiveMQ, Artemis) or as written
 * @param failoverTimeout how long a call waits while the connection is interrupted, null for as long as that lasts.
 *     ActiveMQ {@code timeout}, Artemis {@code callFailoverTimeout} (30 s)
 * @param followsNodeList whether nodes that the holder announces and the URL doesn't name are tried too. ActiveMQ
 *     {@code updateURIsSupported} (true), Artemis {@code ha} (false)
 * @param warnEvery after how many failed rounds, each time, a warning is logged, 0 for never. Default: 10
 */
public record ReconnectPolicy(
        Attempts firstConnect,
        @Nullable Attempts reconnect,
        boolean randomize,
        @Nullable Duration failoverTimeout,
        boolean followsNodeList,
        int warnEvery) {

    /** Returns whether the connection is kept when its link is lost. */
    public boolean reconnects() {
        return reconnect != null;
    }

    /** Returns the longest pause this client makes between rounds, which it declares to the holder (R9). */
    public Duration declaredDelay() {
        return reconnect == null ? Duration.ZERO : reconnect.maxDelay();
    }

    /** Returns the attempts after a loss; only for a policy that reconnects. */
    public Attempts reconnectAttempts() {
        return Objects.requireNonNull(reconnect, "this policy does not reconnect");
    }

    /**
     * Returns one round: each server once, groups one after another, inside a group as written or, with
     * {@link #randomize}, shuffled with the server that was just lost at the end (C65).
     *
     * @param groups the servers of the URL
     * @param lost the server whose link was just lost, or null
     * @param random shared by all connections of the process: two that start together must not choose alike
     */
    public List<ServerAddress> round(List<List<ServerAddress>> groups, @Nullable ServerAddress lost, Random random) {
        List<ServerAddress> round = new ArrayList<>();
        for (List<ServerAddress> group : groups) {
            List<ServerAddress> order = new ArrayList<>(group);
            if (randomize) {
                Collections.shuffle(order, random);
                if (lost != null && order.remove(lost)) {
                    order.add(lost);
                }
            }
            round.addAll(order);
        }
        return round;
    }
}
