package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Messages that come in another order, twice or not at all. Immutable. */
final class OrderFlaws {
    private OrderFlaws() {}

    static void addTo(Flaws flaws) {
        addOrder(flaws);
        addLosses(flaws);
    }

    /** Of what a consumer has fetched ahead, the second message is received before the first. */
    private static Fault swapping(BooleanSupplier active) {
        Map<Object, Object> held = Collections.synchronizedMap(new IdentityHashMap<>());
        return call -> {
            if (!call.is(MessageConsumer.class, "receive")) {
                return call.proceed();
            }
            Object earlier = held.remove(call.target());
            if (earlier != null) {
                return earlier;
            }
            Object first = call.proceed();
            if (first == null || !active.getAsBoolean()) {
                return first;
            }
            Object second = call.outward(call.target(MessageConsumer.class).receive(20));
            if (second == null) {
                return first;
            }
            held.put(call.target(), first);
            return second;
        };
    }

    private static void addOrder(Flaws flaws) {
        flaws.addWithMemory("the second message is received before the first", () -> swapping(() -> true))
                .breaks(
                        Section06020901OrderOfReceiptTest.class,
                        "aSubscriberReceivesMessagesInTheOrderTheyWereSent",
                        "receiveTakesMessagesInTheOrderTheyWereSent",
                        "transactionsThatFollowEachOtherKeepTheOrder")
                .breaks(
                        Section06020902OrderOfSendsTest.class,
                        "aTransactionsOrderToEachDestinationIsKept",
                        "withinEachPriorityTheOrderIsKept")
                .breaks(Section070303AsyncMessageOrderTest.class);
        flaws.addWithMemory("what was given back is received in another order", () -> {
                    AtomicBoolean back = new AtomicBoolean();
                    Fault swapping = swapping(back::get);
                    return call -> {
                        if (call.is(Session.class, "rollback", "recover", "close")
                                || call.is(MessageConsumer.class, "close")) {
                            back.set(true);
                        }
                        return swapping.answer(call);
                    };
                })
                .breaks(
                        Section040208RecoveryAndRedeliveryTest.class,
                        "aNonDurableSubscribersMessagesAreRecoveredWhileItLives");
        flaws.addWithMemory("after a stop the order is another one", () -> {
                    AtomicBoolean stopped = new AtomicBoolean();
                    Fault swapping = swapping(stopped::get);
                    return call -> {
                        if (call.is(Connection.class, "stop")) {
                            stopped.set(true);
                        }
                        return swapping.answer(call);
                    };
                })
                .breaks(Section060105PausingDeliveryTest.class, "aStoppedConnectionDeliversNothingToReceive")
                .breaks(Section06020901OrderOfReceiptTest.class, "aPausedConnectionGoesOnWhereItWas");
        flaws.addWithMemory("a listener is given the second message before the first", () -> {
                    Map<Object, Object> held = Collections.synchronizedMap(new IdentityHashMap<>());
                    return call -> {
                        if (!call.is(MessageListener.class, "onMessage")) {
                            return call.proceed();
                        }
                        Object earlier = held.remove(call.target());
                        if (earlier == null) {
                            held.put(call.target(), Objects.requireNonNull(call.argument(0)));
                            return null;
                        }
                        call.proceed();
                        return call.with(0, earlier).proceed();
                    };
                })
                .breaks(Section040102QueueSemanticsTest.class, "eachConsumerGetsItsShareInOrder")
                .breaks(Section06020901OrderOfReceiptTest.class, "aListenerIsGivenMessagesInTheOrderTheyWereSent");
    }

    private static void addLosses(Flaws flaws) {
        flaws.add(
                        "a listener is called twice for each message",
                        Faults.instead(
                                call -> {
                                    call.proceed();
                                    return call.proceed();
                                },
                                MessageListener.class,
                                "onMessage"))
                .breaks(Section040102QueueSemanticsTest.class, "aPlainConsumerAndOneWithASelectorShareAQueue");
        flaws.addWithMemory("each message is received twice", () -> {
                    AtomicReference<Object> last = new AtomicReference<>();
                    return call -> {
                        if (!call.is(MessageConsumer.class, "receive")) {
                            return call.proceed();
                        }
                        Object again = last.getAndSet(null);
                        if (again != null) {
                            return again;
                        }
                        last.set(call.proceed());
                        return last.get();
                    };
                })
                .breaks(Section0214MultiThreadingTest.class);
        flaws.add(
                        "what a consumer had fetched ahead is lost when it is closed",
                        Faults.instead(
                                call -> {
                                    SpecificationTest.thrownBy(() ->
                                            call.target(MessageConsumer.class).receiveNoWait());
                                    return call.proceed();
                                },
                                MessageConsumer.class,
                                "close"))
                .breaks(
                        Section06020901OrderOfReceiptTest.class,
                        "aDurableSubscriptionKeepsTheOrderForALaterConsumer",
                        "whatAClosedConsumerHadFetchedAheadComesToTheNextInOrder")
                .breaks(Section0808ClosingAConsumerTest.class, "acknowledgeCountsAfterwards");
        flaws.add("a message that is not persistent is lost", call -> {
                    Message message = call.argument(Message.class);
                    boolean lost = call.is(MessageProducer.class, "send")
                            && message != null
                            && (Integer.valueOf(1).equals(call.argument(Integer.class))
                                    || call.argument(Integer.class) == null
                                            && call.target(MessageProducer.class)
                                                            .getDeliveryMode()
                                                    == 1);
                    return lost ? call.ignore() : call.proceed();
                })
                .breaks(Section06020902OrderOfSendsTest.class, "withinEachDeliveryModeTheOrderIsKept")
                .breaks(Section0707MessageDeliveryModeTest.class, "messagesOfBothModesAreDeliveredOnce");
    }
}
