package io.batonmq.samples.kill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/**
 * A client's only way to a node. Shut, it lets through what the client says on the connections it has, swallows what the node
 * answers, and takes no new ones. Has daemon threads of its own; for any thread.
 */
final class ReplyGate implements AutoCloseable {

    private final ServerSocket server;
    private final URI target;
    private volatile boolean shut;

    /** A gate that is open. */
    ReplyGate(String address) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        target = URI.create(address);
        daemon("gate", this::accept);
    }

    /** What the client connects to. */
    String address() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    void shut() {
        shut = true;
    }

    void open() {
        shut = false;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                connect(server.accept());
            } catch (IOException e) {
                // closed, or a client that has gone already
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (shut) {
            client.close();
            return;
        }
        Socket node;
        try {
            node = new Socket(InetAddress.getLoopbackAddress(), target.getPort());
        } catch (IOException e) {
            client.close();
            return;
        }
        daemon("gate-in", () -> pump(client, node, false));
        daemon("gate-out", () -> pump(node, client, true));
    }

    private void pump(Socket from, Socket to, boolean replies) {
        byte[] buffer = new byte[16 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (!replies || !shut) {
                    out.write(buffer, 0, length);
                }
            }
        } catch (IOException e) {
            // one of the two has gone; closing both tells the other
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
