package io.batonmq.jms.jndi;

/** Makes a connection factory from a failover URL: the seam between naming and the client. Stateless. */
@FunctionalInterface
interface ConnectionFactoryMaker {

    /**
     * Returns a factory that is {@code ConnectionFactory}, {@code QueueConnectionFactory} and
     * {@code TopicConnectionFactory} at once.
     *
     * @param url in any of the four spellings
     */
    Object make(String url);
}
