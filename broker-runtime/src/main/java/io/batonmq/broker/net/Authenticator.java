package io.batonmq.broker.net;

import io.batonmq.wire.ScramCredentials;
import org.jspecify.annotations.Nullable;

/** Who may open a link. Asked on I/O threads; must not block. */
public interface Authenticator {

    /** Whether peers may come without a password. */
    boolean anonymous();

    /** Whether there are users at all. */
    boolean users();

    /**
     * A user's credentials, null = no such user.
     *
     * @throws io.batonmq.wire.ProtocolException with {@link io.batonmq.wire.ErrorCode#SECURITY_UNAVAILABLE} if it can't be
     *     known now: the peer tries again (C50)
     */
    @Nullable
    ScramCredentials find(String user);

    /** What this node authenticates with at other nodes, as user {@link #NODE}; null = anonymously. */
    @Nullable
    String nodePassword();

    /** The name that nodes authenticate as; no user may have it. */
    String NODE = "$node";
}
