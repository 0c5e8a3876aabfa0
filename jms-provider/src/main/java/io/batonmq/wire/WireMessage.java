package io.batonmq.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message decoded: header, properties, body.
 *
 * @param head the header
 * @param properties in insertion order; values are Boolean, Byte, Short, Integer, Long, Float, Double, String or null
 * @param body encoded as its kind says; empty if it goes in parts
 */
public record WireMessage(MessageHead head, Map<String, @Nullable Object> properties, byte[] body) {}
