package io.batonmq.jms;

import io.batonmq.wire.WireDestination;
import jakarta.jms.Queue;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A queue by its name at the broker. Immutable, safe for use by any thread; equal if the names are. */
public final class BatonQueue extends BatonDestination implements Queue {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Names a queue; whether it exists is the broker's business.
     *
     * @param name 1 to 255 characters, no control characters, not beginning with {@code $}
     * @throws jakarta.jms.InvalidDestinationRuntimeException ({@code BATON-DESTINATION-NAME}) if the name isn't allowed
     */
    public BatonQueue(@Nullable String name) {
        super(name);
    }

    @Override
    WireDestination.Kind wireKind() {
        return WireDestination.Kind.QUEUE;
    }

    @Override
    String kind() {
        return "queue";
    }

    /** Returns the name. */
    @Override
    public String getQueueName() {
        return name();
    }
}
