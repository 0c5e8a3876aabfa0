package io.batonmq.tck.spec;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageListener;
import java.util.Set;

/** Consumers that are wrong. Immutable. */
final class ConsumerFlaws {
    private ConsumerFlaws() {}

    static void addTo(Flaws flaws) {
        addReceiving(flaws);
        addBodies(flaws);
        addListeners(flaws);
    }

    private static void addReceiving(Flaws flaws) {
        flaws.add(
                        "a receive without a bound does not wait",
                        call -> call.is(MessageConsumer.class, "receive") && call.arguments() == 0
                                ? call.outward(
                                        call.target(MessageConsumer.class).receiveNoWait())
                                : call.proceed())
                .breaks(Section060105PausingDeliveryTest.class, "aReceiveThatWaitsGetsNothingBeforeTheRestart")
                .breaks(Section0805ReceivingSynchronouslyTest.class, "receiveWaitsUntilAMessageComes");
        flaws.add(
                        "a receive with a bound of 0 does not wait",
                        call -> call.is(MessageConsumer.class, "receive")
                                        && Long.valueOf(0).equals(call.argument(Long.class))
                                ? call.outward(
                                        call.target(MessageConsumer.class).receiveNoWait())
                                : call.proceed())
                .breaks(Section0805ReceivingSynchronouslyTest.class, "receiveWithATimeoutOfZeroWaitsAsLong");
        flaws.add("a receive with a short bound does not wait", call -> {
                    Long bound = call.argument(Long.class);
                    return call.is(MessageConsumer.class, "receive")
                                    && bound != null
                                    && bound == SpecificationTest.QUIET
                            ? null
                            : call.proceed();
                })
                .breaks(Section060105PausingDeliveryTest.class, "aReceivesTimerGoesOn")
                .breaks(Section0805ReceivingSynchronouslyTest.class, "receiveWithATimeoutWaitsThatLong");
        flaws.add(
                        "receiveNoWait waits",
                        Faults.instead(
                                call -> call.outward(
                                        call.target(MessageConsumer.class).receive(2 * SpecificationTest.soon())),
                                MessageConsumer.class,
                                "receiveNoWait"))
                .breaks(Section0805ReceivingSynchronouslyTest.class, "receiveNoWaitReturnsAtOnceWithWhatIsThere");
        flaws.add(
                        "receiveNoWait takes what is not due",
                        call -> call.is(MessageConsumer.class, "receiveNoWait")
                                ? call.outward(
                                        call.target(MessageConsumer.class).receive(SpecificationTest.soon()))
                                : call.name().equals("setDeliveryDelay")
                                        ? call.with(0, 0L).proceed()
                                        : call.proceed())
                .breaks(Section030413DeliveryTimeTest.class, "isTheTimeOfTheSendAndTheDeliveryDelay");
    }

    private static void addBodies(Flaws flaws) {
        flaws.add("a body is received as its own class only", call -> {
                    if (call.begins(JMSConsumer.class, "receiveBody") && Object.class.equals(call.argument(0))) {
                        throw new MessageFormatRuntimeException("there is no such body");
                    }
                    return call.proceed();
                })
                .breaks(Section0806ReceivingBodiesTest.class, "eachKindGivesItsBody");
        flaws.add("where there is no body, an empty one is received", call -> {
                    Object answer = call.proceed();
                    return answer == null && call.begins(JMSConsumer.class, "receiveBody") ? "" : answer;
                })
                .breaks(Section0806ReceivingBodiesTest.class, "allThreeFormsReceiveABody");
        flaws.add("what can't be received as a body is nothing", call -> {
                    try {
                        return call.proceed();
                    } catch (MessageFormatRuntimeException e) {
                        if (call.begins(JMSConsumer.class, "receiveBody")) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(Section0806ReceivingBodiesTest.class, "whatCannotBeTheBodyIsAFormatException");
        flaws.add("what can't be received as a body is lost", call -> {
                    try {
                        return call.proceed();
                    } catch (MessageFormatRuntimeException e) {
                        if (call.begins(JMSConsumer.class, "receiveBody")) {
                            call.target(JMSConsumer.class).receive(SpecificationTest.QUIET);
                        }
                        throw e;
                    }
                })
                .breaks(
                        Section0806ReceivingBodiesTest.class,
                        "afterAFailureTheMessageIsDeliveredAsIfNothingHadHappened");
    }

    private static void addListeners(Flaws flaws) {
        flaws.add(
                        "what a listener throws is nothing",
                        Faults.swallowing(RuntimeException.class, MessageListener.class, "onMessage"))
                .breaks(
                        Section0807ReceivingAsynchronouslyTest.class,
                        "aMessageWhoseListenerThrowsComesAgainAtOnceWhereTheSessionAcknowledges");
        flaws.addWithMemory("a listener that threw is not called again", () -> {
                    Set<Object> failed = Faults.objects();
                    return call -> {
                        if (!call.is(MessageListener.class, "onMessage")) {
                            return call.proceed();
                        }
                        if (failed.contains(call.target())) {
                            return null;
                        }
                        try {
                            return call.proceed();
                        } catch (RuntimeException e) {
                            failed.add(call.target());
                            throw e;
                        }
                    };
                })
                .breaks(
                        Section0807ReceivingAsynchronouslyTest.class,
                        "theNextMessageComesInATransactionWhichIsNotRolledBack",
                        "theNextMessageComesWhereTheClientAcknowledges");
        flaws.add("a listener is not told", Faults.returning(null, MessageConsumer.class, "getMessageListener"))
                .breaks(Section060108ClosingAConnectionTest.class, "afterwardsAllOfItsObjectsAreClosed")
                .breaks(Section0807ReceivingAsynchronouslyTest.class, "theListenerIsTheOneThatWasSet");
        flaws.add("a context's listener is not told", Faults.returning(null, JMSConsumer.class, "getMessageListener"))
                .breaks(Section0807ReceivingAsynchronouslyTest.class, "aContextsConsumerHasListenersToo");
        flaws.add(
                        "what waits when a listener is set is lost",
                        Faults.instead(
                                call -> {
                                    SpecificationTest.thrownBy(() ->
                                            call.target(MessageConsumer.class).receive(SpecificationTest.QUIET));
                                    return call.proceed();
                                },
                                MessageConsumer.class,
                                "setMessageListener"))
                .breaks(
                        Section060210MessageAcknowledgmentTest.class,
                        "withAutoAcknowledgeAMessageIsAcknowledgedWhenItsListenerHasReturned")
                .breaks(Section0807ReceivingAsynchronouslyTest.class, "messagesThatWaitAreDeliveredWhenAListenerIsSet");
        flaws.add(
                        "setting a listener is refused once a message waits",
                        Faults.throwing(new JMSException("not supported"), MessageConsumer.class, "setMessageListener"))
                .breaks(
                        Section040102QueueSemanticsTest.class,
                        "aPlainConsumerAndOneWithASelectorShareAQueue",
                        "eachMessageIsDeliveredToOneConsumer")
                .breaks(Section080304SharedDurableTest.class, "itsConsumersShareItsMessages");
    }
}
