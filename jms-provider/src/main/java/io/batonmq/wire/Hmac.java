package io.batonmq.wire;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * HMAC-SHA-256 (RFC 2104) under one key. Made of the digest alone: the JDK's own brings up all of {@code javax.crypto}, which
 * takes a starting client longer than the rest of its authentication, and hashes the key again for each of a password's thousands
 * of rounds. Used by one thread.
 */
final class Hmac {
    private static final int BLOCK = 64;

    private final byte[] innerKey;
    private final byte[] outerKey;
    private final MessageDigest inner;
    private final MessageDigest outer;

    Hmac(byte[] key) {
        byte[] block = Arrays.copyOf(key.length > BLOCK ? sha256().digest(key) : key, BLOCK);
        this.innerKey = masked(block, 0x36);
        this.outerKey = masked(block, 0x5C);
        this.inner = after(innerKey);
        this.outer = after(outerKey);
    }

    byte[] of(byte[] data) {
        MessageDigest first = copy(inner, innerKey);
        MessageDigest second = copy(outer, outerKey);
        return second.digest(first.digest(data));
    }

    private static byte[] masked(byte[] block, int mask) {
        byte[] masked = block.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= (byte) mask;
        }
        return masked;
    }

    private static MessageDigest after(byte[] block) {
        MessageDigest digest = sha256();
        digest.update(block);
        return digest;
    }

    private static MessageDigest copy(MessageDigest digest, byte[] block) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            return after(block); // a security provider in hardware, say
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
