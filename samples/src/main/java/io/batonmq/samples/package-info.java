/** Small programs that show how BatonMQ is used. */
@NullMarked
package io.batonmq.samples;

import org.jspecify.annotations.NullMarked;
