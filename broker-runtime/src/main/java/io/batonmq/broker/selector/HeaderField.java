package io.batonmq.broker.selector;

import io.batonmq.broker.selector.Term.Kind;
import org.jspecify.annotations.Nullable;

/** What selectors may name of a message besides its properties: six header fields (3.8.1.1), and the count the broker keeps. */
enum HeaderField {
    /** 'PERSISTENT' or 'NON_PERSISTENT' (3.8.1.3). */
    DELIVERY_MODE("JMSDeliveryMode", Kind.STRING) {
        @Override
        Object value(Subject subject) {
            return subject.message().head().persistent() ? "PERSISTENT" : "NON_PERSISTENT";
        }
    },
    PRIORITY("JMSPriority", Kind.NUMBER) {
        @Override
        Object value(Subject subject) {
            return subject.message().head().priority();
        }
    },
    MESSAGE_ID("JMSMessageID", Kind.STRING) {
        @Override
        @Nullable
        Object value(Subject subject) {
            return subject.message().head().messageId();
        }
    },
    TIMESTAMP("JMSTimestamp", Kind.NUMBER) {
        @Override
        Object value(Subject subject) {
            return subject.message().head().timestamp();
        }
    },
    /** Null where it is bytes: those are another system's, and no string. */
    CORRELATION_ID("JMSCorrelationID", Kind.STRING) {
        @Override
        @Nullable
        Object value(Subject subject) {
            return subject.message().head().correlationId() instanceof String text ? text : null;
        }
    },
    TYPE("JMSType", Kind.STRING) {
        @Override
        @Nullable
        Object value(Subject subject) {
            return subject.message().head().type();
        }
    },
    /** The one this delivery will carry, whatever its producer set. */
    DELIVERY_COUNT("JMSXDeliveryCount", Kind.NUMBER) {
        @Override
        Object value(Subject subject) {
            return subject.deliveryCount();
        }
    };

    private final String identifier;
    private final Kind kind;

    HeaderField(String identifier, Kind kind) {
        this.identifier = identifier;
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    abstract Object value(Subject subject);

    static @Nullable HeaderField named(String identifier) {
        for (HeaderField field : values()) {
            if (field.identifier.equals(identifier)) {
                return field;
            }
        }
        return null;
    }
}
