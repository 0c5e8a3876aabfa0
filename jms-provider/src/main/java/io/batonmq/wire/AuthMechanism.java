package io.batonmq.wire;

import java.util.ArrayList;
import java.util.List;

/** The SASL mechanisms of the protocol, by their registered names. */
public final class AuthMechanism {
    /** RFC 4505: anyone. */
    public static final String ANONYMOUS = ScramMechanism.ANONYMOUS;

    /** RFC 7677. */
    public static final String SCRAM_SHA_256 = ScramMechanism.NAME;

    private AuthMechanism() {}

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
