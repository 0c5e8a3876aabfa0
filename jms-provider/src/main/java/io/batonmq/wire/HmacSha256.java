package io.batonmq.wire;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * HMAC-SHA-256 (RFC 2104) with one key, on the platform's SHA-256. The platform's own {@code Mac} makes a starting client
 * wait: its first use loads and checks the cryptography framework (50 ms of a cold machine's time), and it hashes both padded
 * keys anew for each result, which doubles the time of a key derivation. Used by one thread at a time.
 */
final class HmacSha256 {
    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final Supplier<MessageDigest> digests;
    private final byte[] innerPad;
    private final byte[] outerPad;
    private final MessageDigest inner;
    private final MessageDigest outer;

    HmacSha256(byte[] key) {
        this(key, HmacSha256::sha256);
    }

    HmacSha256(byte[] key, Supplier<MessageDigest> digests) {
        this.digests = digests;
        byte[] block = Arrays.copyOf(key.length > BLOCK ? digests.get().digest(key) : key, BLOCK);
        this.innerPad = padded(block, INNER);
        this.outerPad = padded(block, OUTER);
        this.inner = begun(innerPad);
        this.outer = begun(outerPad);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] padded(byte[] block, byte pad) {
        byte[] result = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            result[i] = (byte) (block[i] ^ pad);
        }
        return result;
    }

    private MessageDigest begun(byte[] pad) {
        MessageDigest digest = digests.get();
        digest.update(pad);
        return digest;
    }

    /** The code of these bytes. */
    byte[] of(byte[] data) {
        byte[] hash = copy(inner, innerPad).digest(data);
        return copy(outer, outerPad).digest(hash);
    }

    private MessageDigest copy(MessageDigest begun, byte[] pad) {
        try {
            return (MessageDigest) begun.clone();
        } catch (CloneNotSupportedException e) { // a provider's on special hardware
            return begun(pad);
        }
    }
}
