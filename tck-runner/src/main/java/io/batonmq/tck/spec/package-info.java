/**
 * What the Jakarta Messaging 3.1 specification says that a provider must do, as tests. There is one class for each section
 * that states such a rule, named for its number and title: {@code Section060209…} is section 6.2.9. They know
 * {@code jakarta.jms}, JNDI and JUnit, and no provider. {@link io.batonmq.tck.spec.SpecSuite} is the suite.
 */
@NullMarked
package io.batonmq.tck.spec;

import org.jspecify.annotations.NullMarked;
