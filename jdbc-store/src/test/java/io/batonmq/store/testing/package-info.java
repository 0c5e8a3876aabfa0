/** Databases for tests: a real PostgreSQL wherever the tests run, and H2 in files. Exported to the modules above. */
@NullMarked
package io.batonmq.store.testing;

import org.jspecify.annotations.NullMarked;
