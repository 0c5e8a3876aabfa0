/**
 * Runs the Jakarta Messaging TCK against a JMS provider given by JNDI. {@link io.batonmq.tck.TckMain} is the runner; each
 * of the TCK's classes runs in a process of its own, which begins at {@link io.batonmq.tck.ChildMain}. The TCK itself is not
 * part of this module.
 */
@NullMarked
package io.batonmq.tck;

import org.jspecify.annotations.NullMarked;
