/** Tests of the jar that is dropped into containers. */
@NullMarked
package io.batonmq.jar;

import org.jspecify.annotations.NullMarked;
