package io.batonmq.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * A way to a node that can fall silent like a pulled cable: nothing passes any more in either direction, and no socket is
 * closed. Has daemon threads of its own; for any thread.
 */
final class SilentProxy implements AutoCloseable {
    /** What becomes of bytes. PASSING → DROPPING (read and lost) → PASSING; PASSING → STALLED (not even read). */
    private enum State {
        PASSING,
        DROPPING,
        STALLED
    }

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final URI target;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile State state = State.PASSING;

    private SilentProxy(String address) throws IOException {
        target = URI.create(address);
    }

    static SilentProxy to(String address) throws IOException {
        SilentProxy proxy = new SilentProxy(address);
        daemon(proxy::accept);
        return proxy;
    }

    String address() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    /** From now on bytes are lost. */
    void drop() {
        state = State.DROPPING;
    }

    /** From now on nobody reads: the senders' windows fill. */
    void stall() {
        state = State.STALLED;
    }

    /** The old connections are gone for good, new ones pass. */
    void heal() throws IOException {
        Socket socket = sockets.poll();
        while (socket != null) {
            socket.close();
            socket = sockets.poll();
        }
        state = State.PASSING;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket node = new Socket(target.getHost(), target.getPort());
                sockets.add(client);
                sockets.add(node);
                daemon(() -> pump(client, node));
                daemon(() -> pump(node, client));
            } catch (IOException e) {
                // closed, or the node is away
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (state == State.STALLED) {
                    closed.await();
                } else if (state == State.PASSING) {
                    out.write(buffer, 0, length);
                    out.flush();
                }
            }
            if (state == State.PASSING) {
                to.close();
            }
        } catch (IOException e) {
            // one of the two has gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "silent-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
