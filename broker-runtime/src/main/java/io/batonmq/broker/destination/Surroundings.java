package io.batonmq.broker.destination;

import io.batonmq.broker.loop.DatabaseTime;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.writer.Writer;

/** What every part of this package works with. */
record Surroundings(
        Loop loop,
        Writer writer,
        StoreReads reads,
        DatabaseTime time,
        DestinationSettings settings,
        MemoryBudget memory,
        Counters counters,
        ContentSweep sweep,
        DeadLetters deadLetters) {}
