package io.batonmq.store;

/**
 * A chunk of content that is shared by several message rows or too large for one.
 *
 * @param content names it: a position of its own
 * @param chunk from 0
 * @param bytes at most 256 KiB
 */
public record ContentRow(Position content, int chunk, byte[] bytes) {}
