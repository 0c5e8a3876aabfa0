package io.batonmq.wire;

import java.util.List;

/** The frames before a connection is authenticated. Together they stay below {@link WireLimits#BEFORE_AUTHENTICATION}. */
public sealed interface Handshake extends Frame {

    /** Who opens a link. */
    enum PeerKind {
        CLIENT,
        NODE
    }

    /**
     * First frame in both directions: the magic {@code BATN}, versions and features. The answering side sends the
     * highest minor version and the features that both know.
     *
     * @param major a peer of another major version is refused
     * @param minor the highest minor version spoken
     * @param features bit set, see {@link ProtocolVersion}
     * @param kind who opens
     * @param product product and version, for logs only
     * @param nodeId the node's stable id ({@code ""} from a client)
     * @param incarnation the random id of the process start, 16 bytes (all zero from a client)
     * @param mechanisms SASL mechanisms the answering side accepts, best first (empty from the opening side)
     */
    record Hello(
            int major,
            int minor,
            long features,
            PeerKind kind,
            String product,
            String nodeId,
            UniqueId incarnation,
            List<String> mechanisms)
            implements Handshake {
        @Override
        public void write(WireWriter out) {
            out.int32(ProtocolVersion.MAGIC);
            out.varint(major);
            out.varint(minor);
            out.int64(features);
            out.oneOf(kind);
            out.text(product);
            out.text(nodeId);
            out.uniqueId(incarnation);
            out.list(mechanisms, WireWriter::text);
        }

        static Hello read(WireReader in, int session) {
            int major = ProtocolVersion.readMajor(in);
            return new Hello(
                    major,
                    in.varint(),
                    in.int64(),
                    in.oneOf(PeerKind.values()),
                    in.text(),
                    in.text(),
                    in.uniqueId(),
                    in.list(1, WireReader::text));
        }
    }

    /**
     * Opening side → node: starts SASL. {@code ANONYMOUS} or {@code SCRAM-SHA-256}. The first comes with the greeting, before
     * the opening side knows which mechanisms are accepted: if it isn't one of them it is passed over, and the node waits for
     * another.
     */
    record AuthStart(String mechanism, byte[] initialResponse) implements Handshake {
        @Override
        public void write(WireWriter out) {
            out.text(mechanism);
            out.bytes(initialResponse);
        }

        static AuthStart read(WireReader in, int session) {
            return new AuthStart(in.text(), in.bytes());
        }
    }

    /** Node → opening side: a SASL challenge. */
    record AuthChallenge(byte[] data) implements Handshake {
        @Override
        public void write(WireWriter out) {
            out.bytes(data);
        }

        static AuthChallenge read(WireReader in, int session) {
            return new AuthChallenge(in.bytes());
        }
    }

    /** Opening side → node: the response to a challenge. */
    record AuthResponse(byte[] data) implements Handshake {
        @Override
        public void write(WireWriter out) {
            out.bytes(data);
        }

        static AuthResponse read(WireReader in, int session) {
            return new AuthResponse(in.bytes());
        }
    }

    /** Node → opening side: authenticated; {@code data} is the mechanism's last message (SCRAM's server signature). */
    record AuthDone(byte[] data) implements Handshake {
        @Override
        public void write(WireWriter out) {
            out.bytes(data);
        }

        static AuthDone read(WireReader in, int session) {
            return new AuthDone(in.bytes());
        }
    }
}
