package io.batonmq.broker.session;

import java.time.Instant;

/** A program by its main method, whatever it is called. */
public final class FixtureProgram {
    private FixtureProgram() {}

    public static void main(String[] args) {
        System.out.println(Instant.now() + System.getenv("HOME") + args.length);
    }
}
