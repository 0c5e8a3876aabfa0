package io.batonmq.jms.internal.core;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.ConsumerClosed;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.BrokerFrame.Fault;
import io.batonmq.wire.BrokerFrame.HolderIs;
import io.batonmq.wire.BrokerFrame.Moved;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import org.jspecify.annotations.Nullable;

/** Brings the frames of the holder's link to whom they concern. Confined to the loop. */
final class FrameRouter {
    private final CoreConnection connection;
    private final Core core;
    private final CommandLog control;
    private final Sessions sessions;
    private final ClockOffsets clockOffsets;

    FrameRouter(
            CoreConnection connection, Core core, CommandLog control, Sessions sessions, ClockOffsets clockOffsets) {
        this.clockOffsets = clockOffsets;
        this.connection = connection;
        this.core = core;
        this.control = control;
        this.sessions = sessions;
    }

    void route(NodeLink link, Frame frame) {
        if (frame instanceof Confirm confirm) {
            confirm(confirm);
        } else if (frame instanceof Received received) {
            received(received);
        } else if (frame instanceof Reply reply) {
            core.requests().replied(reply);
        } else if (frame instanceof Pong pong) {
            pong(pong);
        } else if (frame instanceof ResumeAnswer again) {
            connection.answeredAgain(again);
        } else if (frame instanceof ClaimsAnswer claims) {
            Resuming resuming = connection.resuming();
            if (resuming != null) {
                resuming.answered(claims);
            }
        } else if (frame instanceof Resumed) {
            connection.resumed();
        } else if (frame instanceof HolderIs holder) {
            connection.nodes(holder.nodes());
            connection.hint(holder.holder(), holder.epoch());
        } else if (frame instanceof Moved moved) {
            connection.moved(moved.holder(), moved.epoch());
        } else if (frame instanceof Fault fault) {
            connection.lost(new CoreException(fault.code(), link.address() + ": " + fault.text()));
        } else {
            deliver(frame);
        }
    }

    private void confirm(Confirm confirm) {
        CommandLog log = log(confirm.session());
        if (log == null) {
            return;
        }
        log.confirm(confirm.durable(), confirm.refusals(), core.channel().holderEpoch());
        settled(confirm.session());
    }

    private void received(Received received) {
        CommandLog log = log(received.session());
        if (log != null) {
            log.received(received.number(), received.code(), received.text());
            settled(received.session());
        }
    }

    private @Nullable CommandLog log(int session) {
        CoreSession named = sessions.find(session);
        return session == 0 ? control : named == null ? null : named.log();
    }

    private void settled(int session) {
        CoreSession named = sessions.find(session);
        if (named != null) {
            named.progress();
        }
        connection.progressClosing();
    }

    private void pong(Pong pong) {
        Liveness life = core.channel().liveness();
        if (life != null) {
            boolean silent = !life.alive();
            life.pong(pong);
            core.channel().databaseTime(pong.databaseMillis(), pong.clientTicks());
            clockOffsets.measured();
            if (silent) {
                connection.progress(); // hand-outs that waited for a sign of life (R8)
            }
        }
    }

    private void deliver(Frame frame) {
        CoreSession session = sessions.find(frame.session());
        if (session == null) {
            return;
        }
        if (frame instanceof Deliver deliver) {
            session.arrived(deliver);
        } else if (frame instanceof DeliverPart part) {
            session.arrived(part);
        } else if (frame instanceof Drained drained) {
            session.consumption().drained(drained);
        } else if (frame instanceof ConsumerClosed closed) {
            CoreConsumer consumer = session.consumption().consumer(closed.consumer());
            if (consumer != null) {
                consumer.closedByNode(new CoreException(closed.code(), closed.text()));
            }
        }
    }
}
