package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a URL that shapes a connection but not how it is reached. Immutable. Each option is written
 * {@code jms.NAME} in every spelling; the homes' own names are mapped onto these.
 *
 * @param clientID the JMS client identifier. Default: none
 * @param username user for {@code createConnection()} without arguments. Default: none
 * @param password that user's password. Default: none
 * @param prefetch how many undelivered messages a consumer may hold. Default: 256 messages and 1 MiB
 * @param replayWindow bytes of unconfirmed commands a session keeps for replay before it waits for confirms; at least
 *     one command always fits; -1 turns replay off (R19). Default: 1 MiB
 * @param ackWindow unconfirmed acknowledgements of an AUTO_ACKNOWLEDGE session, 1 to 10,000; 1 is the specification's
 *     strict bound (R12). Default: 64
 * @param callTimeout how long a blocking call waits for the broker's answer while connected, null for ever. Default:
 *     none, Artemis spelling 30 s
 * @param closeTimeout how long {@code close()} waits while the connection is interrupted (R22). Default: 5 s
 * @param events what an {@code ExceptionListener} is told of. Default: failures, Artemis spelling all
 * @param deserializationAllow classes ({@code com.acme.Order}) and packages ({@code com.acme.*}, with all below) that an
 *     {@code ObjectMessage} may contain besides the JDK's plain values; {@code *} allows all. Default: empty
 * @param deserializationDeny classes and packages that it may not contain, whatever is allowed. Default: empty
 */
public record ConnectionOptions(
        @Nullable String clientID,
        @Nullable String username,
        @Nullable String password,
        Prefetch prefetch,
        int replayWindow,
        int ackWindow,
        @Nullable Duration callTimeout,
        Duration closeTimeout,
        EventLevel events,
        List<String> deserializationAllow,
        List<String> deserializationDeny) {

    /** The value of {@link #replayWindow} that turns replay off. */
    public static final int NO_REPLAY = -1;

    /** Copies the lists. */
    public ConnectionOptions {
        deserializationAllow = List.copyOf(deserializationAllow);
        deserializationDeny = List.copyOf(deserializationDeny);
    }

    @Override
    public String toString() {
        return "ConnectionOptions[clientID=" + clientID + ", username=" + username + ", prefetch=" + prefetch
                + ", replayWindow=" + replayWindow + ", ackWindow=" + ackWindow + ", callTimeout=" + callTimeout
                + ", closeTimeout=" + closeTimeout + ", events=" + events + ", deserializationAllow="
                + deserializationAllow + ", deserializationDeny=" + deserializationDeny + "]";
    }
}
