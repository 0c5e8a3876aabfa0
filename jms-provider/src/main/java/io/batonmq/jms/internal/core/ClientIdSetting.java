package io.batonmq.jms.internal.core;

import io.batonmq.wire.Request.SetClientId;
import org.jspecify.annotations.Nullable;

/** Setting the client identifier: declared, and declared again to the next holder, until one answers. Confined to the loop. */
final class ClientIdSetting {
    private final Core core;
    private final ConnectionIdentity identity;
    private @Nullable CoreCall<Void> open;
    private String wanted = "";
    private boolean written;

    ClientIdSetting(Core core, ConnectionIdentity identity) {
        this.core = core;
        this.identity = identity;
    }

    Call<Void> set(String clientId) {
        CoreCall<Void> call = core.calls().bounded();
        open = call;
        wanted = clientId;
        written = false;
        call.onWithdraw(why -> written ? Failures.unknown(why) : Failures.timedOut(why)); // R13
        if (core.channel().declares()) {
            declare();
        }
        return call;
    }

    void declare() {
        CoreCall<Void> call = open;
        if (call == null || call.ended()) {
            return;
        }
        String clientId = wanted;
        long request = core.requests().add(reply -> {
            if (reply.code() == null) {
                identity.clientId(clientId);
                call.complete(null);
            } else {
                call.fail(new CoreException(reply.code(), reply.text()));
            }
        });
        written = true;
        core.channel().send(new SetClientId(request, clientId));
    }
}
