package io.batonmq.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A blocking peer for tests: writes and reads frames, or any bytes, on a plain socket. Reads are bounded. */
public final class RawPeer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    public RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MILLIS);
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** Connects to a port of this machine. */
    public static RawPeer connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        return new RawPeer(socket);
    }

    /** Greets and authenticates as a client or node; throws the node's refusal. */
    public Handshake.Hello greet(Handshake.Hello hello, @Nullable String user, @Nullable String password)
            throws IOException {
        OpeningHandshake handshake = new OpeningHandshake(hello, user, password, new SecureRandom());
        write(handshake.start().toArray(Frame[]::new));
        while (!handshake.done()) {
            Frame answer = handshake.receive(read());
            if (answer != null) {
                write(answer);
            }
        }
        return Optional.ofNullable(handshake.peer()).orElseThrow();
    }

    public void write(Frame... frames) throws IOException {
        for (Frame frame : frames) {
            write(FrameCodec.encode(frame));
        }
    }

    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** The next frame; {@link EOFException} if the other side closed. */
    public Frame read() throws IOException {
        int length = in.readInt();
        byte[] bytes = new byte[FrameCodec.LENGTH + length];
        java.nio.ByteBuffer.wrap(bytes).putInt(length);
        in.readFully(bytes, FrameCodec.LENGTH, length);
        return FrameCodec.decode(bytes);
    }

    /** Whether the other side closes or resets the connection, after whatever it still sends. */
    public boolean isClosedByOther() throws IOException {
        try {
            while (in.read() >= 0) {
                // what it said before does not matter
            }
            return true;
        } catch (SocketException e) {
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        }
    }

    public Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
