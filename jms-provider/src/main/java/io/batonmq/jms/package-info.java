/** What an application touches: connection factories, destinations, listeners and options. */
@NullMarked
package io.batonmq.jms;

import org.jspecify.annotations.NullMarked;
