package io.batonmq.tck;

import java.util.Map;

/**
 * A provider that the user runs and whose JNDI they describe. It can't be made new. Immutable.
 *
 * @param jndi its properties
 */
record GivenProvider(Map<String, String> jndi) implements Provider {

    GivenProvider {
        jndi = Map.copyOf(jndi);
    }

    @Override
    public void renew() {}

    @Override
    public String description() {
        return "";
    }

    @Override
    public void close() {}
}
