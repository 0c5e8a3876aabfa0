/** The store in SQL: one writer, one class per table, one dialect per database. */
@NullMarked
package io.batonmq.store.jdbc;

import org.jspecify.annotations.NullMarked;
