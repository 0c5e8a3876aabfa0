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
 * @param restlessness how often it closes what it receives with, and opens it anew
 */
record SimHabits(
        int operations,
        double impatience,
        boolean slow,
        boolean topics,
        boolean times,
        boolean asynchronous,
        boolean browses,
        boolean temporaries,
        double restlessness) {
    /** Of most. */
    static final double SELDOM = 0.004;

    /** Of one that comes and goes. */
    private static final double OFTEN = 0.03;

    /** Of one that only receives, and waits for it. */
    static SimHabits onlyReceives() {
        return new SimHabits(0, 0, false, false, false, false, false, false, SELDOM);
    }

    /** Of one that sends less, and comes and goes. */
    SimHabits ofASubscriber() {
        return new SimHabits(
                operations / 6, impatience, slow, topics, times, asynchronous, browses, temporaries, OFTEN);
    }
}
