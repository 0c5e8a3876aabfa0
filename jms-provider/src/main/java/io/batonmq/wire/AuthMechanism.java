package io.batonmq.wire;

import java.util.ArrayList;
import java.util.List;

/** The SASL mechanisms of the protocol, by their registered names. */
public final class AuthMechanism {
    /** RFC 4505: anyone. */
    public static final String ANONYMOUS = ScramMechanism.ANONYMOUS;

    /** RFC 7677. */
    public static final String SCRAM_SHA_256 = ScramMechanism.NAME;

    private static volatile boolean prepared;

    private AuthMechanism() {}

    /** Whether {@link #prepare} has nothing left to do. */
    public static boolean isPrepared() {
        return prepared;
    }

    /**
     * Loads what a first authentication needs. The JDK checks its cryptography when that is first used, which takes some 35 ms
     * of a cold machine's time: better while a link is made than between a challenge and its answer.
     */
    public static void prepare() {
        ScramMechanism.hmac(new byte[1], new byte[0]);
        prepared = true;
    }

    /** What a node offers, best first. */
    public static List<String> offered(boolean scram, boolean anonymous) {
        List<String> mechanisms = new ArrayList<>();
        if (scram) {
            mechanisms.add(SCRAM_SHA_256);
        }
        if (anonymous) {
            mechanisms.add(ANONYMOUS);
        }
        return List.copyOf(mechanisms);
    }
}
