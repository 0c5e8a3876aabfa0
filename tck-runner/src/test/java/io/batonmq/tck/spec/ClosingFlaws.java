package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** Closing that is wrong. Immutable. */
final class ClosingFlaws {
    private ClosingFlaws() {}

    static void addTo(Flaws flaws) {
        addAfterwards(flaws);
        addWaiting(flaws);
        addListeners(flaws);
        addUnfinished(flaws);
    }

    private static Fault open(Class<?> type) {
        return call -> {
            try {
                return call.proceed();
            } catch (IllegalStateException | IllegalStateRuntimeException e) {
                if (call.is(type) && !call.name().equals("close")) {
                    return call.ignore();
                }
                throw e;
            }
        };
    }

    private static void addAfterwards(Flaws flaws) {
        flaws.add("a closed connection answers calls", open(Connection.class))
                .breaks(Section060102ClientIdentifierTest.class, "cannotBeSetAfterAnyOtherAction");
        flaws.add("a closed session answers calls", open(Session.class)).breaks(Section040107QueueRequestorTest.class);
        flaws.add("a closed consumer answers calls", open(MessageConsumer.class))
                .breaks(Section060215ClosingASessionTest.class, "afterwardsItAndItsObjectsAreClosed")
                .breaks(Section0805ReceivingSynchronouslyTest.class, "aClosedConsumerReceivesNoMore");
        flaws.add("a closed producer answers calls", open(MessageProducer.class))
                .breaks(Section0701ProducersTest.class, "aClosedOneSendsNoMore");
        flaws.add("a closed context answers calls", open(JMSContext.class))
                .breaks(Section060102ClientIdentifierTest.class, "cannotBeSetAfterAnyOtherAction");
        flaws.add("a context's closed consumer answers calls", open(JMSConsumer.class))
                .breaks(Section060108ClosingAConnectionTest.class, "aClosedContextIsClosedThroughout")
                .breaks(Section0808ClosingAConsumerTest.class, "aContextsConsumerIsClosedToo");
        flaws.add("a message of a closed session is acknowledged in vain", open(Message.class))
                .breaks(Section060108ClosingAConnectionTest.class, "messagesStayUsableExceptForAcknowledge")
                .breaks(Section060215ClosingASessionTest.class, "nothingIsAcknowledgedForTheClientNorCanItBeLater");
        flaws.addWithMemory("a second close is refused", () -> {
                    Set<Object> closed = Faults.objects();
                    return call -> {
                        if (call.is(Object.class, "close") && !closed.add(call.target())) {
                            throw call.is(JMSContext.class) || call.is(JMSConsumer.class)
                                    ? new IllegalStateRuntimeException("closed")
                                    : new IllegalStateException("closed");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section060108ClosingAConnectionTest.class, "closingTwiceIsNoError");
        flaws.add("a message's text goes with its connection", call -> {
                    if (call.is(Message.class, "getBody") && !call.onReceived()) {
                        return null;
                    }
                    return call.proceed();
                })
                .breaks(Section070301AsyncQualityOfServiceTest.class, "eachFormOfTheCallHasItsListener")
                .breaks(Section070308UseOfTheCompletionListenerTest.class, "callbacksComeInTheOrderOfTheSends");
        flaws.addWithMemory("closing a context closes those made from it", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        if (call.is(JMSContext.class, "close")) {
                            for (JMSContext each : origins.all(JMSContext.class)) {
                                if (each != call.target() && origins.of(each, Connection.class) == null) {
                                    each.close();
                                }
                            }
                        }
                        return call.is(JMSContext.class) ? origins.proceed(call) : call.proceed();
                    };
                })
                .breaks(
                        Section060108ClosingAConnectionTest.class,
                        "closingAContextClosesItsConnectionOnlyWithTheLastOne");
    }

    private static void addWaiting(Flaws flaws) {
        flaws.add("the close of a connection does not wait", Faults.instead(Faults::later, Connection.class, "close"))
                .breaks(Section070304AsyncCloseCommitRollbackTest.class, "closingTheConnectionWaitsForCallbacks");
        flaws.add("the close of a session does not wait", Faults.instead(Faults::later, Session.class, "close"))
                .breaks(Section060215ClosingASessionTest.class, "closeWaitsForAListenerWhoseSessionStaysUsable")
                .breaks(Section070304AsyncCloseCommitRollbackTest.class, "closingTheSessionWaitsForCallbacks");
        flaws.add(
                        "the close of a consumer does not wait",
                        Faults.instead(Faults::later, MessageConsumer.class, "close"))
                .breaks(Section0808ClosingAConsumerTest.class, "closeWaitsForItsListener");
        flaws.add(
                        "the close of a producer does not wait",
                        Faults.instead(Faults::later, MessageProducer.class, "close"))
                .breaks(
                        Section070304AsyncCloseCommitRollbackTest.class,
                        "aCallbackMustNotCloseWhatItCameFromNorEndItsTransaction",
                        "closingTheProducerWaitsForCallbacks");
        flaws.add("the close of a context does not wait", Faults.instead(Faults::later, JMSContext.class, "close"))
                .breaks(Section060108ClosingAConnectionTest.class, "aClosedContextIsClosedThroughout");
        flaws.add("a receive that a close ends throws", call -> {
                    Object answer = call.proceed();
                    if (answer != null || !call.name().equals("receive")) {
                        return answer;
                    }
                    Long bound = call.argument(Long.class);
                    if (bound != null && bound <= SpecificationTest.QUIET) {
                        return null;
                    }
                    if (call.is(JMSConsumer.class)) {
                        throw new IllegalStateRuntimeException("closed");
                    }
                    throw new IllegalStateException("closed");
                })
                .breaks(Section060108ClosingAConnectionTest.class, "closeEndsAReceiveThatWaits")
                .breaks(Section060205ThreadingOfASessionTest.class, "closeMayBeCalledByAnotherThread")
                .breaks(Section060215ClosingASessionTest.class, "closeEndsAReceiveThatWaits")
                .breaks(Section0808ClosingAConsumerTest.class, "closeEndsAReceiveThatWaits");
    }

    private static Fault inListener(Refusal refusal) {
        ThreadLocal<Boolean> running = ThreadLocal.withInitial(() -> false);
        return call -> {
            if (call.is(MessageListener.class, "onMessage")) {
                running.set(true);
                try {
                    return call.proceed();
                } finally {
                    running.set(false);
                }
            }
            if (running.get()) {
                refusal.consider(call);
            }
            return call.proceed();
        };
    }

    private interface Refusal {
        void consider(Call call) throws Exception;
    }

    private static void addListeners(Flaws flaws) {
        flaws.addWithMemory(
                        "a listener can't close anything",
                        () -> inListener(call -> {
                            if (call.is(Object.class, "close")
                                    && !call.is(JMSContext.class)
                                    && !call.is(MessageProducer.class)) {
                                throw new JMSException("a listener is running");
                            }
                        }))
                .breaks(
                        Section060108ClosingAConnectionTest.class,
                        "aListenerMayCloseAnotherConnection",
                        "aListenerThatClosesItsOwnConnectionIsToldOrObeyedAndItsMessageIsAcknowledged")
                .breaks(
                        Section060215ClosingASessionTest.class,
                        "aListenerThatClosesItsOwnSessionIsToldOrObeyedAndItsMessageIsAcknowledged")
                .breaks(Section0808ClosingAConsumerTest.class, "aListenerMayCloseItsOwnConsumer");
        flaws.addWithMemory(
                        "a listener can't use its session",
                        () -> inListener(call -> {
                            if (call.is(
                                    Session.class,
                                    "createProducer",
                                    "createTextMessage",
                                    "createSender",
                                    "createPublisher")) {
                                throw new JMSException("a listener is running");
                            }
                        }))
                .breaks(
                        Section060108ClosingAConnectionTest.class,
                        "closeWaitsForAListenerThatUsesAnotherSessionOfTheConnection",
                        "closeWaitsForAListenerWhoseConnectionStaysUsable")
                .breaks(Section060205ThreadingOfASessionTest.class, "aListenersSessionIsItsOwnToUse")
                .breaks(
                        Section1102ConcurrentProcessingTest.class,
                        "whatASessionRollsBackComesAgainAndWhatItSentDoesNot");
        flaws.addWithMemory(
                        "a listener can't use its context",
                        () -> inListener(call -> {
                            if (call.is(JMSContext.class, "createProducer")) {
                                throw new JMSRuntimeException("a listener is running");
                            }
                        }))
                .breaks(Section060108ClosingAConnectionTest.class, "closingAContextWaitsForAListenerWhichMayUseIt");
        flaws.addWithMemory(
                        "a listener that stops its connection is told something else",
                        () -> inListener(call -> {
                            if (call.is(Object.class, "stop")) {
                                throw new JMSException("a listener is running");
                            }
                        }))
                .breaks(Section060105PausingDeliveryTest.class, "aListenerThatStopsItsOwnConnectionIsToldOrObeyed");
    }

    private static void addUnfinished(Flaws flaws) {
        flaws.addWithMemory("closing commits", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        if (call.is(Session.class, "close") || call.is(Connection.class, "close")) {
                            for (Session each : origins.all(Session.class)) {
                                if (origins.of(each, call.target().getClass()) == call.target()) {
                                    SpecificationTest.thrownBy(each::commit);
                                }
                            }
                        }
                        return origins.proceed(call);
                    };
                })
                .breaks(Section060108ClosingAConnectionTest.class, "transactionsInProgressAreRolledBack")
                .breaks(Section060207TransactionsTest.class, "aCommitDoesBothAndTheNextTransactionBegins")
                .breaks(
                        Section06020901OrderOfReceiptTest.class,
                        "whatAClosedTransactedSessionGivesBackComesToTheNextInOrder")
                .breaks(Section060215ClosingASessionTest.class, "aTransactionInProgressIsRolledBack")
                .breaks(
                        Section1102ConcurrentProcessingTest.class,
                        "whatWasNotCommittedComesAgainWhenItsSessionIsClosed");
        flaws.addWithMemory("closing acknowledges", () -> {
                    AtomicReference<Message> last = new AtomicReference<>();
                    return call -> {
                        if (call.is(Session.class, "close") || call.is(Connection.class, "close")) {
                            Message message = last.getAndSet(null);
                            if (message != null) {
                                SpecificationTest.thrownBy(message::acknowledge);
                            }
                        }
                        Object answer = call.proceed();
                        if (call.is(MessageConsumer.class, "receive") && answer != null) {
                            last.set((Message) WrongProxies.real(answer));
                        }
                        return answer;
                    };
                })
                .breaks(
                        Section030407RedeliveredTest.class,
                        "isSetForTheNextConsumerAfterASessionEndedWithoutAcknowledging")
                .breaks(
                        Section040208RecoveryAndRedeliveryTest.class,
                        "aDurableSubscriptionGivesBackWhatWasNotAcknowledged")
                .breaks(Section060108ClosingAConnectionTest.class, "nothingIsAcknowledgedForTheClient")
                .breaks(
                        Section060210MessageAcknowledgmentTest.class,
                        "withClientAcknowledgeWhatWasNotAcknowledgedIsDeliveredAgain")
                .breaks(Section060211DuplicateDeliveryTest.class, "neitherRecoverNorRollbackBringsItBack")
                .breaks(Section0602SessionsTest.class, "whatWasReceivedButNotAcknowledgedComesToTheQueuesNextConsumer");
    }
}
