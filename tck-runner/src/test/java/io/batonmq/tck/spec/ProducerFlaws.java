package io.batonmq.tck.spec;

import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** Producers and asynchronous sends that are wrong. Immutable. */
final class ProducerFlaws {
    private ProducerFlaws() {}

    static void addTo(Flaws flaws) {
        addProducers(flaws);
        addOptions(flaws);
        addCallbacks(flaws);
        addWaiting(flaws);
    }

    private static Fault lenient(Class<? extends Exception> refusal) {
        return call ->
                Faults.sends(call) ? Faults.swallowing(refusal, Object.class).answer(call) : call.proceed();
    }

    private static void addProducers(Flaws flaws) {
        flaws.add("a producer sends to anything", lenient(UnsupportedOperationException.class))
                .breaks(
                        Section0701ProducersTest.class,
                        "oneWithADestinationTakesNoOther",
                        "oneWithoutDestinationNeedsOneForEachSend");
        flaws.add("a send to nowhere is dropped", lenient(InvalidDestinationException.class))
                .breaks(Section060202TemporaryDestinationsTest.class, "theyGoWithTheirConnection");
        flaws.add("a message of null is dropped", lenient(MessageFormatException.class))
                .breaks(Section0701ProducersTest.class, "thereIsNoMessageOfNull");
        flaws.add("a JMSProducer drops a message of null", lenient(MessageFormatRuntimeException.class))
                .breaks(Section0701ProducersTest.class, "thereIsNoMessageOfNull");
        flaws.add(
                        "a JMSProducer sends to the same destination each time",
                        Faults.instead(
                                call -> call.argument(0) == null ? call.ignore() : call.proceed(),
                                JMSProducer.class,
                                "send"))
                .breaks(Section0701ProducersTest.class, "oneOfTheSimplifiedApiIsGivenADestinationEachTime");
        flaws.add(
                        "a JMSProducer sends nothing of a map",
                        Faults.instead(
                                call -> call.with(Map.class, map -> Map.of()).proceed(), JMSProducer.class, "send"))
                .breaks(Section0702SynchronousSendTest.class, "aJmsProducerSendsBodiesOfEachKind");
        flaws.add(
                        "a JMSProducer sends no empty body",
                        Faults.instead(
                                call -> {
                                    if (call.arguments() == 2 && call.argument(1) == null) {
                                        throw new MessageFormatRuntimeException("no body");
                                    }
                                    return call.proceed();
                                },
                                JMSProducer.class,
                                "send"))
                .breaks(Section0702SynchronousSendTest.class, "aJmsProducerSendsEmptyBodies");
        flaws.add(
                        "the setters of a JMSProducer return another one",
                        Faults.instead(
                                call -> WrongProxies.real(Objects.requireNonNull(call.proceed())),
                                JMSProducer.class,
                                "setAsync",
                                "setProperty",
                                "setPriority"))
                .breaks(
                        Section070301AsyncQualityOfServiceTest.class,
                        "aJmsProducerSendsAsynchronouslyOnceItHasAListener")
                .breaks(Section0710MethodChainingTest.class);
    }

    private static void addOptions(Flaws flaws) {
        flaws.add(
                        "what a send is told overrides nothing",
                        call -> call.is(MessageProducer.class, "send")
                                        && call.arguments() == 4
                                        && call.argument(0) instanceof Message message
                                ? Faults.none(() ->
                                        call.target(MessageProducer.class).send((Message) WrongProxies.real(message)))
                                : call.proceed())
                .breaks(Section0704DeliveryOptionsTest.class, "theArgumentsOfSendOverrideWhatTheProducerSays");
        flaws.add("the default mode is NON_PERSISTENT", Faults.returning(1, MessageProducer.class, "getDeliveryMode"))
                .breaks(Section030402DeliveryModeTest.class);
        flaws.add(
                        "a JMSProducer's default mode is NON_PERSISTENT",
                        Faults.returning(1, JMSProducer.class, "getDeliveryMode"))
                .breaks(Section0704DeliveryOptionsTest.class, "theDefaultsAreThoseOfTheSpecification");
        flaws.add("a wrong delivery mode is taken", call -> {
                    boolean mode = call.name().equals("setDeliveryMode")
                            || call.is(MessageProducer.class, "send") && call.arguments() == 4;
                    try {
                        return call.proceed();
                    } catch (JMSException | JMSRuntimeException e) {
                        if (mode) {
                            return call.ignore();
                        }
                        throw e;
                    }
                })
                .breaks(Section030410PriorityTest.class, "hasTenLevels")
                .breaks(Section0704DeliveryOptionsTest.class, "wrongModesAreRefused");
    }

    private static Fault callback(Fault fault) {
        return Faults.instead(fault, CompletionListener.class, "onCompletion");
    }

    private static void addCallbacks(Flaws flaws) {
        flaws.add("callbacks are not made", callback(Call::ignore))
                .breaks(
                        Section030411HowHeaderValuesAreSetTest.class,
                        "afterAnAsynchronousSendTheyAreThereOnceTheListenerIsCalled");
        flaws.add("callbacks are made twice", callback(call -> {
                    call.proceed();
                    return call.proceed();
                }))
                .breaks(
                        Section070304AsyncCloseCommitRollbackTest.class,
                        "allIncompleteSendsAreCompletedBeforeCloseReturns")
                .breaks(Section070308UseOfTheCompletionListenerTest.class, "aSessionRunsOneCallbackAtATime");
        flaws.add("a callback has a message of its own", callback(call -> {
                    Message message = Objects.requireNonNull(call.argument(Message.class));
                    return call.with(0, ForeignMessages.foreign(Message.class, message))
                            .proceed();
                }))
                .breaks(
                        Section070301AsyncQualityOfServiceTest.class,
                        "theListenerIsToldOncePerSendAndTheMessageIsThere");
        flaws.add("callbacks of a session run at once", callback(Faults::later))
                .breaks(Section070304AsyncCloseCommitRollbackTest.class, "aRollbackWaitsForCallbacks");
        flaws.addWithMemory("callbacks are made in another order", () -> {
                    AtomicReference<Call> held = new AtomicReference<>();
                    return callback(call -> {
                        Call earlier = held.getAndSet(null);
                        if (earlier == null) {
                            held.set(call);
                            return null;
                        }
                        call.proceed();
                        return earlier.proceed();
                    });
                })
                .breaks(
                        Section030411HowHeaderValuesAreSetTest.class,
                        "afterAnAsynchronousSendTheyAreThereOnceTheListenerIsCalled");
        flaws.add("the sending thread makes the callback", call -> {
                    CompletionListener listener = call.argument(CompletionListener.class);
                    Message message = call.argument(Message.class);
                    if (!call.is(MessageProducer.class, "send") || listener == null || message == null) {
                        return call.proceed();
                    }
                    MessageProducer producer = call.target(MessageProducer.class);
                    producer.send((Message) WrongProxies.real(message));
                    listener.onCompletion(message);
                    return null;
                })
                .breaks(Section070308UseOfTheCompletionListenerTest.class, "theSendingThreadIsNeverUsed");
        flaws.add("an asynchronous send needs no listener", lenient(IllegalArgumentException.class))
                .breaks(Section070302AsyncExceptionsTest.class, "aListenerIsNeeded");
        flaws.add(
                        "what an asynchronous send throws is nothing",
                        call -> call.is(MessageProducer.class, "send")
                                        && call.argument(CompletionListener.class) != null
                                ? Faults.swallowing(Exception.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section070302AsyncExceptionsTest.class, "whatSendThrowsTheListenerIsNotTold");
        flaws.add(
                        "a callback says that a message is sent which is not",
                        Faults.instead(
                                call -> Faults.none(() -> call.target(CompletionListener.class)
                                        .onCompletion((Message) call.outward(call.argument(0)))),
                                CompletionListener.class,
                                "onException"))
                .breaks(Section070302AsyncExceptionsTest.class, "whatCannotBeSentIsThrownOrTold");
        flaws.add("a JMSProducer forgets its listener", Faults.ignoring(JMSProducer.class, "setAsync"))
                .breaks(Section070304AsyncCloseCommitRollbackTest.class, "aCallbackMustNotCloseItsContext")
                .breaks(
                        Section070308UseOfTheCompletionListenerTest.class,
                        "aContextsCallbacksComeInTheOrderOfTheSends");
    }

    private static void addWaiting(Flaws flaws) {
        flaws.add("a commit does not wait for callbacks", Faults.instead(Faults::later, Session.class, "commit"))
                .breaks(Section070304AsyncCloseCommitRollbackTest.class, "aCommitWaitsForCallbacks");
        flaws.add("a rollback does not wait for callbacks", Faults.instead(Faults::later, Session.class, "rollback"))
                .breaks(Section060108ClosingAConnectionTest.class, "afterwardsAllOfItsObjectsAreClosed");
        flaws.add("in a callback everything may be closed, committed and rolled back", call -> {
                    try {
                        return call.proceed();
                    } catch (IllegalStateException | IllegalStateRuntimeException e) {
                        if (call.name().matches("close|commit|rollback")) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(Section060107ExceptionListenerTest.class, "isNotToldWhatACallThrows");
    }
}
