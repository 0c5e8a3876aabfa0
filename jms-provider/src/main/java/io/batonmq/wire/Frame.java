package io.batonmq.wire;

/**
 * One unit of the protocol between a client or a node and a node. Immutable and safe to share between threads.
 *
 * <p>On the wire: int32 length, u8 type, varint channel (the session number, 0 for the connection's own), then the
 * record's own fields.
 */
public sealed interface Frame permits Handshake, Resumption, Command, Request, BrokerFrame, NodeFrame {

    /** The session the frame belongs to; 0 = the connection's own (R1). */
    default int session() {
        return 0;
    }

    /** Writes the record's own fields. */
    void write(WireWriter out);
}
