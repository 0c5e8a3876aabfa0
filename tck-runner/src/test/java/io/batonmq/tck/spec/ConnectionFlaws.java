package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Connections and their factories that are wrong. Immutable. */
final class ConnectionFlaws {
    private ConnectionFlaws() {}

    static void addTo(Flaws flaws) {
        addFactories(flaws);
        addClientIdentifiers(flaws);
        addStarting(flaws);
        addStopping(flaws);
        addListeners(flaws);
    }

    private static void addFactories(Flaws flaws) {
        flaws.addWithMemory("a factory gives everybody one connection", () -> {
                    AtomicReference<Object> first = new AtomicReference<>();
                    return call -> {
                        if (!call.is(ConnectionFactory.class, "createConnection")) {
                            return call.proceed();
                        }
                        first.compareAndSet(null, call.proceed());
                        return first.get();
                    };
                })
                .breaks(
                        Section030407RedeliveredTest.class,
                        "isSetForTheNextConsumerAfterASessionEndedWithoutAcknowledging");
        flaws.add(
                        "factories are of no kind",
                        Faults.throwing(
                                new JMSException("not supported"),
                                ConnectionFactory.class,
                                "createQueueConnection",
                                "createTopicConnection"))
                .breaks(Section0503ConnectionFactoriesTest.class, "makeConnectionsOfTheirKind");
        flaws.add("passwords are not looked at", call -> {
                    if (!call.is(ConnectionFactory.class) || call.arguments() != 2) {
                        return call.proceed();
                    }
                    ConnectionFactory factory = call.target(ConnectionFactory.class);
                    return call.name().equals("createContext") ? factory.createContext() : factory.createConnection();
                })
                .breaks(Section060101AuthenticationTest.class);
        flaws.add("the version is that of 2.0", Faults.returning("2.0", ConnectionMetaData.class, "getJMSVersion"))
                .breaks(Section060106ConnectionMetaDataTest.class, "namesTheProviderAndTheVersions");
    }

    private static void addClientIdentifiers(Flaws flaws) {
        flaws.add("a client identifier is not kept", Faults.ignoring(Object.class, "setClientID"))
                .breaks(Section060102ClientIdentifierTest.class, "isWhatTheClientSetAtOnce")
                .breaks(Section0804StartingDeliveryTest.class, "aContextStartsWithAnyKindOfConsumer");
        flaws.add("a client identifier may be changed", call -> {
                    try {
                        return call.proceed();
                    } catch (IllegalStateException | IllegalStateRuntimeException e) {
                        if (call.name().equals("setClientID")) {
                            return call.ignore();
                        }
                        throw e;
                    }
                })
                .breaks(
                        Section060102ClientIdentifierTest.class,
                        "cannotBeSetAfterAnyOtherAction",
                        "cannotBeSetTwice",
                        "whatTheFactorySetsCannotBeChanged");
        flaws.add("a client identifier may be used twice", call -> {
                    try {
                        return call.proceed();
                    } catch (InvalidClientIDException | InvalidClientIDRuntimeException e) {
                        return call.ignore();
                    }
                })
                .breaks(
                        Section060102ClientIdentifierTest.class,
                        "isInUseByOneClientAtATime",
                        "theOneInUseGoesOnUnharmed");
        flaws.add(
                        "without a client identifier there is an empty one",
                        Faults.instead(
                                call -> Objects.requireNonNullElse(call.proceed(), ""), Object.class, "getClientID"))
                .breaks(Section060102ClientIdentifierTest.class, "isNullUnlessSet");
        flaws.addWithMemory("a client identifier is known only on the client's side", () -> {
                    Map<Object, Object> ids = new ConcurrentHashMap<>();
                    return call -> {
                        if (call.is(Connection.class, "setClientID")) {
                            ids.put(call.target(), String.valueOf(call.argument(0)));
                            return null;
                        }
                        return call.is(Connection.class, "getClientID") ? ids.get(call.target()) : call.proceed();
                    };
                })
                .breaks(Section080302SharedNonDurableTest.class, "theClientIdentifierIsPartOfItsName")
                .breaks(Section080303UnsharedDurableTest.class, "itBelongsToItsClientIdentifier")
                .breaks(Section080304SharedDurableTest.class, "theClientIdentifierIsOptionalAndPartOfItsName");
    }

    private static void addStarting(Flaws flaws) {
        flaws.add(
                        "a connection is started when its first session is made",
                        Faults.instead(
                                call -> {
                                    call.target(Connection.class).start();
                                    return call.proceed();
                                },
                                Connection.class,
                                "createSession"))
                .breaks(
                        Section060104StartingAConnectionTest.class,
                        "aConsumerOfAConnectionThatWasNeverStartedKeepsNothingFromOthers",
                        "aListenerIsNotCalledUntilTheConnectionIsStarted",
                        "aNewConnectionDeliversNothingUntilItIsStarted",
                        "aReceiveThatWaitsIsAnsweredOnceTheConnectionIsStarted")
                .breaks(Section060105PausingDeliveryTest.class, "stoppingAndStartingTwiceAreIgnored")
                .breaks(Section060108ClosingAConnectionTest.class, "closeEndsAReceiveOnAStoppedConnection")
                .breaks(Section1102ConcurrentProcessingTest.class, "nothingIsProcessedUntilTheConnectionIsStarted");
        flaws.add("a context starts though it was told not to", Faults.ignoring(JMSContext.class, "setAutoStart"))
                .breaks(Section060104StartingAConnectionTest.class, "aContextDoesNotIfItIsToldNotTo");
        flaws.add("a context does not start by itself", call -> {
                    if (call.is(JMSContext.class) && call.name().matches("create.*Consumer")) {
                        call.target(JMSContext.class).setAutoStart(false);
                    }
                    return call.proceed();
                })
                .breaks(Section060104StartingAConnectionTest.class, "aContextStartsItselfWithItsFirstConsumer")
                .breaks(Section0804StartingDeliveryTest.class, "aContextMadeFromAnotherIsStartedByItsOwnConsumer");
        flaws.add("a context's stop has no effect", Faults.ignoring(JMSContext.class, "stop"))
                .breaks(Section060105PausingDeliveryTest.class, "aContextIsPausedToo");
    }

    private static void addStopping(Flaws flaws) {
        flaws.add("stop has no effect", Faults.ignoring(Connection.class, "stop"))
                .breaks(Section060105PausingDeliveryTest.class, "aReceiveThatWaitsGetsNothingBeforeTheRestart");
        flaws.add("stop does not wait", Faults.instead(Faults::later, Connection.class, "stop"))
                .breaks(
                        Section060105PausingDeliveryTest.class,
                        "messagesThatWereFetchedAheadStayWhereTheyAre",
                        "stopWaitsForAListenerThatHasTheFullServicesOfItsConnection");
        flaws.add("stop is refused", Faults.throwing(new JMSException("not supported"), Connection.class, "stop"))
                .breaks(Section060105PausingDeliveryTest.class, "aListenerThatStopsItsOwnConnectionIsToldOrObeyed");
        flaws.add("a start after a stop has no effect", Faults.ignoring(Connection.class, "start"))
                .breaks(Section0214MultiThreadingTest.class);
        flaws.addWithMemory("a stop stops sending", () -> {
                    AtomicBoolean stopped = new AtomicBoolean();
                    return call -> {
                        if (call.is(Connection.class, "stop")) {
                            stopped.set(true);
                        } else if (call.is(MessageProducer.class, "send") && stopped.get()) {
                            throw new IllegalStateException("the connection is stopped");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section060105PausingDeliveryTest.class, "aStoppedConnectionCallsNoListener", "sendingGoesOn")
                .breaks(Section1102ConcurrentProcessingTest.class, "nothingIsProcessedWhileTheConnectionIsStopped");
        flaws.addWithMemory("on a stopped connection a receive returns at once", () -> {
                    AtomicBoolean stopped = new AtomicBoolean();
                    return call -> {
                        if (call.is(Connection.class, "stop", "start")) {
                            stopped.set(call.name().equals("stop"));
                        }
                        return call.is(MessageConsumer.class, "receive") && stopped.get() ? null : call.proceed();
                    };
                })
                .breaks(Section060105PausingDeliveryTest.class, "aReceivesTimerGoesOn");
    }

    private static void addListeners(Flaws flaws) {
        flaws.add("an exception listener is not kept", Faults.ignoring(Object.class, "setExceptionListener"))
                .breaks(Section060107ExceptionListenerTest.class, "isTheOneThatWasSet");
        flaws.addWithMemory("an exception listener is told what a call throws", () -> {
                    AtomicReference<ExceptionListener> told = new AtomicReference<>();
                    return call -> {
                        if (call.is(Connection.class, "setExceptionListener")) {
                            told.set(call.argument(ExceptionListener.class));
                        }
                        try {
                            return call.proceed();
                        } catch (JMSException e) {
                            ExceptionListener listener = told.get();
                            if (listener != null) {
                                listener.onException(e);
                            }
                            throw e;
                        }
                    };
                })
                .breaks(Section060107ExceptionListenerTest.class, "isNotToldWhatACallThrows");
        flaws.add("a connection of queues takes topics", call -> {
                    try {
                        return call.proceed();
                    } catch (IllegalStateException e) {
                        if (call.is(Connection.class) && call.name().endsWith("ConnectionConsumer")) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(Section0902MethodInheritanceTest.class, "aQueueConnectionKnowsNoTopics");
        flaws.add("a session of one domain takes the other", call -> {
                    try {
                        return call.proceed();
                    } catch (IllegalStateException e) {
                        if (call.is(Session.class)
                                && (call.name().startsWith("create")
                                        || call.name().equals("unsubscribe"))) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(Section040107QueueRequestorTest.class)
                .breaks(Section040210TopicRequestorTest.class)
                .breaks(Section0902MethodInheritanceTest.class, "aTopicSessionKnowsNoQueues");
    }
}
