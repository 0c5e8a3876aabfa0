package io.batonmq.jms.internal.core;

import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.CreateTemporary;
import io.batonmq.wire.Request.DeleteTemporary;
import io.batonmq.wire.UniqueId;
import io.batonmq.wire.WireDestination;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The temporary destinations of a connection, declared anew to each holder (R2, R17). Confined to the loop. */
final class Temporaries {

    /** CREATING → LIVE → DELETING → gone; CREATING → DELETING (withdrawn); DELETING → LIVE (refused). */
    private enum State {
        CREATING,
        LIVE,
        DELETING
    }

    private static final class Entry {
        private State state = State.CREATING;
        private @Nullable CoreCall<WireDestination> creating;
        private @Nullable CoreCall<Void> deleting;
        private boolean deleteWritten;
    }

    private final Core core;
    private final Map<WireDestination, Entry> entries = new LinkedHashMap<>();
    private long last;

    Temporaries(Core core) {
        this.core = core;
    }

    Call<WireDestination> create(WireDestination.Kind kind, UniqueId connection) {
        last++;
        WireDestination destination = new WireDestination(kind, "$tmp." + connection + "." + last);
        Entry entry = new Entry();
        entries.put(destination, entry);
        CoreCall<WireDestination> call = core.calls().bounded();
        entry.creating = call;
        call.onWithdraw(why -> {
            entry.state = State.DELETING;
            declare(destination, entry);
            return Failures.timedOut(why);
        });
        declare(destination, entry);
        return call;
    }

    Call<Void> delete(WireDestination destination) {
        Entry entry = entries.get(destination);
        if (entry == null || entry.state != State.LIVE) {
            return core.calls()
                    .failed(new CoreException(
                            ErrorCode.DESTINATION_NOT_YOURS,
                            destination.name() + " is not a temporary destination of this connection"));
        }
        entry.state = State.DELETING;
        CoreCall<Void> call = core.calls().bounded();
        entry.deleting = call;
        entry.deleteWritten = false;
        call.onWithdraw(why -> withdrawDelete(entry, why));
        declare(destination, entry);
        return call;
    }

    /** R13: never asked for, it lives on; else a node may have deleted it, or will when it is asked again. */
    private static CoreException withdrawDelete(Entry entry, String why) {
        if (entry.deleteWritten) {
            return new CoreException(
                    ErrorCode.OUTCOME_UNKNOWN, "it is not known whether this was done; it may still be: " + why);
        }
        entry.state = State.LIVE;
        entry.deleting = null;
        return Failures.timedOut(why);
    }

    /** R5 ③. */
    void declare() {
        List.copyOf(entries.entrySet()).forEach(each -> declare(each.getKey(), each.getValue()));
    }

    private void declare(WireDestination destination, Entry entry) {
        if (!core.channel().declares()) {
            return;
        }
        if (entry.state == State.DELETING) {
            entry.deleteWritten = true;
            long request = core.requests().add(reply -> deleted(destination, entry, reply));
            core.channel().send(new DeleteTemporary(request, destination));
        } else {
            long request = core.requests().add(reply -> created(destination, entry, reply));
            core.channel().send(new CreateTemporary(request, destination));
        }
    }

    private void created(WireDestination destination, Entry entry, Reply reply) {
        CoreCall<WireDestination> call = entry.creating;
        if (reply.code() == null) {
            if (entry.state == State.CREATING) {
                entry.state = State.LIVE;
            }
            if (call != null) {
                call.complete(destination);
            }
            return;
        }
        entries.remove(destination);
        CoreException why = new CoreException(reply.code(), reply.text());
        if (call != null && !call.ended()) {
            call.fail(why);
        } else {
            core.notice(why);
        }
    }

    private void deleted(WireDestination destination, Entry entry, Reply reply) {
        CoreCall<Void> call = entry.deleting;
        if (reply.code() != null && call != null) {
            entry.state = State.LIVE;
            call.fail(new CoreException(reply.code(), reply.text()));
        } else {
            entries.remove(destination);
            if (call != null) {
                call.complete(null);
            }
        }
    }
}
