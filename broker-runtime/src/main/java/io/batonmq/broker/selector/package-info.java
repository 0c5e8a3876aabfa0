/** Message selectors: their parser and expressions. */
@NullMarked
package io.batonmq.broker.selector;

import org.jspecify.annotations.NullMarked;
