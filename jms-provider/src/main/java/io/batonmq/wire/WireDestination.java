package io.batonmq.wire;

/**
 * A destination as the protocol names it.
 *
 * @param kind what it is
 * @param name at most 255 characters, no control characters; temporary ones are {@code $tmp.<connection>.<n>}
 */
public record WireDestination(Kind kind, String name) {

    /** The four kinds of the specification (section 4.1). The order is the wire's: never change it. */
    public enum Kind {
        QUEUE,
        TOPIC,
        TEMPORARY_QUEUE,
        TEMPORARY_TOPIC;

        /** Whether messages are shared out (queue) rather than copied to each subscription (topic). */
        public boolean isQueue() {
            return this == QUEUE || this == TEMPORARY_QUEUE;
        }

        /** Whether the destination lives as long as its connection. */
        public boolean isTemporary() {
            return this == TEMPORARY_QUEUE || this == TEMPORARY_TOPIC;
        }
    }

    private static final Kind[] KINDS = Kind.values();

    void write(WireWriter out) {
        out.oneOf(kind);
        out.text(name);
    }

    static WireDestination read(WireReader in) {
        return new WireDestination(in.oneOf(KINDS), in.text());
    }
}
