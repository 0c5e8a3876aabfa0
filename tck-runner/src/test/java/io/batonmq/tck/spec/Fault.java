package io.batonmq.tck.spec;

import org.jspecify.annotations.Nullable;

/** What a wrong provider does with the calls of its clients, and with its own calls of their listeners. Safe for use by any thread. */
@FunctionalInterface
interface Fault {
    /** Nothing is wrong. */
    Fault NONE = Call::proceed;

    /** Answers a call: lets it proceed, does something else, or throws. */
    @Nullable
    Object answer(Call call) throws Throwable;
}
