package io.batonmq.samples.demo;

import io.batonmq.samples.process.ChildProcess;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LedgerTail;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Producer and consumer, and what their ledgers say so far. For one thread. */
final class Traffic {

    private static final Duration END_BOUND = Duration.ofMinutes(1);

    private final ChildProcess producer;
    private final ChildProcess consumer;
    private final LedgerTail<SentEntry> sent;
    private final LedgerTail<ReceivedEntry> received;

    private Traffic(
            ChildProcess producer,
            ChildProcess consumer,
            LedgerTail<SentEntry> sent,
            LedgerTail<ReceivedEntry> received) {
        this.producer = producer;
        this.consumer = consumer;
        this.sent = sent;
        this.received = received;
    }

    static Traffic start(Children children, Path folder, String url, String queue) {
        Path sent = folder.resolve("producer.ledger");
        Path received = folder.resolve("consumer.ledger");
        List<String> small = List.of("-Xmx96m");
        return new Traffic(
                children.start("producer", ProducerMain.class, small, List.of(url, queue, sent.toString(), queue)),
                children.start("consumer", ConsumerMain.class, small, List.of(url, queue, received.toString())),
                new LedgerTail<>(sent, SentEntry::parse),
                new LedgerTail<>(received, ReceivedEntry::parse));
    }

    List<ChildProcess> processes() {
        return List.of(producer, consumer);
    }

    List<SentEntry> sent() {
        return sent.entries();
    }

    List<ReceivedEntry> received() {
        return received.entries();
    }

    String counts() {
        return sent().size() + " sent, " + received().size() + " received";
    }

    /** The longest time without a message from the given entry on, up to now, in milliseconds. */
    long longestGapMillis(int from) {
        List<ReceivedEntry> entries = received();
        long longest = 0;
        for (int i = Math.max(1, from); i < entries.size(); i++) {
            longest = Math.max(
                    longest, entries.get(i).micros() - entries.get(i - 1).micros());
        }
        return longest / 1_000;
    }

    /** The producer sends no more. */
    void finishSending() {
        producer.finish(END_BOUND);
    }

    /** The consumer takes what is left and ends. */
    void finishReceiving() {
        consumer.finish(END_BOUND);
    }
}
