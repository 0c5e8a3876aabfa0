package io.batonmq.sim;

import io.batonmq.wire.Request.AckMode;

/** What an application of the simulated world does. */
enum SimKind {
    /** Sends, persistent and not, and waits for each, for a few together, or not at all. */
    PRODUCER(AckMode.AUTO),
    /** Receives and sends in transactions. */
    TRANSFER(AckMode.TRANSACTED),
    /** Receives with AUTO_ACKNOWLEDGE. */
    AUTO(AckMode.AUTO),
    /** Receives with CLIENT_ACKNOWLEDGE, acknowledges or recovers now and then. */
    CLIENT(AckMode.CLIENT);

    final AckMode mode;

    SimKind(AckMode mode) {
        this.mode = mode;
    }
}
