package io.batonmq.tck;

import java.util.Map;

/** The provider under test. One thread. */
interface Provider extends AutoCloseable {

    /** Properties that lead to it: JNDI's, and {@value JndiNames#RENAMING}… and the like. */
    Map<String, String> jndi();

    /** Forgets what earlier tests left, if it can. */
    void renew() throws BadInputException;

    /** Says what to add to the provider's own name; may be empty. */
    String description();

    @Override
    void close();
}
