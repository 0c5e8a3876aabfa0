package io.batonmq.jms.internal.message;

/**
 * What a connection's messages inherit from it. Immutable.
 *
 * @param deserialization which classes an ObjectMessage may contain
 * @param strictPropertyNames whether property names must be as the specification has them (C80)
 */
public record MessageSettings(DeserializationPolicy deserialization, boolean strictPropertyNames) {

    /** JDK plain values, and the specification's names. */
    public static final MessageSettings DEFAULT = new MessageSettings(DeserializationPolicy.PLAIN_VALUES, true);
}
