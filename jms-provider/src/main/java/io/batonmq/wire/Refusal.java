package io.batonmq.wire;

/**
 * A command that was refused; the refusal is its stored effect (R3).
 *
 * @param number the command's number in its session
 * @param code why
 * @param text one sentence that names the thing and the remedy
 */
public record Refusal(long number, ErrorCode code, String text) {}
