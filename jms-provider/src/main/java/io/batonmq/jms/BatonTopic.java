package io.batonmq.jms;

import io.batonmq.wire.WireDestination;
import jakarta.jms.Topic;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A topic by its name at the broker. Immutable, safe for use by any thread; equal if the names are. */
public final class BatonTopic extends BatonDestination implements Topic {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Names a topic; whether it exists is the broker's business.
     *
     * @param name 1 to 255 characters, no control characters, not beginning with {@code $}
     * @throws jakarta.jms.InvalidDestinationRuntimeException ({@code BATON-DESTINATION-NAME}) if the name isn't allowed
     */
    public BatonTopic(@Nullable String name) {
        super(name);
    }

    @Override
    WireDestination.Kind wireKind() {
        return WireDestination.Kind.TOPIC;
    }

    @Override
    String kind() {
        return "topic";
    }

    /** Returns the name. */
    @Override
    public String getTopicName() {
        return name();
    }
}
