package io.batonmq.jms.internal.core;

/** What happens to a consumer; called on the loop, must not block. */
public interface ConsumerEvents {

    /** The node closed it; an open take has failed with the same. */
    void closed(CoreException cause);
}
