package io.batonmq.jms;

import io.batonmq.jms.internal.message.TemporaryOwner;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.WireDestination;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A temporary queue: it lives as long as the connection that made it, across failovers too, or until it is deleted.
 * Sessions make them ({@code createTemporaryQueue()}); those of other connections arrive in JMSReplyTo. Immutable, safe for
 * use by any thread.
 */
public final class BatonTemporaryQueue extends BatonDestination implements TemporaryQueue {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Not kept by serialization: a copy can be sent to, but not deleted. */
    private final transient @Nullable TemporaryOwner owner;

    BatonTemporaryQueue(String name, TemporaryOwner owner) {
        super(name);
        this.owner = owner;
    }

    @Override
    boolean isTemporary() {
        return true;
    }

    @Override
    WireDestination.Kind wireKind() {
        return WireDestination.Kind.TEMPORARY_QUEUE;
    }

    @Override
    String kind() {
        return "temporary-queue";
    }

    /** Returns the name. */
    @Override
    public String getQueueName() {
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
                    "a copy of a temporary queue can't delete it", ErrorCode.DESTINATION_NOT_YOURS.text());
        }
        owner.delete(wire());
    }
}
