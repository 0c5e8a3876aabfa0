package io.batonmq.store.jdbc;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Tells the readers' pool which connections must go: Hikari itself keeps one that leads to a demoted primary. Stateless. */
public final class EvictOnStoreFault implements SQLExceptionOverride {

    /** For Hikari, by name. */
    public EvictOnStoreFault() {}

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return SqlFault.of(failure).evicts() ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
