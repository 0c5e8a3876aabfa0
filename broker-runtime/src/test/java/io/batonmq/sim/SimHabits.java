package io.batonmq.sim;

/**
 * How an application of the simulated world behaves.
 *
 * @param operations how many messages it sends
 * @param impatience how often it gives up waiting
 * @param slow whether it takes its time, and thinks better of what it did
 * @param topics whether it sends to the topic, too
 * @param times whether it sends messages that are delayed, and such that expire
 * @param asynchronous whether it sends without waiting, too
 * @param browses whether it looks at the queue now and then
 * @param temporaries whether it sends to temporary queues, its own and others', too
 */
record SimHabits(
        int operations,
        double impatience,
        boolean slow,
        boolean topics,
        boolean times,
        boolean asynchronous,
        boolean browses,
        boolean temporaries) {

    /** Of one that only receives, and waits for it. */
    static SimHabits onlyReceives() {
        return new SimHabits(0, 0, false, false, false, false, false, false);
    }
}
