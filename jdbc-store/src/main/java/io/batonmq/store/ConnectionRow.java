package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * A client connection that has a consumer or a durable effect (R17).
 *
 * @param id chosen by the client
 * @param secretHash SHA-256 of its secret
 * @param user whom it authenticated as, null = anonymous
 * @param clientId JMS client identifier
 * @param attach the last stored attach id (R5)
 * @param reconnectDelayMillis declared by the client (R9)
 * @param detachedSinceMillis database time of the loss of its link, 0 = attached (or lost with its holder)
 */
public record ConnectionRow(
        Identity id,
        byte[] secretHash,
        @Nullable String user,
        @Nullable String clientId,
        Identity attach,
        long reconnectDelayMillis,
        long detachedSinceMillis) {}
