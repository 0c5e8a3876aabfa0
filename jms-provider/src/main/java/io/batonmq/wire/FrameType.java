package io.batonmq.wire;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The number of each frame on the wire, and who reads it. Never change or reuse a number. Immutable. */
enum FrameType {
    HELLO(0x01, Handshake.Hello.class),
    AUTH_START(0x02, Handshake.AuthStart.class),
    AUTH_CHALLENGE(0x03, Handshake.AuthChallenge.class),
    AUTH_RESPONSE(0x04, Handshake.AuthResponse.class),
    AUTH_DONE(0x05, Handshake.AuthDone.class),

    RESUME(0x10, Resumption.Resume.class),
    RESUME_ANSWER(0x11, Resumption.ResumeAnswer.class),
    CLAIMS(0x12, Resumption.Claims.class),
    CLAIMS_END(0x13, Resumption.ClaimsEnd.class),
    CLAIMS_ANSWER(0x14, Resumption.ClaimsAnswer.class),
    RESUMED(0x15, Resumption.Resumed.class),
    REFUSED(0x16, Resumption.Refused.class),
    REPLAYED(0x17, Resumption.Replayed.class),

    SEND(0x20, Command.Send.class),
    ACK(0x21, Command.Ack.class),
    COMMIT(0x22, Command.Commit.class),
    ROLLBACK(0x23, Command.Rollback.class),
    SKIP(0x24, Command.Skip.class),
    SUBSCRIBE(0x25, Command.Subscribe.class),
    UNSUBSCRIBE(0x26, Command.Unsubscribe.class),
    CLOSE_SESSION(0x27, Command.CloseSession.class),
    CLOSE_CONNECTION(0x28, Command.CloseConnection.class),
    TRANSACTED_SEND(0x29, Command.TransactedSend.class),
    TRANSACTED_ACK(0x2A, Command.TransactedAck.class),
    BODY_PART(0x2B, Command.BodyPart.class),

    OPEN_SESSION(0x40, Request.OpenSession.class),
    OPEN_CONSUMER(0x41, Request.OpenConsumer.class),
    CLOSE_CONSUMER(0x42, Request.CloseConsumer.class),
    CREDIT(0x43, Request.Credit.class),
    DRAIN(0x44, Request.Drain.class),
    HAND_OUT(0x45, Request.HandOut.class),
    STARTED(0x46, Request.Started.class),
    SET_CLIENT_ID(0x47, Request.SetClientId.class),
    CREATE_TEMPORARY(0x48, Request.CreateTemporary.class),
    DELETE_TEMPORARY(0x49, Request.DeleteTemporary.class),
    PING(0x4A, Request.Ping.class),
    CLOCK_OFFSET(0x4B, Request.ClockOffset.class),

    CONFIRM(0x60, BrokerFrame.Confirm.class),
    RECEIVED(0x61, BrokerFrame.Received.class),
    DELIVER(0x62, BrokerFrame.Deliver.class),
    DELIVER_PART(0x63, BrokerFrame.DeliverPart.class),
    REPLY(0x64, BrokerFrame.Reply.class),
    DRAINED(0x65, BrokerFrame.Drained.class),
    CONSUMER_CLOSED(0x66, BrokerFrame.ConsumerClosed.class),
    PONG(0x67, BrokerFrame.Pong.class),
    HOLDER_IS(0x68, BrokerFrame.HolderIs.class),
    MOVED(0x69, BrokerFrame.Moved.class),
    FAULT(0x6A, BrokerFrame.Fault.class),

    NODE_STATE(0x80, NodeFrame.NodeState.class),
    RELEASED(0x81, NodeFrame.Released.class);

    private static final @Nullable FrameType[] BY_NUMBER = new @Nullable FrameType[256];
    private static final Map<Class<? extends Frame>, FrameType> BY_RECORD = new HashMap<>();

    static {
        for (FrameType type : values()) {
            BY_NUMBER[type.number] = type;
            BY_RECORD.put(type.record, type);
        }
    }

    final int number;
    final Class<? extends Frame> record;

    FrameType(int number, Class<? extends Frame> record) {
        this.number = number;
        this.record = record;
    }

    /** Reads the record's own fields. */
    Frame read(WireReader in, int session) {
        return switch (this) {
            case HELLO -> Handshake.Hello.read(in, session);
            case AUTH_START -> Handshake.AuthStart.read(in, session);
            case AUTH_CHALLENGE -> Handshake.AuthChallenge.read(in, session);
            case AUTH_RESPONSE -> Handshake.AuthResponse.read(in, session);
            case AUTH_DONE -> Handshake.AuthDone.read(in, session);
            case RESUME -> Resumption.Resume.read(in, session);
            case RESUME_ANSWER -> Resumption.ResumeAnswer.read(in, session);
            case CLAIMS -> Resumption.Claims.read(in, session);
            case CLAIMS_END -> Resumption.ClaimsEnd.read(in, session);
            case CLAIMS_ANSWER -> Resumption.ClaimsAnswer.read(in, session);
            case RESUMED -> Resumption.Resumed.read(in, session);
            case REFUSED -> Resumption.Refused.read(in, session);
            case REPLAYED -> Resumption.Replayed.read(in, session);
            case SEND -> Command.Send.read(in, session);
            case ACK -> Command.Ack.read(in, session);
            case COMMIT -> Command.Commit.read(in, session);
            case ROLLBACK -> Command.Rollback.read(in, session);
            case SKIP -> Command.Skip.read(in, session);
            case SUBSCRIBE -> Command.Subscribe.read(in, session);
            case UNSUBSCRIBE -> Command.Unsubscribe.read(in, session);
            case CLOSE_SESSION -> Command.CloseSession.read(in, session);
            case CLOSE_CONNECTION -> Command.CloseConnection.read(in, session);
            case TRANSACTED_SEND -> Command.TransactedSend.read(in, session);
            case TRANSACTED_ACK -> Command.TransactedAck.read(in, session);
            case BODY_PART -> Command.BodyPart.read(in, session);
            case OPEN_SESSION -> Request.OpenSession.read(in, session);
            case OPEN_CONSUMER -> Request.OpenConsumer.read(in, session);
            case CLOSE_CONSUMER -> Request.CloseConsumer.read(in, session);
            case CREDIT -> Request.Credit.read(in, session);
            case DRAIN -> Request.Drain.read(in, session);
            case HAND_OUT -> Request.HandOut.read(in, session);
            case STARTED -> Request.Started.read(in, session);
            case SET_CLIENT_ID -> Request.SetClientId.read(in, session);
            case CREATE_TEMPORARY -> Request.CreateTemporary.read(in, session);
            case DELETE_TEMPORARY -> Request.DeleteTemporary.read(in, session);
            case PING -> Request.Ping.read(in, session);
            case CLOCK_OFFSET -> Request.ClockOffset.read(in, session);
            case CONFIRM -> BrokerFrame.Confirm.read(in, session);
            case RECEIVED -> BrokerFrame.Received.read(in, session);
            case DELIVER -> BrokerFrame.Deliver.read(in, session);
            case DELIVER_PART -> BrokerFrame.DeliverPart.read(in, session);
            case REPLY -> BrokerFrame.Reply.read(in, session);
            case DRAINED -> BrokerFrame.Drained.read(in, session);
            case CONSUMER_CLOSED -> BrokerFrame.ConsumerClosed.read(in, session);
            case PONG -> BrokerFrame.Pong.read(in, session);
            case HOLDER_IS -> BrokerFrame.HolderIs.read(in, session);
            case MOVED -> BrokerFrame.Moved.read(in, session);
            case FAULT -> BrokerFrame.Fault.read(in, session);
            case NODE_STATE -> NodeFrame.NodeState.read(in, session);
            case RELEASED -> NodeFrame.Released.read(in, session);
        };
    }

    static @Nullable FrameType of(int number) {
        return BY_NUMBER[number];
    }

    static FrameType of(Frame frame) {
        FrameType type = BY_RECORD.get(frame.getClass());
        if (type == null) {
            throw new IllegalArgumentException("a frame without a number: " + frame.getClass());
        }
        return type;
    }
}
