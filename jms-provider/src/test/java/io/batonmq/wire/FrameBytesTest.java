package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** Pins the bytes of every frame: a change here is a change of the protocol. */
class FrameBytesTest {
    private static final UniqueId ONE = new UniqueId(0, 1);
    private static final UniqueId TWO = new UniqueId(0, 2);
    private static final String HEX_ONE = "00000000000000000000000000000001";
    private static final String HEX_TWO = "00000000000000000000000000000002";
    private static final DeliveryRef REF = new DeliveryRef(3, 200, 5, true);
    private static final String HEX_REF = "03c8010501";
    private static final DeliveryRef UNSTORED = new DeliveryRef(0, 1, 2, false);
    private static final String HEX_UNSTORED = "00010200";
    private static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "q");
    private static final EncodedMessage MESSAGE = EncodedMessage.encode(new WireMessage(
            new MessageHead(QUEUE, true, 4, 1, 0, 0, null, null, null, null, BodyKind.NONE), Map.of(), new byte[] {9}));
    private static final String HEX_MESSAGE = "29" // 41 bytes
            + "01" + "0000001e" + "00000001"
            + "010400" + "0000000000000001" + "0000000000000000" + "0000000000000000" + "000171"
            + "00" + "09";

    static final List<Arguments> FRAMES = List.of(
            frame(
                    new Handshake.Hello(1, 2, 3, Handshake.PeerKind.NODE, "b/1", "n", ONE, List.of("A", "B")),
                    "0100" + "4241544e" + "01" + "02" + "0000000000000003" + "01" + "03622f31" + "016e" + HEX_ONE
                            + "0201410142"),
            frame(new Handshake.AuthStart("A", new byte[] {1, 2}), "0200" + "0141" + "020102"),
            frame(new Handshake.AuthChallenge(new byte[] {1}), "0300" + "0101"),
            frame(new Handshake.AuthResponse(new byte[] {2}), "0400" + "0102"),
            frame(new Handshake.AuthDone(new byte[] {}), "0500" + "00"),
            frame(
                    new Resumption.Resume(
                            ONE, TWO, ONE, List.of(TWO), List.of(ONE), 7, UniqueId.NONE, "c", 300, List.of(1, 200)),
                    "1000" + HEX_ONE + HEX_TWO + HEX_ONE + "01" + HEX_TWO + "01" + HEX_ONE + "07" + "00".repeat(16)
                            + "010163" + "ac02" + "0201c801"),
            frame(
                    new Resumption.ResumeAnswer(
                            7,
                            ONE,
                            "l",
                            -1,
                            4000,
                            1000,
                            100,
                            9,
                            List.of("a"),
                            true,
                            false,
                            List.of(new Resumption.SessionState(
                                    1,
                                    2,
                                    3,
                                    List.of(new Refusal(4, ErrorCode.COMMAND_SKIPPED, "t")),
                                    true,
                                    false,
                                    true))),
                    "1100" + "07" + HEX_ONE + "016c" + "ffffffffffffffff" + "a01f" + "e807" + "64" + "09" + "010161"
                            + "01" + "00" + "01" + "010203" + "01" + "043d0174" + "010001"),
            frame(
                    new Resumption.Claims(
                            2,
                            List.of(
                                    new Resumption.Claim(REF, 3, true, 1),
                                    new Resumption.Claim(UNSTORED, 0, false, 2))),
                    "1202" + "02" + HEX_REF + "030101" + HEX_UNSTORED + "000002"),
            frame(new Resumption.ClaimsEnd(List.of(1, 2)), "1300" + "020102"),
            frame(new Resumption.ClaimsAnswer(2, List.of(REF)), "1402" + "01" + HEX_REF),
            frame(new Resumption.Resumed(), "1500"),
            frame(
                    new Resumption.Refused(2, List.of(new Refusal(4, ErrorCode.COMMAND_SKIPPED, "t"))),
                    "1602" + "01" + "043d0174"),
            frame(new Resumption.Replayed(2, 300, 3), "1702" + "ac02" + "03"),
            frame(new Command.Send(1, 2, 3, MESSAGE, null), "2001" + "02" + "03" + HEX_MESSAGE + "00"),
            frame(
                    new Command.Ack(1, 2, 3, List.of(REF), UNSTORED),
                    "2101" + "02" + "03" + "01" + HEX_REF + "01" + HEX_UNSTORED),
            frame(
                    new Command.Commit(1, 2, 3, new TransactionId.Local(4), 5, List.of(REF), null),
                    "2201" + "02" + "03" + "0104" + "05" + "01" + HEX_REF + "00"),
            frame(
                    new Command.Rollback(1, 2, 3, TransactionId.None.NONE, List.of(REF, UNSTORED)),
                    "2301" + "02" + "03" + "00" + "02" + HEX_REF + HEX_UNSTORED),
            frame(new Command.Skip(300, 2, 3), "24ac02" + "02" + "03"),
            frame(
                    new Command.Subscribe(1, 2, 3, new Command.SubscriptionSpec("s", "t", "x", true, false, true)),
                    "2501" + "02" + "03" + "0173" + "0174" + "010178" + "010001"),
            frame(new Command.Unsubscribe(1, 2, 3, "s"), "2601" + "02" + "03" + "0173"),
            frame(new Command.CloseSession(2, 3, 4), "2700" + "020304"),
            frame(new Command.CloseConnection(2, 3), "2800" + "0203"),
            frame(
                    new Command.TransactedSend(
                            1,
                            new TransactionId.Xa(-2, new byte[] {1}, new byte[] {2, 3}),
                            4,
                            MESSAGE,
                            new LargeBody(5, 6, 7)),
                    "2901" + "02fffffffe" + "0101" + "020203" + "04" + HEX_MESSAGE + "01050607"),
            frame(
                    new Command.TransactedAck(1, new TransactionId.Local(2), 3, List.of(REF)),
                    "2a01" + "0102" + "03" + "01" + HEX_REF),
            frame(new Command.BodyPart(1, 2, 3, new byte[] {8, 9}), "2b01" + "0203" + "020809"),
            frame(new Request.OpenSession(1, Request.AckMode.TRANSACTED), "4001" + "03"),
            frame(
                    new Request.OpenConsumer(
                            1, 2, 3, new Request.ConsumerSpec(QUEUE, "s", true, false, null, true, false)),
                    "4101" + "0203" + "000171" + "010173" + "0100" + "00" + "0100"),
            frame(new Request.CloseConsumer(1, 2, 3), "4201" + "0203"),
            frame(new Request.Credit(1, 2, 256, 1048576), "4301" + "02" + "8002" + "808040"),
            frame(new Request.Drain(1, 2, 3), "4401" + "0203"),
            frame(new Request.HandOut(1, List.of(REF)), "4501" + "01" + HEX_REF),
            frame(new Request.Started(true), "4600" + "01"),
            frame(new Request.SetClientId(1, "c"), "4700" + "01" + "0163"),
            frame(
                    new Request.CreateTemporary(1, new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "t")),
                    "4800" + "01" + "020174"),
            frame(
                    new Request.DeleteTemporary(1, new WireDestination(WireDestination.Kind.TEMPORARY_TOPIC, "t")),
                    "4900" + "01" + "030174"),
            frame(new Request.Ping(-1), "4a00" + "ffffffffffffffff"),
            frame(new Request.ClockOffset(-1, 2), "4b00" + "ffffffffffffffff" + "0000000000000002"),
            frame(
                    new BrokerFrame.Confirm(1, 2, List.of(new Refusal(2, ErrorCode.STORE_UNAVAILABLE, "")), 7, 8),
                    "6001" + "02" + "01" + "026f00" + "07" + "08"),
            frame(new BrokerFrame.Received(1, 2, ErrorCode.LIMIT_MEMORY, "t"), "6101" + "02" + "015b" + "0174"),
            frame(
                    new BrokerFrame.Deliver(1, 2, REF, 3, 7, MESSAGE, new LargeBody(4, 300, 2)),
                    "6201" + "02" + HEX_REF + "030000000000000007" + HEX_MESSAGE + "0104ac0202"),
            frame(new BrokerFrame.DeliverPart(1, 2, 3, new byte[] {4}), "6301" + "0203" + "0104"),
            frame(new BrokerFrame.Reply(1, 2, null, ""), "6401" + "02" + "00" + "00"),
            frame(new BrokerFrame.Drained(1, 2, 3), "6501" + "0203"),
            frame(
                    new BrokerFrame.ConsumerClosed(1, 2, ErrorCode.DESTINATION_DELETED, "t"),
                    "6601" + "02" + "54" + "0174"),
            frame(new BrokerFrame.Pong(1, 2, 3), "6700" + "0000000000000001" + "02" + "0000000000000003"),
            frame(new BrokerFrame.HolderIs("h", 1, List.of("a", "b")), "6800" + "010168" + "01" + "0201610162"),
            frame(new BrokerFrame.Moved(null, 1), "6900" + "00" + "01"),
            frame(new BrokerFrame.Fault(ErrorCode.INTERNAL, "t"), "6a00" + "c7" + "0174"),
            frame(new NodeFrame.NodeState("n", ONE, true, 7), "8000" + "016e" + HEX_ONE + "01" + "07"),
            frame(new NodeFrame.Released(300), "8100" + "ac02"));

    private static Arguments frame(Frame frame, String hexAfterLength) {
        return Arguments.of(frame.getClass().getSimpleName(), frame, hexAfterLength);
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("FRAMES")
    void bytesAre(String name, Frame frame, String hexAfterLength) {
        String length = HexFormat.of().toHexDigits(hexAfterLength.length() / 2);

        assertThat(HexFormat.of().formatHex(FrameCodec.encode(frame))).isEqualTo(length + hexAfterLength);
    }

    @Test
    void noFrameIsMissing() {
        assertThat(FRAMES.stream().map(arguments -> arguments.get()[0]).toList())
                .isEqualTo(Arrays.stream(FrameType.values())
                        .map(type -> type.record.getSimpleName())
                        .toList());
    }
}
