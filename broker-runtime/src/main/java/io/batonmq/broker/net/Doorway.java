package io.batonmq.broker.net;

import io.batonmq.wire.AnsweringHandshake;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameDecoder;
import io.batonmq.wire.Handshake;
import io.batonmq.wire.ProtocolException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A peer until it is authenticated: within a time limit that covers TLS and all its frames, whatever their pace. Then it is
 * replaced by a {@link LinkHandler}. On the channel's I/O thread.
 */
final class Doorway extends ChannelInboundHandlerAdapter {
    private final Doorkeeper keeper;
    private final FrameDecoder decoder;
    private final AnsweringHandshake handshake;
    private final String name;
    private @Nullable Channel channel;
    private @Nullable Future<?> limit;
    private boolean spoke;
    private boolean over;

    Doorway(Doorkeeper keeper, FrameDecoder decoder, AnsweringHandshake handshake, String name) {
        this.keeper = keeper;
        this.decoder = decoder;
        this.handshake = handshake;
        this.name = name;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        channel = context.channel();
        limit = context.executor()
                .schedule(
                        () -> refuse(
                                ErrorCode.PROTOCOL_HANDSHAKE_TIMEOUT,
                                "not authenticated within "
                                        + keeper.handshakeTimeout().toMillis() + " ms"),
                        keeper.handshakeTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (over) {
            return;
        }
        try {
            Frame frame = (Frame) message;
            spoke = true;
            Frame answer = handshake.receive(frame);
            if (handshake.done()) {
                authenticated(context, Objects.requireNonNull(answer), Objects.requireNonNull(handshake.peer()));
            } else if (answer != null) {
                context.write(answer);
            }
        } catch (ProtocolException e) {
            refuse(e.code(), e.text());
        }
    }

    /** What came together is answered together. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
        context.fireChannelReadComplete();
    }

    private void authenticated(ChannelHandlerContext context, Frame answer, Handshake.Hello peer) {
        String wrong = keeper.wrongIdentity(peer, handshake.user());
        if (wrong != null) {
            refuse(ErrorCode.SECURITY_AUTHENTICATION, wrong);
            return;
        }
        end();
        decoder.authenticated();
        ServerLink link = keeper.link(context.channel(), name, handshake.user());
        context.writeAndFlush(answer);
        keeper.admit(link, peer, handshake.ignoredUser());
        context.pipeline().replace(this, "link", new LinkHandler(link));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!over && spoke) {
            Doorkeeper.logDropped(name, ErrorCode.LINK_LOST, "closed the connection during the handshake");
        }
        end(); // who came and went without a word is a health check: no line
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof ProtocolException e) {
            refuse(e.code(), e.text());
        } else if (cause instanceof DecoderException) {
            refuse(ErrorCode.SECURITY_TLS, String.valueOf(cause.getCause() == null ? cause : cause.getCause()));
        } else {
            refuse(ErrorCode.LINK_LOST, String.valueOf(cause.getMessage()));
        }
    }

    /** Somebody else needs the place; from any thread. */
    void evict(String why) {
        Channel mine = channel;
        if (mine != null) {
            mine.eventLoop().execute(() -> refuse(ErrorCode.LINK_TOO_MANY, why));
        }
    }

    /** There is no place at all. */
    void turnAway(Channel at, String why) {
        channel = at;
        spoke = true; // the reason is for a client that would greet
        refuse(ErrorCode.LINK_TOO_MANY, why);
    }

    private void refuse(ErrorCode code, String why) {
        if (over) {
            return;
        }
        end();
        Doorkeeper.logDropped(name, code, why);
        Channel mine = Objects.requireNonNull(channel);
        boolean understands = spoke || code == ErrorCode.PROTOCOL_VERSION || code == ErrorCode.LINK_TOO_MANY;
        if (understands && code != ErrorCode.SECURITY_TLS) {
            mine.writeAndFlush(new BrokerFrame.Fault(code, why)).addListener(written -> Farewell.close(mine));
        } else {
            mine.close();
        }
    }

    private void end() {
        if (!over) {
            over = true;
            keeper.waitsNoMore(this);
            Future<?> timer = limit;
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }
}
