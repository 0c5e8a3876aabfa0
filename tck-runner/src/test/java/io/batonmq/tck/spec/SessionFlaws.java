package io.batonmq.tck.spec;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** Sessions, their transactions and their acknowledgments that are wrong. Immutable. */
final class SessionFlaws {
    private SessionFlaws() {}

    static void addTo(Flaws flaws) {
        addModes(flaws);
        addTransactions(flaws);
        addAcknowledgment(flaws);
        addThreads(flaws);
    }

    private static void addModes(Flaws flaws) {
        flaws.add("a session's mode is always 1", Faults.returning(1, Session.class, "getAcknowledgeMode"))
                .breaks(Section0602SessionsTest.class, "theMethodsThatMakeOneSayHowItAcknowledges");
        flaws.add("any number is a session's mode", call -> {
                    if (!call.name().matches("createSession|createContext")) {
                        return call.proceed();
                    }
                    try {
                        return call.proceed();
                    } catch (IllegalStateException e) {
                        throw e;
                    } catch (JMSException | JMSRuntimeException e) {
                        return call.ignore();
                    }
                })
                .breaks(Section1003StandardExceptionsTest.class, "aWrongSessionModeIsRefused");
        flaws.add(
                        "who acknowledges is left to the client",
                        call -> call.is(Connection.class, "createSession") && call.arguments() == 0
                                ? call.target(Connection.class).createSession(Session.CLIENT_ACKNOWLEDGE)
                                : call.proceed())
                .breaks(
                        Section060210MessageAcknowledgmentTest.class,
                        "withAutoAcknowledgeWhatReceiveReturnedIsAcknowledged");
        flaws.add(
                        "lazy acknowledgments are never made",
                        Faults.instead(
                                call -> call.with(
                                                Integer.class,
                                                mode -> mode == Session.DUPS_OK_ACKNOWLEDGE
                                                        ? Session.CLIENT_ACKNOWLEDGE
                                                        : mode)
                                        .proceed(),
                                Connection.class,
                                "createSession"))
                .breaks(
                        Section060210MessageAcknowledgmentTest.class,
                        "withDupsOkAcknowledgeWhatWasReceivedIsAcknowledgedInTheEnd")
                .breaks(Section0808ClosingAConsumerTest.class, "whatWasDeliveredIsAcknowledgedAsUsual");
        flaws.addWithMemory("a message is sent by the session that made it", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        Message message = call.argument(Message.class);
                        if (call.is(MessageProducer.class, "send") && message != null) {
                            Session making = origins.of(WrongProxies.real(message), Session.class);
                            Session sending = origins.of(call.target(), Session.class);
                            if (making != null && making != sending) {
                                throw new MessageFormatException("it is another session's");
                            }
                        }
                        return origins.proceed(call);
                    };
                })
                .breaks(Section060204OptimizedMessagesTest.class, "aMessageMayBeSentWithAnySession")
                .breaks(Section0702SynchronousSendTest.class, "whatWasSentIsThereWhenSendReturns");
    }

    private static void addTransactions(Flaws flaws) {
        flaws.addWithMemory("what is sent in a transaction is there at once", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        Object answer = origins.proceed(call);
                        Session session = origins.of(call.target(), Session.class);
                        if (call.is(MessageProducer.class, "send") && session != null && session.getTransacted()) {
                            session.commit();
                        }
                        return answer;
                    };
                })
                .breaks(
                        Section060207TransactionsTest.class,
                        "aRollbackDestroysWhatWasSentAndGivesBackWhatWasConsumed",
                        "whatIsSentIsNotSeenBeforeTheCommit")
                .breaks(
                        Section070304AsyncCloseCommitRollbackTest.class,
                        "whatWasSentAsynchronouslyIsPartOfTheTransaction")
                .breaks(Section0709DeliveryDelayTest.class, "aRollbackTakesBackADelayedMessage");
        flaws.add("a commit has no effect", Faults.ignoring(Session.class, "commit"))
                .breaks(Section030407RedeliveredTest.class, "isSetAfterARollback");
        flaws.add(
                        "a rollback commits",
                        Faults.instead(
                                call -> Faults.none(
                                        () -> call.target(Session.class).commit()),
                                Session.class,
                                "rollback"))
                .breaks(Section0707MessageDeliveryModeTest.class, "messagesOfBothModesAreGivenBackByARollback");
        flaws.add("a rollback has no effect", Faults.ignoring(Session.class, "rollback"))
                .breaks(
                        Section06020901OrderOfReceiptTest.class,
                        "aConsumerWithASelectorReceivesWhatItSelectsInOrder",
                        "aRollbackInAListenerIsFollowedByTheSameMessagesInOrder",
                        "afterARollbackMessagesComeInOrderAgain",
                        "afterARollbackTheCommittedOnesAreLeftOutAndTheRestIsInOrder",
                        "eachConsumerOfASessionGetsItsOwnInOrderAfterARollback");
        flaws.add("a context's rollback has no effect", Faults.ignoring(JMSContext.class, "rollback"))
                .breaks(Section060207TransactionsTest.class, "onlyATransactedSessionIsCommittedOrRolledBack");
        flaws.add("a context's commit has no effect", Faults.ignoring(JMSContext.class, "commit"))
                .breaks(Section060207TransactionsTest.class, "aContextsTransactionIsOneToo");
        flaws.add(
                        "a context's rollback commits",
                        Faults.instead(
                                call -> Faults.none(
                                        () -> call.target(JMSContext.class).commit()),
                                JMSContext.class,
                                "rollback"))
                .breaks(Section060207TransactionsTest.class, "aContextsTransactionIsOneToo")
                .breaks(Section0806ReceivingBodiesTest.class, "afterAFailureInATransactionTheNextMessageComes");
        flaws.addWithMemory("a consumer's close ends its transaction", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        Session session = origins.of(call.target(), Session.class);
                        if (call.is(MessageConsumer.class, "close") && session != null) {
                            SpecificationTest.thrownBy(session::rollback);
                        }
                        return origins.proceed(call);
                    };
                })
                .breaks(Section060207TransactionsTest.class, "aTransactionOutlivesItsConsumersAndProducers")
                .breaks(Section0808ClosingAConsumerTest.class, "soDoCommitAndRollback");
        flaws.addWithMemory("an empty transaction can't be ended", () -> {
                    Set<Object> begun = Faults.objects();
                    return call -> {
                        if (call.is(Session.class, "createProducer", "createConsumer")) {
                            begun.add(call.target());
                        } else if (call.is(Session.class, "commit", "rollback") && !begun.contains(call.target())) {
                            throw new IllegalStateException("there is no transaction");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section060207TransactionsTest.class, "emptyTransactionsMayBeEnded")
                .breaks(Section1102ConcurrentProcessingTest.class, "thePoolsSessionsProcessEachMessageOnce");
        flaws.add(
                        "what is not transacted may be committed and rolled back",
                        call -> call.name().matches("commit|rollback")
                                ? Faults.swallowing(Exception.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section060107ExceptionListenerTest.class, "isNotToldWhatACallThrows");
    }

    private static void addAcknowledgment(Flaws flaws) {
        flaws.add("a client's acknowledge has no effect", Faults.ignoring(Message.class, "acknowledge"))
                .breaks(
                        Section060210MessageAcknowledgmentTest.class,
                        "acknowledgingOneMessageAcknowledgesAllThatTheSessionDelivered",
                        "recoverBeginsAgainAfterTheLastAcknowledgedMessage")
                .breaks(Section060211DuplicateDeliveryTest.class, "whatIsAcknowledgedIsNeverDeliveredAgain");
        flaws.add("a context's acknowledge has no effect", Faults.ignoring(JMSContext.class, "acknowledge"))
                .breaks(Section060210MessageAcknowledgmentTest.class, "aContextAcknowledgesAllThatItsSessionDelivered");
        flaws.add("recover has no effect", Faults.ignoring(Session.class, "recover"))
                .breaks(Section0310ChangingAReceivedMessageTest.class, "whatIsRecoveredIsReadFromItsBeginning")
                .breaks(
                        Section040208RecoveryAndRedeliveryTest.class,
                        "aNonDurableSubscribersMessagesAreRecoveredWhileItLives")
                .breaks(
                        Section06020901OrderOfReceiptTest.class,
                        "aRecoverInAListenerIsFollowedByTheSameMessagesInOrder",
                        "afterARecoverMessagesComeInOrderAgain")
                .breaks(Section060210MessageAcknowledgmentTest.class, "aRecoverReachesTheMessagesOfAllConsumers")
                .breaks(Section0808ClosingAConsumerTest.class, "soDoesRecover");
        flaws.add("a context's recover has no effect", Faults.ignoring(JMSContext.class, "recover"))
                .breaks(
                        Section0806ReceivingBodiesTest.class,
                        "afterAFailureInAnAcknowledgingClientTheNextMessageComes");
        flaws.add(
                        "a transacted session may be recovered",
                        Faults.swallowing(IllegalStateException.class, Session.class, "recover"))
                .breaks(Section060210MessageAcknowledgmentTest.class, "aTransactedSessionCannotBeRecovered");
        flaws.addWithMemory("a message may be acknowledged once", () -> {
                    Set<Object> acknowledged = Faults.objects();
                    return call -> {
                        if (call.is(Message.class, "acknowledge") && !acknowledged.add(call.target())) {
                            throw new IllegalStateException("it is acknowledged");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section0306MessageAcknowledgmentCallsTest.class, "mayBeRepeated");
        flaws.addWithMemory("only clients that acknowledge may call it", () -> {
                    Origins origins = new Origins();
                    return call -> {
                        if (call.is(Message.class, "acknowledge")
                                && origins.all(Session.class).stream()
                                        .noneMatch(session -> Faults.mode(session) == Session.CLIENT_ACKNOWLEDGE)) {
                            throw new IllegalStateException("the session acknowledges");
                        }
                        return origins.proceed(call);
                    };
                })
                .breaks(
                        Section0306MessageAcknowledgmentCallsTest.class,
                        "isIgnoredInATransaction",
                        "isIgnoredWhereTheSessionAcknowledges");
        flaws.addWithMemory("what a session acknowledged is received once more", () -> {
                    AtomicReference<Object> last = new AtomicReference<>();
                    return call -> {
                        Object answer = call.proceed();
                        if (call.is(MessageConsumer.class, "receive")) {
                            Object earlier = last.getAndSet(answer);
                            return answer == null && earlier != null ? earlier : answer;
                        }
                        return answer;
                    };
                })
                .breaks(Section0214MultiThreadingTest.class);
    }

    private static void addThreads(Flaws flaws) {
        flaws.add(
                        "listeners of a session run at once",
                        Faults.instead(Faults::later, MessageListener.class, "onMessage"))
                .breaks(Section060213SerialExecutionTest.class);
        flaws.addWithMemory("one listener runs at a time, whatever its session", () -> {
                    ReentrantLock lock = new ReentrantLock();
                    return Faults.instead(
                            call -> {
                                lock.lock();
                                try {
                                    return call.proceed();
                                } finally {
                                    lock.unlock();
                                }
                            },
                            MessageListener.class,
                            "onMessage");
                })
                .breaks(Section060214ConcurrentDeliveryTest.class)
                .breaks(Section1102ConcurrentProcessingTest.class, "theSessionsOfAPoolRunAtTheSameTime");
        flaws.addWithMemory("threads use a connection one after another", () -> {
                    Set<Object> inUse = ConcurrentHashMap.newKeySet();
                    return call -> {
                        if (!call.is(Connection.class, "createSession")) {
                            return call.proceed();
                        }
                        inUse.add(Thread.currentThread());
                        if (inUse.size() > 1) {
                            throw new IllegalStateException("another thread uses the connection");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section0214MultiThreadingTest.class)
                .breaks(Section0503ConnectionFactoriesTest.class, "supportConcurrentUse");
        flaws.addWithMemory("a context has one listener", () -> {
                    AtomicInteger listeners = new AtomicInteger();
                    return call -> {
                        if (call.is(JMSConsumer.class, "setMessageListener") && listeners.incrementAndGet() > 1) {
                            throw new IllegalStateRuntimeException("the connection is started");
                        }
                        return call.proceed();
                    };
                })
                .breaks(
                        Section060206ThreadingOfAContextTest.class,
                        "aSecondListenerMayBeSetThoughTheConnectionIsStarted");
        flaws.addWithMemory("only the thread that made a context uses it", () -> {
                    Thread owner = Thread.currentThread();
                    return call -> {
                        if (call.is(JMSContext.class, "createContext") && Thread.currentThread() != owner) {
                            throw new IllegalStateRuntimeException("another thread's");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section060206ThreadingOfAContextTest.class, "createContextAndCloseMayBeCalledByAnotherThread");
        flaws.addWithMemory("an asynchronous send locks its session until its callback has returned", () -> {
                    ReentrantLock lock = new ReentrantLock();
                    return call -> {
                        if (!call.is(CompletionListener.class)
                                && !call.is(Session.class, "createConsumer")
                                && !call.is(MessageProducer.class, "send")) {
                            return call.proceed();
                        }
                        if (!lock.tryLock(SpecificationTest.soon(), TimeUnit.MILLISECONDS)) {
                            throw new JMSException("the session is in use");
                        }
                        try {
                            return call.proceed();
                        } finally {
                            lock.unlock();
                        }
                    };
                })
                .breaks(Section070307AsyncThreadingTest.class);
    }
}
