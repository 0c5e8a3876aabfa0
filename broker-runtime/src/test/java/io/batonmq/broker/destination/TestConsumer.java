package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Attachment;
import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.Destinations.QueueConsumer;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A consumer with a credit in messages; keeps what it was given. */
class TestConsumer implements QueueConsumer {
    private static int numbers;

    final Identity connection;
    final int number;
    final List<Entry> entries = new ArrayList<>();
    private final IdentityHashMap<Entry, String> texts = new IdentityHashMap<>();
    int credit;
    boolean marked = true;
    final List<Long> markedWith = new ArrayList<>();
    boolean browseEnded;
    /** Whether what it is given goes to its client at once. */
    boolean sent = true;

    @Nullable
    String removed;

    private @Nullable Attachment attachment;

    TestConsumer(Identity connection, int credit) {
        this(connection, ++numbers, credit);
    }

    /** The consumer with this number, on another link than before. */
    TestConsumer(Identity connection, int number, int credit) {
        this.connection = connection;
        this.number = number;
        this.credit = credit;
    }

    void attached(Attachment place) {
        attachment = place;
    }

    Attachment attachment() {
        if (attachment == null) {
            throw new AssertionError("not attached");
        }
        return attachment;
    }

    void credit(int more) {
        credit += more;
        attachment().wake();
    }

    List<String> texts() {
        return entries.stream().map(entry -> texts.getOrDefault(entry, "")).toList();
    }

    @Override
    public boolean ready(int size) {
        return credit > 0;
    }

    @Override
    public boolean marked(long queue) {
        return marked;
    }

    @Override
    public void mark(Unit unit, long queue) {
        markedWith.add(queue);
    }

    @Override
    public void deliver(Entry entry) {
        credit--;
        entries.add(entry);
        texts.put(entry, World.text(entry));
        if (sent) {
            entry.sent();
        }
    }

    @Override
    public Identity connection() {
        return connection;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public void queueRemoved(String why) {
        removed = why;
    }

    @Override
    public void browseEnded() {
        browseEnded = true;
    }
}
