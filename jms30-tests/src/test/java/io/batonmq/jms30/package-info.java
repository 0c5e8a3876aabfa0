/** The provider with the JMS API 3.0. */
@NullMarked
package io.batonmq.jms30;

import org.jspecify.annotations.NullMarked;
