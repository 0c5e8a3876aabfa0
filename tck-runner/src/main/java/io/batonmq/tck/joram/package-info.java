/** Runs the Joram JMS test suite against any provider that JNDI knows. The suite itself is not part of this module. */
@NullMarked
package io.batonmq.tck.joram;

import org.jspecify.annotations.NullMarked;
