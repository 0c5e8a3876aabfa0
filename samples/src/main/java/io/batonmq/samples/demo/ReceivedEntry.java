package io.batonmq.samples.demo;

/**
 * One line of a consumer's ledger: a message the application was given. Immutable.
 *
 * @param micros when, on the consumer's own monotonic clock
 * @param uid the message's unique property
 * @param redelivered its JMSRedelivered
 * @param deliveryCount its JMSXDeliveryCount
 */
public record ReceivedEntry(long micros, String uid, boolean redelivered, int deliveryCount) {

    /** As it stands in the ledger. */
    public String line() {
        return micros + " " + uid + " " + redelivered + " " + deliveryCount;
    }

    /** Reads what {@link #line} has written. */
    public static ReceivedEntry parse(String line) {
        String[] parts = line.split(" ", 4);
        return new ReceivedEntry(
                Long.parseLong(parts[0]), parts[1], Boolean.parseBoolean(parts[2]), Integer.parseInt(parts[3]));
    }
}
