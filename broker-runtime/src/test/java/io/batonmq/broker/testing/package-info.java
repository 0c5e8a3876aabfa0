/** What tests of the broker's cores drive them with: a loop by hand, a store in memory. */
@NullMarked
package io.batonmq.broker.testing;

import org.jspecify.annotations.NullMarked;
