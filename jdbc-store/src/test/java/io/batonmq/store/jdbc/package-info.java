/** Tests of the JDBC stores on real databases. */
@NullMarked
package io.batonmq.store.jdbc;

import org.jspecify.annotations.NullMarked;
