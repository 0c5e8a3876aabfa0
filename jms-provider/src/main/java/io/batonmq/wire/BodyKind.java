package io.batonmq.wire;

/** The message kinds of the specification (section 3.11). The order is the wire's: never change it. */
public enum BodyKind {
    /** A message without a body. */
    NONE,
    TEXT,
    BYTES,
    MAP,
    STREAM,
    OBJECT
}
