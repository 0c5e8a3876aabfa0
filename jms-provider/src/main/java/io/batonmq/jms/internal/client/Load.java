package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * So many messages of a connection consumer that a session may take in its next run (11.2.5). Which they are is settled only
 * when each is taken, so that what a failover or a rollback takes away needs not be unloaded. Confined to the loop.
 */
final class Load {
    private final ClientConsumer from;
    private final Owner owner;
    private int left;

    /** Who counts what is loaded. On the loop. */
    interface Owner {
        /** One was handed out. */
        void taken();

        /** So many are not wanted, or not to be had. */
        void ended(int messages);
    }

    Load(ClientConsumer from, int messages, Owner owner) {
        this.from = from;
        this.left = messages;
        this.owner = owner;
    }

    boolean isEmpty() {
        return left == 0;
    }

    /** The next; null = there is none that can be handed out now. */
    Call<@Nullable Delivery> take(ClientSession to) {
        return from.takeFor(to);
    }

    /** One was handed out. */
    void taken() {
        if (left > 0) {
            left--;
            owner.taken();
        }
    }

    /** The rest is not wanted, or not to be had. */
    void end() {
        int rest = left;
        left = 0;
        owner.ended(rest);
    }
}
