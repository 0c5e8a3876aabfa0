package io.batonmq.store.jdbc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A TCP proxy before a database that keeps back what clients send, as a pooler or a network may, or swallows the answer.
 * For any thread; two threads per connection.
 */
final class HoldingProxy implements AutoCloseable {

    private enum Mode {
        FORWARD,
        HOLD_REQUESTS,
        LOSE_REPLIES
    }

    private final ServerSocket listener;
    private final int target;
    private final List<Link> links = new CopyOnWriteArrayList<>();

    HoldingProxy(int target) {
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.target = target;
        start("accept", this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on, what the present connections send is kept here, also after their clients have gone. */
    void holdRequests() {
        links.forEach(link -> link.mode = Mode.HOLD_REQUESTS);
    }

    /** From now on, what the present connections send goes through, and the first answer ends them. */
    void loseReplies() {
        links.forEach(link -> link.mode = Mode.LOSE_REPLIES);
    }

    /** Sends what was kept. */
    void release() {
        links.forEach(Link::release);
    }

    /** Bytes that are kept. */
    int held() {
        return links.stream().mapToInt(Link::held).sum();
    }

    /** Whether the database has answered each connection whose requests were released. */
    boolean answered() {
        return links.stream().filter(link -> link.released).allMatch(link -> link.answered);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
                links.add(link);
                start("requests", link::requests);
                start("replies", link::replies);
            } catch (IOException e) {
                // Closed, or the database is away: the client sees its connection end.
            }
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        links.forEach(Link::close);
    }

    /** One connection. */
    private static final class Link {
        private final Socket client;
        private final Socket database;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private volatile Mode mode = Mode.FORWARD;
        private volatile boolean released;
        private volatile boolean answered;

        Link(Socket client, Socket database) {
            this.client = client;
            this.database = database;
        }

        void requests() {
            byte[] buffer = new byte[65_536];
            try (InputStream in = client.getInputStream()) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    synchronized (kept) {
                        if (mode == Mode.HOLD_REQUESTS) {
                            kept.write(buffer, 0, read);
                            continue;
                        }
                    }
                    database.getOutputStream().write(buffer, 0, read);
                }
            } catch (IOException e) {
                // The client has gone.
            }
            if (mode == Mode.FORWARD) {
                close();
            }
        }

        void replies() {
            byte[] buffer = new byte[65_536];
            try (InputStream in = database.getInputStream()) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (released) {
                        answered = true;
                    } else if (mode == Mode.LOSE_REPLIES) {
                        break;
                    } else {
                        client.getOutputStream().write(buffer, 0, read);
                    }
                }
            } catch (IOException e) {
                // The database, or the client, has gone.
            }
            answered = true;
            close();
        }

        int held() {
            synchronized (kept) {
                return kept.size();
            }
        }

        void release() {
            synchronized (kept) {
                if (kept.size() == 0) {
                    return;
                }
                try {
                    released = true;
                    database.getOutputStream().write(kept.toByteArray());
                    kept.reset();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        void close() {
            try {
                client.close();
                database.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
