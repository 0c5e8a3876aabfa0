package io.batonmq.broker.session;

import io.batonmq.store.Identity;
import io.batonmq.wire.UniqueId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Ids between wire and store, and the hash of a connection's secret. Stateless. */
final class Ids {
    private Ids() {}

    static Identity stored(UniqueId id) {
        return new Identity(id.high(), id.low());
    }

    static UniqueId wire(Identity id) {
        return new UniqueId(id.high(), id.low());
    }

    /** SHA-256: the row must not tell what a client has to know. */
    static byte[] hash(UniqueId secret) {
        try {
            byte[] bytes = ByteBuffer.allocate(16)
                    .putLong(secret.high())
                    .putLong(secret.low())
                    .array();
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
