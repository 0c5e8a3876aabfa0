package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.ConnectionOptions;

/** What the parts of one connection share. Everything in it is confined to the loop. */
record Core(
        Loop loop,
        Effects effects,
        Calls calls,
        Requests requests,
        Channel channel,
        ConnectionOptions options,
        ConnectionEvents events) {

    void notice(CoreException what) {
        effects.add(() -> events.notice(what));
    }
}
