package io.batonmq.jms.internal.core;

import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Resumption.ResumeAnswer;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Attaches a connection to a holder that has answered: its answer is judged, everything is declared (R5). On the loop. */
final class Attaching {

    /** Told what comes of it. */
    interface Owner {
        void lost(CoreException cause);

        void fail(CoreException cause);

        void nodes(List<String> nodes);

        /** R14: a session that was only waiting for its end has come to it. */
        void endedAtHolder(CoreSession session);

        boolean isOver();
    }

    private final Core core;
    private final ConnectionIdentity identity;
    private final CommandLog control;
    private final Sessions sessions;
    private final Temporaries temporaries;
    private final ClockOffsets clockOffsets;
    private final ClientIdSetting clientIdSetting;
    private final BooleanSupplier awayTooLong;
    private final Owner owner;
    private @Nullable Resuming resuming;
    private @Nullable ResumeAnswer answer;

    Attaching(
            Core core,
            ConnectionIdentity identity,
            CommandLog control,
            Sessions sessions,
            Temporaries temporaries,
            ClockOffsets clockOffsets,
            ClientIdSetting clientIdSetting,
            BooleanSupplier awayTooLong,
            Owner owner) {
        this.core = core;
        this.identity = identity;
        this.control = control;
        this.sessions = sessions;
        this.temporaries = temporaries;
        this.clockOffsets = clockOffsets;
        this.clientIdSetting = clientIdSetting;
        this.awayTooLong = awayTooLong;
        this.owner = owner;
    }

    /** The newest holder's answer; null: there was none. */
    @Nullable
    ResumeAnswer answer() {
        return answer;
    }

    /** ② has come for the first time on this link; another cluster's {@code holder} knows nothing of this connection. */
    void attach(NodeLink link, ResumeAnswer found, boolean elsewhere) {
        identity.answered(link.attach(), found.cluster(), found.epoch());
        answer = found;
        Duration silence = lower(link.address().silenceLimit(), found.silenceLimitMillis());
        Liveness life = new Liveness(
                core.loop(),
                link,
                link.askedNanos(),
                silence,
                lower(link.address().heartbeat(), found.linkHeartbeatMillis()),
                () -> owner.lost(new CoreException(
                        ErrorCode.LINK_LOST, link.address() + " has not answered for " + silence.toMillis() + " ms")));
        core.channel().databaseTime(found.databaseMillis(), link.askedNanos());
        core.channel().resuming(link, life, found.epoch());
        life.start();
        owner.nodes(found.nodes());
        Resuming begun = new Resuming(core, control, sessions.all(), sessions::nextNumber, owner::endedAtHolder);
        resuming = begun;
        if (elsewhere) {
            begun.abandon("the connection went on at another cluster");
        }
        if (!owner.isOver()) {
            judge(begun, found);
        }
    }

    private static Duration lower(@Nullable Duration own, long dictatedMillis) {
        Duration dictated = Duration.ofMillis(dictatedMillis);
        return own != null && own.compareTo(dictated) < 0 ? own : dictated;
    }

    private void judge(Resuming resume, ResumeAnswer found) {
        if (!resume.judge(found, awayTooLong.getAsBoolean())) {
            owner.fail(new CoreException(
                    ErrorCode.CONNECTION_STOLEN,
                    "the node knows commands that this connection never sent: somebody else uses its identity"));
            return;
        }
        sessions.rekey();
        clockOffsets.measured();
        resume.declare(temporaries, clientIdSetting::declare);
    }

    /** ② once more: something was marked void meanwhile (R7). */
    void answeredAgain(ResumeAnswer again) {
        if (resuming != null) {
            answer = again;
            judge(resuming, again);
        }
    }

    /** The resume that is under way, if any. */
    @Nullable
    Resuming resuming() {
        return resuming;
    }

    /** ④ is complete, or the link is lost. */
    void over() {
        resuming = null;
    }
}
