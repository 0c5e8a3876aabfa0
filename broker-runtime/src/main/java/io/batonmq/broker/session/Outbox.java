package io.batonmq.broker.session;

import io.batonmq.store.ContentRow;
import io.batonmq.store.Position;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Frame;
import io.batonmq.wire.LargeBody;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session's consumers are sent, in order; large bodies are read from the store a few chunks at a time, and what comes
 * later waits for them (S8). Confined to the broker loop.
 */
final class Outbox {
    private static final Logger log = LoggerFactory.getLogger(Outbox.class);
    private static final int CHUNKS_PER_READ = 4;
    private static final Duration READ_AGAIN = Duration.ofMillis(200);

    private sealed interface Item {
        record Message(Delivery delivery, int consumer, boolean browse) implements Item {}

        record Plain(Frame frame) implements Item {}
    }

    private final Holding holding;
    private final Session session;
    private final Deque<Item> waiting = new ArrayDeque<>();
    private @Nullable Body sending;
    private long lastBody;

    Outbox(Holding holding, Session session) {
        this.holding = holding;
        this.session = session;
    }

    void deliver(Delivery delivery, int consumer, boolean browse) {
        waiting.add(new Item.Message(delivery, consumer, browse));
        pump();
    }

    /** Behind everything delivered so far. */
    void send(Frame frame) {
        waiting.add(new Item.Plain(frame));
        pump();
    }

    /** The link is gone, or the session: nothing of it is sent any more. */
    void clear() {
        waiting.clear();
        sending = null;
    }

    private void pump() {
        while (sending == null) {
            Item item = waiting.poll();
            if (item == null) {
                return;
            }
            if (item instanceof Item.Plain plain) {
                session.connection().sendAnswered(plain.frame());
            } else if (item instanceof Item.Message message && stillDue(message)) {
                start(message);
            }
        }
    }

    /** It may have been given back while it waited: its consumer closed. */
    private boolean stillDue(Item.Message message) {
        return message.browse() || session.held().find(message.delivery().ref()) == message.delivery();
    }

    private void start(Item.Message message) {
        Position content = message.delivery().entry().content();
        if (content == null) {
            send(message, message.delivery().entry().message(), null);
        } else {
            sending = new Body(message, content, ++lastBody);
            sending.read();
        }
    }

    private void send(Item.Message message, EncodedMessage bytes, @Nullable LargeBody body) {
        session.connection().sendAnswered(frame(session.number(), message, bytes, body));
        if (!message.browse() && stillDue(message)) {
            message.delivery().entry().sent();
        }
    }

    private static Deliver frame(int session, Item.Message message, EncodedMessage bytes, @Nullable LargeBody body) {
        Delivery delivery = message.delivery();
        return new Deliver(
                session,
                message.consumer(),
                delivery.ref(),
                delivery.entry().deliveryCount(),
                delivery.entry().expiresAtMillis(),
                bytes,
                body);
    }

    /** One body on its way. */
    private final class Body {
        private final Item.Message message;
        private final Position content;
        /** Given back while its body is on its way, the message may be sent to others, and leave memory, before this ends. */
        private final EncodedMessage head;

        private final long id;
        private int parts;
        private long bytes;

        Body(Item.Message message, Position content, long id) {
            this.message = message;
            this.content = content;
            this.head = message.delivery().entry().message();
            this.id = id;
        }

        void read() {
            holding.loop()
                    .whenDone(
                            holding.store().content(holding.leaseName(), content, parts, CHUNKS_PER_READ),
                            this::onRead);
        }

        private void onRead(@Nullable List<ContentRow> chunks, @Nullable Throwable failure) {
            if (sending != this || !holding.gate().trusted()) {
                return; // the link it was for is gone, or will be (L1)
            }
            if (chunks == null) {
                holding.loop().schedule(READ_AGAIN, () -> {
                    if (sending == this) {
                        read();
                    }
                });
                return;
            }
            for (ContentRow chunk : chunks) {
                session.connection().sendAnswered(new DeliverPart(session.number(), id, parts, chunk.bytes()));
                parts++;
                bytes += chunk.bytes().length;
            }
            long length = message.delivery().entry().contentLength();
            if (bytes >= length) {
                sending = null;
                send(message, head, new LargeBody(id, length, parts));
                pump();
            } else if (chunks.isEmpty()) {
                // Consumed while it was browsed, or its queue was removed while it was on its way.
                log.warn(
                        "the body of {} is gone, the message is not sent",
                        message.delivery().entry());
                sending = null;
                session.returnCredit(
                        message.consumer(), message.delivery().entry().size());
                pump();
            } else {
                Objects.requireNonNull(session.connection().binding()).whenWritable(this::readOn);
            }
        }

        private void readOn() {
            if (sending == this) {
                read();
            }
        }
    }
}
