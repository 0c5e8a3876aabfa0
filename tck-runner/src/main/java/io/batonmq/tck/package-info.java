/** Runs conformance suites against a JMS provider given by JNDI. */
@NullMarked
package io.batonmq.tck;

import org.jspecify.annotations.NullMarked;
