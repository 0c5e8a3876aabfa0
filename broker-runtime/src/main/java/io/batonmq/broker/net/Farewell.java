package io.batonmq.broker.net;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Closes a channel so that what was written last reaches the peer. On the channel's I/O thread. */
final class Farewell {
    /** A peer that doesn't close its side by then is cut off. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private Farewell() {}

    /**
     * Ends output and goes on discarding input until the peer closes: closing at once while input is unread would reset the
     * connection, and the peer might never see the last frames.
     */
    static void close(Channel channel) {
        if (channel instanceof SocketChannel socket
                && channel.isActive()
                && channel.pipeline().get(SslHandler.class) == null) {
            channel.config().setAutoRead(true);
            socket.shutdownOutput();
            channel.eventLoop().schedule(() -> channel.close(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } else {
            channel.close();
        }
    }
}
