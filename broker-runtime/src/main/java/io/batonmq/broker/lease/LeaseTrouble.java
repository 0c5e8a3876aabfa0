package io.batonmq.broker.lease;

import io.batonmq.store.LeaseRow;
import io.batonmq.store.StoreException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says of trouble with the lease: once for each outage or mistake. Confined to the lease loop. */
final class LeaseTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseTrouble.class);

    private final LeaseSettings settings;
    private boolean outageTold;
    private boolean intervalsTold;

    LeaseTrouble(LeaseSettings settings) {
        this.settings = settings;
    }

    /** The database answers: the next failure is a new outage. */
    void answered() {
        outageTold = false;
    }

    /** A statement failed. Returns why the database can't be used at all, or null if it may be tried again. */
    @Nullable
    String failed(String attempt, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof StoreException.Unusable unusable) {
            return String.valueOf(unusable.getMessage());
        }
        String why = cause == null ? "no answer" : cause.getMessage();
        if (outageTold) {
            LOG.debug("Could not {}: {}", attempt, why);
        } else {
            LOG.warn("Could not {}: {}; trying on", attempt, why);
            outageTold = true;
        }
        return null;
    }

    /** C101: it works, but takeovers take as long as whoever holds the lease has been told. */
    void holderHasLongerInterval(LeaseRow row, long holdersMillis) {
        if (!intervalsTold) {
            intervalsTold = true;
            LOG.warn(
                    "The lease of {} is good for at least {} ms, lease.activation here is {} ms: set lease.activation and"
                            + " lease.heartbeat to the same on all nodes",
                    row.holder(),
                    holdersMillis,
                    settings.activation().toMillis());
        }
    }
}
