package io.batonmq.broker.net;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameDecoder;
import io.batonmq.wire.FrameEncoder;
import io.batonmq.wire.Handshake;
import io.batonmq.wire.OpeningHandshake;
import io.batonmq.wire.ProtocolException;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One link from this node to another. Tells a refused connection, which proves that no process listens there (L5), from
 * everything that proves nothing. State belongs to the broker loop; what happens on I/O threads is posted there.
 */
final class NodeLink implements PeerLinks.PeerLink {
    /** Bound of connecting and greeting together. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** OPENING → OPEN → ENDED, or OPENING → ENDED. The listener hears of each move once, of none after its own close. */
    private enum State {
        OPENING,
        OPEN,
        ENDED
    }

    private final IoThreads threads;
    private final Loop loop;
    private final PeerLinks.Listener listener;
    private final OpeningHandshake handshake;
    private final Deque<InetSocketAddress> addresses = new ArrayDeque<>();
    private State state = State.OPENING;
    private boolean onlyRefused = true;
    private String why = "";
    private @Nullable SslContext tls;
    private String host = "";
    private @Nullable Channel channel;
    private Loop.@Nullable Timer limit;

    NodeLink(IoThreads threads, Loop loop, PeerLinks.Listener listener, OpeningHandshake handshake) {
        this.threads = threads;
        this.loop = loop;
        this.listener = listener;
        this.handshake = handshake;
    }

    void limit() {
        limit = loop.schedule(PATIENCE, () -> {
            if (state == State.OPENING) {
                end();
                listener.failed("no answer within " + PATIENCE.toMillis() + " ms");
            }
        });
    }

    /** From any thread: where the name leads. */
    void connect(List<InetSocketAddress> found, @Nullable SslContext context, String hostName) {
        loop.execute(() -> {
            addresses.addAll(found);
            tls = context;
            host = hostName;
            connectNext();
        });
    }

    /** From any thread. */
    void fail(String reason) {
        loop.execute(() -> failed(reason));
    }

    private void failed(String reason) {
        if (state == State.OPENING) {
            end();
            listener.failed(reason);
        }
    }

    private void connectNext() {
        if (state != State.OPENING) {
            return;
        }
        InetSocketAddress next = addresses.poll();
        if (next == null) {
            end();
            if (onlyRefused) {
                listener.refused();
            } else {
                listener.failed(why);
            }
            return;
        }
        try {
            ChannelFuture connecting = new Bootstrap()
                    .group(threads.group())
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.SO_KEEPALIVE, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) PATIENCE.toMillis())
                    .handler(pipeline())
                    .connect(next);
            channel = connecting.channel();
            connecting.addListener(done -> {
                if (!done.isSuccess()) {
                    Throwable cause = done.cause();
                    loop.execute(() -> notConnected(cause));
                }
            });
        } catch (RejectedExecutionException | IllegalStateException e) {
            failed("this node is stopping");
        }
    }

    private void notConnected(Throwable cause) {
        if (!isRefused(cause)) {
            onlyRefused = false;
            why = String.valueOf(cause.getMessage());
        }
        connectNext();
    }

    /**
     * Whether the machine said that nobody listens. The kernel's "timed out" and "unreachable" come as the same exception and
     * are told by their text; where that is in another language nothing is proved, which only costs time.
     */
    private static boolean isRefused(Throwable cause) {
        return cause instanceof ConnectException
                && !(cause instanceof ConnectTimeoutException)
                && String.valueOf(cause.getMessage()).contains("refused");
    }

    private ChannelInitializer<Channel> pipeline() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel created) {
                threads.channels().add(created);
                if (tls != null) {
                    created.pipeline().addLast(tls.newHandler(created.alloc(), host, -1));
                }
                FrameDecoder decoder = new FrameDecoder();
                created.pipeline().addLast(decoder, new FrameEncoder(), new Handler(decoder));
            }
        };
    }

    @Override
    public void close() {
        loop.assertInside();
        end();
    }

    private void end() {
        state = State.ENDED;
        if (limit != null) {
            limit.cancel();
        }
        if (channel != null) {
            channel.close();
        }
    }

    private void opened(Handshake.Hello peer) {
        if (state == State.OPENING) {
            state = State.OPEN;
            if (limit != null) {
                limit.cancel();
            }
            listener.opened(peer.nodeId(), peer.incarnation());
        }
    }

    private void received(Frame frame) {
        if (state == State.OPEN) {
            listener.received(frame);
        }
    }

    private void broken(String reason) {
        if (state == State.OPEN) {
            end();
            listener.lost();
        } else {
            failed(reason);
        }
    }

    /** The channel's side, on its I/O thread. */
    private final class Handler extends ChannelInboundHandlerAdapter {
        private final FrameDecoder decoder;
        private boolean connected;

        Handler(FrameDecoder decoder) {
            this.decoder = decoder;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            connected = true;
            handshake.start().forEach(context::write);
            context.flush();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Frame frame = (Frame) message;
            if (handshake.done()) {
                loop.execute(() -> received(frame));
            } else if (frame instanceof Handshake.AuthChallenge) {
                threads.computing().execute(() -> step(context, frame));
            } else {
                step(context, frame);
            }
        }

        private void step(ChannelHandlerContext context, Frame frame) {
            try {
                Frame answer = handshake.receive(frame);
                if (answer != null) {
                    context.writeAndFlush(answer);
                }
                if (handshake.done()) {
                    decoder.authenticated();
                    Handshake.Hello peer = Objects.requireNonNull(handshake.peer());
                    loop.execute(() -> opened(peer));
                }
            } catch (ProtocolException e) {
                loop.execute(() -> broken(e.text()));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (connected) {
                loop.execute(() -> broken("the node closed the connection during the handshake"));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
            loop.execute(() -> broken(String.valueOf(cause.getMessage())));
        }
    }
}
