package io.batonmq.broker.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class HoldsByteBuf {
        ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    }
}
