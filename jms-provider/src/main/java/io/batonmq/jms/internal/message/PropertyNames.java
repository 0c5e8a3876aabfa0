package io.batonmq.jms.internal.message;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which property names the specification allows (3.5.1, 3.8.1.1, 3.5.9). Stateless, any thread. */
final class PropertyNames {

    static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    /** These names, as 3.8.1.1 writes them: identifiers are case sensitive, and properties named "in" or "true" exist. */
    private static final Set<String> RESERVED =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    /** Those the specification defines; an application that copies a received message's properties sets any of them. */
    private static final Set<String> DEFINED = Set.of(
            "JMSXUserID",
            "JMSXAppID",
            DELIVERY_COUNT,
            "JMSXGroupID",
            "JMSXGroupSeq",
            "JMSXProducerTXID",
            "JMSXConsumerTXID",
            "JMSXRcvTimestamp",
            "JMSXState");

    private PropertyNames() {}

    /**
     * Refuses a name that must not be set.
     *
     * @param strict false: only null and "" are refused, for applications that use names of older systems (C80)
     */
    static void check(@Nullable String name, boolean strict) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a property name must not be null or empty");
        }
        if (!strict) {
            return;
        }
        if (!isIdentifier(name)) {
            throw new IllegalArgumentException("property name '" + name
                    + "' must be an identifier: a letter, '_' or '$' followed by letters, digits, '_' or '$'");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("property name '" + name + "' is a reserved word of message selectors");
        }
        // JMS_ names are vendors' own: a bridge that copies them from another provider's message must be able to.
        if (name.startsWith("JMS") && !name.startsWith("JMS_") && !DEFINED.contains(name)) {
            throw new IllegalArgumentException(
                    "property name '" + name + "': names that start with JMS are reserved by the specification");
        }
    }

    private static boolean isIdentifier(String name) {
        int first = name.codePointAt(0);
        if (!Character.isJavaIdentifierStart(first)) {
            return false;
        }
        for (int i = Character.charCount(first); i < name.length(); ) {
            int next = name.codePointAt(i);
            if (!Character.isJavaIdentifierPart(next)) {
                return false;
            }
            i += Character.charCount(next);
        }
        return true;
    }
}
