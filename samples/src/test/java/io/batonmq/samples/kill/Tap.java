package io.batonmq.samples.kill;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.FrameCodec;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and one node, and writes down every {@link Confirm} that the node sends; changes nothing. Has
 * daemon threads of its own; for any thread.
 */
final class Tap implements AutoCloseable {

    private final ServerSocket server;
    private final Queue<Confirm> confirms = new ConcurrentLinkedQueue<>();
    private volatile @Nullable URI target;

    Tap() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon("tap", this::accept);
    }

    /** What clients connect to. */
    String address() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    /** Where to. */
    void forwardTo(String address) {
        target = URI.create(address);
    }

    /** What the node has confirmed so far. */
    Queue<Confirm> confirms() {
        return confirms;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                connect(client);
            } catch (IOException e) {
                // closed, or a client that has gone already
            }
        }
    }

    private void connect(Socket client) throws IOException {
        URI to = target;
        Socket node;
        try {
            node = new Socket(InetAddress.getLoopbackAddress(), to == null ? 0 : to.getPort());
        } catch (IOException e) {
            client.close();
            return;
        }
        node.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        daemon("tap-in", () -> pump(client, node, false));
        daemon("tap-out", () -> pump(node, client, true));
    }

    private void pump(Socket from, Socket to, boolean record) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            if (record) {
                frames(new DataInputStream(in), out);
            } else {
                in.transferTo(out);
            }
        } catch (IOException e) {
            // one of the two has gone; closing both tells the other
        }
    }

    private void frames(DataInputStream in, OutputStream out) throws IOException {
        while (true) {
            int length;
            try {
                length = in.readInt();
            } catch (EOFException e) {
                return;
            }
            byte[] frame = new byte[Integer.BYTES + length];
            ByteBuffer.wrap(frame).putInt(length);
            in.readFully(frame, Integer.BYTES, length);
            if (FrameCodec.decode(frame) instanceof Confirm confirm) {
                confirms.add(confirm);
            }
            out.write(frame);
            out.flush();
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
