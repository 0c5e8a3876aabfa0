/** The JNDI context that hands out connection factories and destinations. */
@NullMarked
package io.batonmq.jms.jndi;

import org.jspecify.annotations.NullMarked;
