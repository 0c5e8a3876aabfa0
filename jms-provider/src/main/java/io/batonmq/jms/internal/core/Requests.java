package io.batonmq.jms.internal.core;

import io.batonmq.wire.BrokerFrame.Reply;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a link's requests are waiting for. A lost link takes all of them along: who still needs an answer declares its
 * request anew (R2). Confined to the loop.
 */
final class Requests {
    private final Map<Long, Consumer<Reply>> waiting = new HashMap<>();
    private final Map<Long, Runnable> lost = new LinkedHashMap<>();
    private long last;

    long add(Consumer<Reply> answer) {
        last++;
        waiting.put(last, answer);
        return last;
    }

    /** As {@link #add}, for a request that a lost link settles as well as an answer. */
    long addOrLost(Consumer<Reply> answer, Runnable linkLost) {
        long request = add(answer);
        lost.put(request, linkLost);
        return request;
    }

    /** A number whose answer is another frame than {@link Reply}. */
    long next() {
        last++;
        return last;
    }

    void replied(Reply reply) {
        lost.remove(reply.request());
        Consumer<Reply> answer = waiting.remove(reply.request());
        if (answer != null) {
            answer.accept(reply);
        }
    }

    void linkLost() {
        waiting.clear();
        List<Runnable> settled = List.copyOf(lost.values());
        lost.clear();
        settled.forEach(Runnable::run);
    }
}
