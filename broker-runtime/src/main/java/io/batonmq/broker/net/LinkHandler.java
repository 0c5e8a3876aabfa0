package io.batonmq.broker.net;

import io.batonmq.wire.Frame;
import io.batonmq.wire.ProtocolException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;

/** The I/O side of a link: collects what one read brought and hands it over at once. On the channel's I/O thread. */
final class LinkHandler extends ChannelInboundHandlerAdapter {
    private final ServerLink link;
    private List<Frame> read = new ArrayList<>();

    LinkHandler(ServerLink link) {
        this.link = link;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
        read.add((Frame) frame);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!read.isEmpty()) {
            List<Frame> frames = read;
            read = new ArrayList<>();
            link.arrived(frames);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        link.drain();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        channelReadComplete(context);
        link.gone("the peer closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        channelReadComplete(context);
        if (cause instanceof ProtocolException e) {
            link.violated(e);
        } else {
            link.gone(String.valueOf(cause.getMessage()));
            context.close();
        }
    }
}
