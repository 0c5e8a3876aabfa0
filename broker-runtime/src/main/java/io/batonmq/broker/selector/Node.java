package io.batonmq.broker.selector;

/** A part of a selector: a value, or something that is true, false or unknown. */
sealed interface Node permits Term, Condition {}
