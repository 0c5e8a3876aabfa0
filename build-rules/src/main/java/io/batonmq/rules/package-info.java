/** The architecture rules of this project, each as a value that a module's test checks. */
@NullMarked
package io.batonmq.rules;

import org.jspecify.annotations.NullMarked;
