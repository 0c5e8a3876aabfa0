package io.batonmq.jms.internal.link;

import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.jms.internal.url.SocketSettings;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameDecoder;
import io.batonmq.wire.FrameEncoder;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the channels of a link, with the socket and TLS settings of its address. Used on the loop. */
final class LinkChannels {
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(128 * 1024, 512 * 1024);
    private static final long CLOSE_NOTIFY_MILLIS = 500;

    private final SharedIo io;
    private final ServerAddress address;
    private final @Nullable SslContext tls;

    LinkChannels(SharedIo io, ServerAddress address, @Nullable SslContext tls) {
        this.io = io;
        this.address = address;
        this.tls = tls;
    }

    ChannelFuture connect(InetSocketAddress to, Duration within, NettyLink link) {
        SocketSettings socket = address.socket();
        Bootstrap bootstrap = new Bootstrap()
                .group(io.loop())
                .channel(NioSocketChannel.class)
                .disableResolver()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(Integer.MAX_VALUE, within.toMillis()))
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .option(ChannelOption.TCP_NODELAY, socket.noDelay())
                .option(ChannelOption.SO_KEEPALIVE, socket.keepAlive())
                .handler(pipeline(link));
        if (socket.sendBuffer() > 0) {
            bootstrap.option(ChannelOption.SO_SNDBUF, socket.sendBuffer());
        }
        if (socket.receiveBuffer() > 0) {
            bootstrap.option(ChannelOption.SO_RCVBUF, socket.receiveBuffer());
        }
        if (socket.trafficClass() >= 0) {
            bootstrap.option(ChannelOption.IP_TOS, socket.trafficClass());
        }
        return bootstrap.connect(to);
    }

    private ChannelInitializer<Channel> pipeline(NettyLink link) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                if (tls != null) {
                    SslHandler handler =
                            tls.newHandler(channel.alloc(), address.host(), address.port(), io.computing());
                    handler.setHandshakeTimeoutMillis(0); // the link's own bound covers it
                    handler.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
                    channel.pipeline().addLast(handler);
                }
                FrameDecoder decoder = new FrameDecoder();
                channel.pipeline().addLast(decoder, new FrameEncoder(), new Handler(link, decoder));
            }
        };
    }

    /** Passes on what happens. */
    private static final class Handler extends ChannelInboundHandlerAdapter {
        private final NettyLink link;
        private final FrameDecoder decoder;

        Handler(NettyLink link, FrameDecoder decoder) {
            this.link = link;
            this.decoder = decoder;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            link.connected();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            link.received((Frame) frame, decoder);
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            link.drain();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
                link.failed(handshake.cause());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            link.inactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            link.failed(cause);
        }
    }
}
