package io.batonmq.tck;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The provider under test. One thread. */
interface Provider extends AutoCloseable {

    /** Properties that lead to it: JNDI's, and {@value JndiNames#RENAMING}… and the like. */
    Map<String, String> jndi();

    /** Forgets what earlier tests left, if it can. */
    void renew() throws BadInputException, IOException, InterruptedException;

    /** Says what to add to the provider's own name; may be empty. */
    String description();

    /** Says what happened to it while it was tested; may be empty. */
    default String outcome() {
        return "";
    }

    /** What must not have happened to it: then the run has failed, whatever the tests say. */
    default List<String> faults() {
        return List.of();
    }

    @Override
    void close();
}
