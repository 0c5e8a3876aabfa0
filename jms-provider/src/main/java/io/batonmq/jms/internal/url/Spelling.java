package io.batonmq.jms.internal.url;

/** Whose way of writing a failover URL a URL follows, and so whose option names and defaults it gets. Immutable. */
public enum Spelling {
    /** {@code failover:(tcp://a:61616,tcp://b:61616)?…}. */
    ACTIVEMQ("ActiveMQ"),
    /** {@code (tcp://a:61616,tcp://b:61616)?ha=true&…}, or one URL with an option that only Artemis has. */
    ARTEMIS("Artemis"),
    /** {@code tcp://a:7222,tcp://b:7222}, {@code +} between groups that share no state. */
    TIBCO("TIBCO EMS"),
    /** {@code tcp://a:61616} or {@code ssl://a:61617}: one server, no reconnection. */
    PLAIN("a plain URL");

    private final String home;

    Spelling(String home) {
        this.home = home;
    }

    /** Returns the name of the system the spelling comes from, for messages. */
    public String home() {
        return home;
    }
}
