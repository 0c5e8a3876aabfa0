/** Spring and pooled-jms on BatonMQ: what applications do with it most. */
@NullMarked
package io.batonmq.spring;

import org.jspecify.annotations.NullMarked;
