package io.batonmq.broker.destination;

import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ProtocolException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which consumer gets the messages of which group of a queue (JMSXGroupID): the one that got the group's first, as long as
 * it is attached. Confined to the broker loop.
 *
 * <p>Groups go by their hash: two that share one share a consumer. What is remembered is bounded; groups beyond that share
 * one of a few places, and are not closed one by one.
 */
final class MessageGroups {
    /** No group. */
    static final int NONE = 0;

    private static final String ID = "JMSXGroupID";
    private static final String SEQUENCE = "JMSXGroupSeq";
    /** The last message of a group says so by this sequence number, as with ActiveMQ and Artemis. */
    private static final int LAST = -1;

    private static final int MOST = 4_096;
    private static final int SHARED = 256;

    private final Map<Integer, ConsumerAttachment> owners = new HashMap<>();
    /** Of groups that found no room, by place. */
    private final Map<Integer, ConsumerAttachment> shared = new HashMap<>();

    /** The group a message belongs to, or none. */
    static int of(EncodedMessage message) {
        Object id = property(message, ID);
        if (!(id instanceof String text) || text.isEmpty()) {
            return NONE;
        }
        int hash = text.hashCode() * 0x9E3779B9;
        return hash == NONE ? 1 : hash;
    }

    /** Whether it is its group's last one. */
    static boolean isLast(EncodedMessage message) {
        return property(message, SEQUENCE) instanceof Number number && number.longValue() == LAST;
    }

    private static @Nullable Object property(EncodedMessage message, String name) {
        try {
            return message.property(name);
        } catch (ProtocolException e) {
            return null; // nothing that can't be read is let in; what a newer node stored is dispatched all the same
        }
    }

    @Nullable
    ConsumerAttachment owner(int group) {
        ConsumerAttachment own = owners.get(group);
        return own != null ? own : shared.get(Math.floorMod(group, SHARED));
    }

    void assign(int group, ConsumerAttachment consumer) {
        if (owners.size() < MOST) {
            owners.put(group, consumer);
        } else {
            shared.put(Math.floorMod(group, SHARED), consumer);
        }
    }

    /** The next message of the group may go to any consumer. */
    void close(int group) {
        owners.remove(group);
    }

    /** Its groups are anyone's. */
    void detached(ConsumerAttachment consumer) {
        owners.values().removeIf(owner -> owner == consumer);
        shared.values().removeIf(owner -> owner == consumer);
    }
}
