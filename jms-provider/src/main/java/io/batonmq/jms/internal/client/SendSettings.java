package io.batonmq.jms.internal.client;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * How a message is sent. Immutable.
 *
 * @param deliveryMode PERSISTENT or NON_PERSISTENT
 * @param priority 0 to 9
 * @param timeToLive ms, 0 = for ever
 * @param deliveryDelay ms
 * @param withId whether JMSMessageID is set
 * @param withTimestamp whether JMSTimestamp is set
 */
record SendSettings(
        int deliveryMode, int priority, long timeToLive, long deliveryDelay, boolean withId, boolean withTimestamp) {

    static final SendSettings DEFAULT = new SendSettings(
            Message.DEFAULT_DELIVERY_MODE,
            Message.DEFAULT_PRIORITY,
            Message.DEFAULT_TIME_TO_LIVE,
            Message.DEFAULT_DELIVERY_DELAY,
            true,
            true);

    SendSettings withDeliveryMode(int mode) throws JMSException {
        if (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException("delivery mode " + mode + " is neither PERSISTENT (2) nor NON_PERSISTENT (1)");
        }
        return new SendSettings(mode, priority, timeToLive, deliveryDelay, withId, withTimestamp);
    }

    SendSettings withPriority(int newPriority) throws JMSException {
        if (newPriority < 0 || newPriority > 9) {
            throw new JMSException("priority " + newPriority + " is not between 0 and 9");
        }
        return new SendSettings(deliveryMode, newPriority, timeToLive, deliveryDelay, withId, withTimestamp);
    }

    SendSettings withTimeToLive(long millis) throws JMSException {
        if (millis < 0) {
            throw new JMSException("a time to live of " + millis + " ms is negative");
        }
        return new SendSettings(deliveryMode, priority, millis, deliveryDelay, withId, withTimestamp);
    }

    SendSettings withDeliveryDelay(long millis) throws JMSException {
        if (millis < 0) {
            throw new JMSException("a delivery delay of " + millis + " ms is negative");
        }
        return new SendSettings(deliveryMode, priority, timeToLive, millis, withId, withTimestamp);
    }

    SendSettings withId(boolean wanted) {
        return new SendSettings(deliveryMode, priority, timeToLive, deliveryDelay, wanted, withTimestamp);
    }

    SendSettings withTimestamp(boolean wanted) {
        return new SendSettings(deliveryMode, priority, timeToLive, deliveryDelay, withId, wanted);
    }
}
