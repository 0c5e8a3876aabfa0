package io.batonmq.jms;

import io.batonmq.jms.internal.message.TemporaryOwner;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.WireDestination;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryTopic;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A temporary topic: it lives as long as the connection that made it, across failovers too, or until it is deleted.
 * Sessions make them ({@code createTemporaryTopic()}); those of other connections arrive in JMSReplyTo. Immutable, safe for
 * use by any thread.
 */
public final class BatonTemporaryTopic extends BatonDestination implements TemporaryTopic {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Not kept by serialization: a copy can be sent to, but not deleted. */
    private final transient @Nullable TemporaryOwner owner;

    BatonTemporaryTopic(String name, TemporaryOwner owner) {
        super(name);
        this.owner = owner;
    }

    @Override
    boolean isTemporary() {
        return true;
    }

    @Override
    WireDestination.Kind wireKind() {
        return WireDestination.Kind.TEMPORARY_TOPIC;
    }

    @Override
    String kind() {
        return "temporary-topic";
    }

    /** Returns the name. */
    @Override
    public String getTopicName() {
        return name();
    }

    /**
     * Deletes it with all its messages.
     *
     * @throws JMSException {@code BATON-DESTINATION-IN-USE} while a consumer is open on it, {@code
     *     BATON-DESTINATION-NOT-YOURS} if another connection made it, or if the connection is closed
     */
    @Override
    public void delete() throws JMSException {
        if (owner == null) {
            throw new JMSException(
                    "a copy of a temporary topic can't delete it", ErrorCode.DESTINATION_NOT_YOURS.text());
        }
        owner.delete(wire());
    }
}
