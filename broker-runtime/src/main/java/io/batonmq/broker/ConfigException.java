package io.batonmq.broker;

import java.util.List;

/** The configuration can't work. The message names each setting and the remedy; it is meant for the user, without a trace. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConfigException(String problem) {
        this(List.of(problem));
    }

    ConfigException(List<String> problems) {
        super("BATON-CONFIG-INVALID: " + String.join("; ", problems), null, false, false);
    }
}
