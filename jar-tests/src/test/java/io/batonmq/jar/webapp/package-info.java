/** The web application that the tests deploy: its classes are copied into its {@code WEB-INF/classes}. */
@NullMarked
package io.batonmq.jar.webapp;

import org.jspecify.annotations.NullMarked;
