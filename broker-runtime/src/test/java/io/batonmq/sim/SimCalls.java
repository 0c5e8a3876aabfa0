package io.batonmq.sim;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.sim.Ledger.Told;
import io.batonmq.wire.ErrorCode;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls of one application: now and then it gives up waiting for one (R13). Confined to the simulation's thread. */
final class SimCalls {
    private final SimClient client;
    private final String name;
    private final double impatience;
    private final Consumer<CoreException> failed;
    private final Set<Call<?>> open = new HashSet<>();

    SimCalls(SimClient client, String name, double impatience, Consumer<CoreException> failed) {
        this.client = client;
        this.name = name;
        this.impatience = impatience;
        this.failed = failed;
    }

    int open() {
        return open.size();
    }

    <T> void of(Call<T> call, BiConsumer<@Nullable T, @Nullable CoreException> done) {
        if (client.world.chance() < impatience) {
            client.world.at(client.process, SimWorld.millis(client.world.chance() * 4_000), () -> {
                if (!call.result().isDone()) {
                    client.world.note(name + " gives up waiting");
                    call.withdraw("the call timed out");
                }
            });
        }
        patiently(call, done);
    }

    <T> void patiently(Call<T> call, BiConsumer<@Nullable T, @Nullable CoreException> done) {
        open.add(call);
        call.result().whenComplete((value, failure) -> {
            open.remove(call);
            CoreException cause = failure == null ? null : core(failure);
            if (cause != null) {
                client.world.note(name + ": " + cause.code() + " " + cause.getMessage());
                failed.accept(cause);
            }
            done.accept(value, cause);
        });
    }

    static CoreException core(Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof CoreException core) {
            return core;
        }
        throw new IllegalStateException("a call failed with " + cause, cause);
    }

    static Told told(CoreException cause) {
        return switch (cause.code()) {
            case OUTCOME_UNKNOWN, CONNECTION_STOLEN -> Told.UNKNOWN;
            default -> Told.FAILED;
        };
    }

    /** Whether a call that ends so tells that there is no session any more. */
    static boolean endsSession(ErrorCode code) {
        return switch (code) {
            case SESSION_CLOSED, SESSION_UNKNOWN, CLOSED, CONNECTION_CLOSED, CONNECTION_STOLEN -> true;
            default -> false;
        };
    }
}
