package io.batonmq.broker.selector;

import io.batonmq.wire.BodyKind;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.MessageView;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages for selectors to look at, as a client encodes them. */
final class Sample {
    private static final WireDestination ORDERS = new WireDestination(WireDestination.Kind.QUEUE, "orders");

    private Sample() {}

    static MessageView of(Map<String, ? extends @Nullable Object> properties) {
        MessageHead head = new MessageHead(ORDERS, true, 7, 1_000, 0, 0, "ID:1", "corr", null, "sort", BodyKind.TEXT);
        return of(head, properties);
    }

    static MessageView of(MessageHead head, Map<String, ? extends @Nullable Object> properties) {
        return new MessageView(
                EncodedMessage.encode(new WireMessage(head, new LinkedHashMap<>(properties), new byte[0])));
    }

    /** Without anything optional in its header. */
    static MessageView bare() {
        return of(new MessageHead(ORDERS, false, 4, 0, 0, 0, null, null, null, null, BodyKind.NONE), Map.of());
    }

    /** One property of each type, and a null. */
    static MessageView ofAllTypes() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put("t", true);
        properties.put("f", false);
        properties.put("b", (byte) 7);
        properties.put("s", (short) 300);
        properties.put("i", 42);
        properties.put("l", 5_000_000_000L);
        properties.put("fl", 0.1f);
        properties.put("d", 2.5);
        properties.put("nan", Double.NaN);
        properties.put("text", "it's 50%_x");
        properties.put("digits", "42");
        properties.put("empty", "");
        properties.put("nothing", null);
        properties.put("_u$", 1);
        properties.put("größe", 3);
        properties.put("Upper", "U");
        properties.put("face", "a\uD83D\uDE00b");
        properties.put("JMSXGroupID", "g");
        properties.put("JMSXDeliveryCount", 99);
        properties.put("JMS_Vendor", "v");
        return of(properties);
    }
}
