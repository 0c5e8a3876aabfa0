package io.batonmq.store;

/** A change of a message's delivery count and of when it may be dispatched again (R2, R10). */
public record DeliveryRow(MessageKey key, int deliveryCount, long availableAtMillis) {}
