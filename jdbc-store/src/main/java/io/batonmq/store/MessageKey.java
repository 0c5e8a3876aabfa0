package io.batonmq.store;

/** Names a message row. */
public record MessageKey(long queue, Position position) {}
