package io.batonmq.tck.spec;

import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Queues, their browsers and temporary destinations that are wrong. Immutable. */
final class QueueFlaws {
    private QueueFlaws() {}

    static void addTo(Flaws flaws) {
        addQueues(flaws);
        addBrowsers(flaws);
        addTemporary(flaws);
    }

    private static void addQueues(Flaws flaws) {
        flaws.addWithMemory("a queue keeps nothing while it has no consumer", () -> {
                    Set<Object> consumed = Collections.synchronizedSet(new HashSet<>());
                    return call -> {
                        Destination destination = call.argument(Destination.class);
                        if (call.is(Session.class, "createConsumer") && destination != null) {
                            consumed.add(destination);
                        }
                        if (call.is(MessageProducer.class, "send")) {
                            Destination own = call.target(MessageProducer.class).getDestination();
                            Object to = own == null ? destination : own;
                            return to instanceof Queue && !consumed.contains(to) ? call.ignore() : call.proceed();
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section040102QueueSemanticsTest.class, "messagesWaitForAConsumer");
        flaws.add(
                        "a queue made by name is another one",
                        Faults.instead(
                                call -> call.with(String.class, name -> name + "-other")
                                        .proceed(),
                                Object.class,
                                "createQueue",
                                "createTopic"))
                .breaks(Section060203DestinationObjectsTest.class);
        flaws.add("a receiver does not know its queue", Faults.returning(null, QueueReceiver.class, "getQueue"))
                .breaks(Section0802ConsumerOnAQueueTest.class, "aReceiverKnowsItsQueueAndSelector");
        flaws.add(
                        "a consumer or browser needs no destination",
                        refusing("create(Consumer|Browser|Receiver|Subscriber)"))
                .breaks(Section040106QueueBrowserTest.class, "wrongDestinationsAreRefused")
                .breaks(Section0802ConsumerOnAQueueTest.class, "aConsumerNeedsAQueue");
        flaws.add("a subscription needs no topic", refusing("create(Shared|Durable).*|unsubscribe"))
                .breaks(Section080302SharedNonDurableTest.class, "itNeedsATopic")
                .breaks(
                        Section080303UnsharedDurableTest.class,
                        "itCollectsWhatIsPublishedUntilItIsDeleted",
                        "itNeedsATopic")
                .breaks(Section080304SharedDurableTest.class, "itNeedsATopic");
    }

    private static Fault refusing(String methods) {
        return call -> {
            try {
                return call.proceed();
            } catch (InvalidDestinationException | InvalidDestinationRuntimeException e) {
                if (call.name().matches(methods)) {
                    return call.ignore();
                }
                throw e;
            }
        };
    }

    private static void addBrowsers(Flaws flaws) {
        flaws.addWithMemory("a browser shows one message", () -> {
                    Set<Object> shown = Faults.objects();
                    return call -> {
                        if (call.is(Enumeration.class, "nextElement")) {
                            shown.add(call.target());
                        }
                        return call.is(Enumeration.class, "hasMoreElements") && shown.contains(call.target())
                                ? false
                                : call.proceed();
                    };
                })
                .breaks(
                        Section040106QueueBrowserTest.class,
                        "showsMessagesInOrderWithoutRemovingThem",
                        "showsWhatItsSelectorMatches");
        flaws.add(
                        "a browser is no error at its end",
                        Faults.swallowing(NoSuchElementException.class, Enumeration.class, "nextElement"))
                .breaks(Section040106QueueBrowserTest.class, "anEmptyQueueHasNoNextElement");
        flaws.add(
                        "a context's browser shows nothing",
                        Faults.instead(
                                call -> call.target(JMSContext.class).createBrowser((Queue) call.argument(0), "FALSE"),
                                JMSContext.class,
                                "createBrowser"))
                .breaks(Section040106QueueBrowserTest.class, "aContextBrowsesToo");
        flaws.addWithMemory("a browser begins with what was consumed last", () -> {
                    AtomicReference<Object> last = new AtomicReference<>();
                    Set<Object> begun = Faults.objects();
                    return call -> {
                        boolean first =
                                call.is(Enumeration.class) && last.get() != null && !begun.contains(call.target());
                        if (first && call.is(Enumeration.class, "hasMoreElements")) {
                            return true;
                        }
                        if (first) {
                            begun.add(call.target());
                            return last.get();
                        }
                        Object answer = call.proceed();
                        if (call.is(MessageConsumer.class, "receive") && answer != null) {
                            last.set(answer);
                        }
                        return answer;
                    };
                })
                .breaks(Section040106QueueBrowserTest.class, "doesNotShowWhatWasConsumedOrNotYetCommitted");
    }

    private static boolean consumes(Call call) {
        return call.is(Object.class, "createConsumer")
                && (call.argument(0) instanceof TemporaryQueue || call.argument(0) instanceof TemporaryTopic);
    }

    private static void addTemporary(Flaws flaws) {
        flaws.add(
                        "every connection consumes from a temporary destination",
                        call -> consumes(call)
                                ? Faults.swallowing(Exception.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section060202TemporaryDestinationsTest.class, "allSessionsOfTheConnectionMayConsumeAndNoOther");
        flaws.addWithMemory("there is one temporary destination of each kind", () -> {
                    Map<String, Object> made = new ConcurrentHashMap<>();
                    return call -> {
                        if (!call.begins(Session.class, "createTemporary")) {
                            return call.proceed();
                        }
                        Object one = made.get(call.name());
                        if (one == null) {
                            one = call.proceed();
                            made.put(call.name(), one);
                        }
                        return one;
                    };
                })
                .breaks(Section040105TemporaryQueueTest.class)
                .breaks(Section040207TemporaryTopicsTest.class);
        flaws.add("a temporary destination can't be deleted", Faults.ignoring(TemporaryQueue.class, "delete"))
                .breaks(
                        Section1003StandardExceptionsTest.class,
                        "aDestinationThatIsNoLongerValidIsAnInvalidDestinationException");
        flaws.add("a temporary topic can't be deleted", Faults.ignoring(TemporaryTopic.class, "delete"))
                .breaks(Section060202TemporaryDestinationsTest.class, "aDeletedOneIsNoLongerValid");
        flaws.add(
                        "a temporary destination in use may be deleted",
                        call -> call.is(Destination.class, "delete")
                                ? Faults.swallowing(JMSException.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section060202TemporaryDestinationsTest.class, "oneInUseIsNotDeleted");
        flaws.add(
                        "what is sent to a destination that is gone is dropped",
                        call -> Faults.sends(call) && (call.is(MessageProducer.class) || call.is(JMSProducer.class))
                                ? dropped(call)
                                : call.proceed())
                .breaks(
                        Section060108ClosingAConnectionTest.class,
                        "closingAContextClosesItsConnectionOnlyWithTheLastOne");
    }

    private static @Nullable Object dropped(Call call) throws Throwable {
        try {
            return call.proceed();
        } catch (InvalidDestinationException | InvalidDestinationRuntimeException e) {
            return call.ignore();
        }
    }
}
