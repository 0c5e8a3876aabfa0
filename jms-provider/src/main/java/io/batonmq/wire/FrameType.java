package io.batonmq.wire;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The number of each frame on the wire, and who reads it. Never change or reuse a number. Immutable. */
@SuppressWarnings("ImmutableEnumChecker") // the readers are references to static methods
enum FrameType {
    HELLO(0x01, Handshake.Hello.class, Handshake.Hello::read),
    AUTH_START(0x02, Handshake.AuthStart.class, Handshake.AuthStart::read),
    AUTH_CHALLENGE(0x03, Handshake.AuthChallenge.class, Handshake.AuthChallenge::read),
    AUTH_RESPONSE(0x04, Handshake.AuthResponse.class, Handshake.AuthResponse::read),
    AUTH_DONE(0x05, Handshake.AuthDone.class, Handshake.AuthDone::read),

    RESUME(0x10, Resumption.Resume.class, Resumption.Resume::read),
    RESUME_ANSWER(0x11, Resumption.ResumeAnswer.class, Resumption.ResumeAnswer::read),
    CLAIMS(0x12, Resumption.Claims.class, Resumption.Claims::read),
    CLAIMS_END(0x13, Resumption.ClaimsEnd.class, Resumption.ClaimsEnd::read),
    CLAIMS_ANSWER(0x14, Resumption.ClaimsAnswer.class, Resumption.ClaimsAnswer::read),
    RESUMED(0x15, Resumption.Resumed.class, Resumption.Resumed::read),
    REFUSED(0x16, Resumption.Refused.class, Resumption.Refused::read),
    REPLAYED(0x17, Resumption.Replayed.class, Resumption.Replayed::read),

    SEND(0x20, Command.Send.class, Command.Send::read),
    ACK(0x21, Command.Ack.class, Command.Ack::read),
    COMMIT(0x22, Command.Commit.class, Command.Commit::read),
    ROLLBACK(0x23, Command.Rollback.class, Command.Rollback::read),
    SKIP(0x24, Command.Skip.class, Command.Skip::read),
    SUBSCRIBE(0x25, Command.Subscribe.class, Command.Subscribe::read),
    UNSUBSCRIBE(0x26, Command.Unsubscribe.class, Command.Unsubscribe::read),
    CLOSE_SESSION(0x27, Command.CloseSession.class, Command.CloseSession::read),
    CLOSE_CONNECTION(0x28, Command.CloseConnection.class, Command.CloseConnection::read),
    TRANSACTED_SEND(0x29, Command.TransactedSend.class, Command.TransactedSend::read),
    TRANSACTED_ACK(0x2A, Command.TransactedAck.class, Command.TransactedAck::read),
    BODY_PART(0x2B, Command.BodyPart.class, Command.BodyPart::read),

    OPEN_SESSION(0x40, Request.OpenSession.class, Request.OpenSession::read),
    OPEN_CONSUMER(0x41, Request.OpenConsumer.class, Request.OpenConsumer::read),
    CLOSE_CONSUMER(0x42, Request.CloseConsumer.class, Request.CloseConsumer::read),
    CREDIT(0x43, Request.Credit.class, Request.Credit::read),
    DRAIN(0x44, Request.Drain.class, Request.Drain::read),
    HAND_OUT(0x45, Request.HandOut.class, Request.HandOut::read),
    STARTED(0x46, Request.Started.class, Request.Started::read),
    SET_CLIENT_ID(0x47, Request.SetClientId.class, Request.SetClientId::read),
    CREATE_TEMPORARY(0x48, Request.CreateTemporary.class, Request.CreateTemporary::read),
    DELETE_TEMPORARY(0x49, Request.DeleteTemporary.class, Request.DeleteTemporary::read),
    PING(0x4A, Request.Ping.class, Request.Ping::read),
    CLOCK_OFFSET(0x4B, Request.ClockOffset.class, Request.ClockOffset::read),

    CONFIRM(0x60, BrokerFrame.Confirm.class, BrokerFrame.Confirm::read),
    RECEIVED(0x61, BrokerFrame.Received.class, BrokerFrame.Received::read),
    DELIVER(0x62, BrokerFrame.Deliver.class, BrokerFrame.Deliver::read),
    DELIVER_PART(0x63, BrokerFrame.DeliverPart.class, BrokerFrame.DeliverPart::read),
    REPLY(0x64, BrokerFrame.Reply.class, BrokerFrame.Reply::read),
    DRAINED(0x65, BrokerFrame.Drained.class, BrokerFrame.Drained::read),
    CONSUMER_CLOSED(0x66, BrokerFrame.ConsumerClosed.class, BrokerFrame.ConsumerClosed::read),
    PONG(0x67, BrokerFrame.Pong.class, BrokerFrame.Pong::read),
    HOLDER_IS(0x68, BrokerFrame.HolderIs.class, BrokerFrame.HolderIs::read),
    MOVED(0x69, BrokerFrame.Moved.class, BrokerFrame.Moved::read),
    FAULT(0x6A, BrokerFrame.Fault.class, BrokerFrame.Fault::read),

    NODE_STATE(0x80, NodeFrame.NodeState.class, NodeFrame.NodeState::read),
    RELEASED(0x81, NodeFrame.Released.class, NodeFrame.Released::read);

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
    private final Reader reader;

    FrameType(int number, Class<? extends Frame> record, Reader reader) {
        this.number = number;
        this.record = record;
        this.reader = reader;
    }

    /** Reads a record's own fields. */
    @FunctionalInterface
    private interface Reader {
        Frame read(WireReader in, int session);
    }

    Frame read(WireReader in, int session) {
        return reader.read(in, session);
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
