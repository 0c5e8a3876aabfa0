package io.batonmq.broker.lease;

import java.time.Duration;

/**
 * The lease's intervals (L1, L3, L6).
 *
 * @param heartbeat how often the holder renews and a standby looks; default 1 s
 * @param activation how long after the last renewal a standby may take over; default 5 s, at least 2 × heartbeat + margin
 * @param margin the holder stops so much before its lease can be taken; default 500 ms
 * @param lockPatience how long a taker waits for the row before it ends its blocker; default 1 s, at most heartbeat
 * @param advertisedElsewhere the advertised address is a load balancer's: a refused connection there proves nothing, so after
 *     an early takeover serving starts one heartbeat later (L5)
 */
public record LeaseSettings(
        Duration heartbeat, Duration activation, Duration margin, Duration lockPatience, boolean advertisedElsewhere) {}
