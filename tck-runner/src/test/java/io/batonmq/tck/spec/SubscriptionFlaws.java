package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertFalse;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Topics and their subscriptions that are wrong. Immutable. */
final class SubscriptionFlaws {
    private SubscriptionFlaws() {}

    static void addTo(Flaws flaws) {
        addTopics(flaws);
        addKinds(flaws);
        addClashes(flaws);
        addLives(flaws);
    }

    private static boolean subscribes(Call call) {
        return (call.is(Session.class) || call.is(JMSContext.class))
                && call.name().matches("create(|Shared|Durable|SharedDurable)(Consumer|Subscriber)")
                && call.argument(Topic.class) != null;
    }

    private static void addTopics(Flaws flaws) {
        flaws.addWithMemory("a topic has one subscriber", () -> {
                    Set<Object> topics = ConcurrentHashMap.newKeySet();
                    Set<Object> deaf = Faults.objects();
                    return call -> {
                        if (call.is(MessageConsumer.class, "receive") && deaf.contains(call.target())) {
                            return null;
                        }
                        Object answer = call.proceed();
                        if (subscribes(call)
                                && answer != null
                                && !topics.add(String.valueOf(call.argument(Topic.class)))) {
                            deaf.add(WrongProxies.real(answer));
                        }
                        return answer;
                    };
                })
                .breaks(Section0310ChangingAReceivedMessageTest.class, "oneSubscribersChangesAreNotSeenByAnother");
        flaws.add(
                        "noLocal is ignored",
                        call -> subscribes(call) && call.argument(Boolean.class) != null
                                ? call.with(Boolean.class, noLocal -> false).proceed()
                                : call.proceed())
                .breaks(Section080301UnsharedNonDurableTest.class, "noLocalLeavesOutWhatItsOwnConnectionPublishes")
                .breaks(Section080303UnsharedDurableTest.class, "noLocalLeavesOutWhatItsClientPublishes");
        flaws.add(
                        "noLocal leaves out everything",
                        call -> subscribes(call) && Boolean.TRUE.equals(call.argument(Boolean.class))
                                ? call.with(call.arguments() - 2, "FALSE").proceed()
                                : call.proceed())
                .breaks(Section080301UnsharedNonDurableTest.class, "aTopicSubscriberKnowsItsTopicSelectorAndNoLocal");
        flaws.add("a delayed message goes to all who subscribe until it is due", call -> {
                    Message message = call.argument(Message.class);
                    if (!call.is(MessageProducer.class, "send") || message == null) {
                        return call.proceed();
                    }
                    MessageProducer producer = call.target(MessageProducer.class);
                    long delay = producer.getDeliveryDelay();
                    if (delay > 0) {
                        producer.setDeliveryDelay(0);
                        Background.run(() -> {
                            assertFalse(new CountDownLatch(1).await(delay, TimeUnit.MILLISECONDS));
                            producer.send((Message) WrongProxies.real(message));
                        });
                        return null;
                    }
                    return call.proceed();
                })
                .breaks(Section0709DeliveryDelayTest.class, "aSubscriptionMadeAfterTheSendDoesNotGetIt");
        flaws.add("a subscriber does not know its topic", Faults.returning(null, TopicSubscriber.class, "getTopic"))
                .breaks(Section080301UnsharedNonDurableTest.class, "aTopicSubscriberKnowsItsTopicSelectorAndNoLocal");
        flaws.add("names of subscriptions are letters and digits", call -> {
                    String name = call.argument(String.class);
                    if (subscribes(call) && name != null && name.matches(".*[._].*")) {
                        throw new JMSException("not a name: " + name);
                    }
                    return call.proceed();
                })
                .breaks(
                        Section040204SubscriptionNamesTest.class,
                        "anUnsharedDurableSubscriptionMayHaveSuchNamesToo",
                        "lettersDigitsUnderscoreDotAndMinusAreAllowed");
        flaws.add("names of subscriptions have at most 100 characters", call -> {
                    String name = call.argument(String.class);
                    if (subscribes(call) && name != null && name.length() > 100) {
                        throw new JMSException("too long: " + name);
                    }
                    return call.proceed();
                })
                .breaks(Section040204SubscriptionNamesTest.class, "aHundredAndTwentyEightCharactersAreAllowed");
    }

    private static void addKinds(Flaws flaws) {
        flaws.add(
                        "a shared subscription is one for each consumer",
                        Faults.instead(
                                call -> call.arguments() == 2 && call.argument(0) instanceof Topic topic
                                        ? call.outward(
                                                call.target(Session.class).createConsumer(topic))
                                        : call.proceed(),
                                Session.class,
                                "createSharedConsumer"))
                .breaks(
                        Section080302SharedNonDurableTest.class,
                        "anotherTopicOrSelectorIsRefusedWhileItHasAConsumer",
                        "itsConsumersShareItsMessages")
                .breaks(Section0902MethodInheritanceTest.class, "aQueueSessionKnowsNoTopics");
        flaws.add(
                        "every shared subscription is durable",
                        Faults.instead(
                                call -> call.arguments() == 2 && call.argument(0) instanceof Topic topic
                                        ? call.outward(call.target(Session.class)
                                                .createSharedDurableConsumer(topic, String.valueOf(call.argument(1))))
                                        : call.proceed(),
                                Session.class,
                                "createSharedConsumer"))
                .breaks(Section040202TopicSemanticsTest.class, "aNonDurableSubscriptionEndsWithItsConsumer")
                .breaks(Section060215ClosingASessionTest.class, "closingItEndsItsNonDurableSubscriptions")
                .breaks(Section080302SharedNonDurableTest.class, "itLivesUntilItsLastConsumerIsClosed");
        flaws.add(
                        "no shared subscription is durable",
                        Faults.instead(
                                call -> call.arguments() == 2 && call.argument(0) instanceof Topic topic
                                        ? call.outward(call.target(Session.class)
                                                .createSharedConsumer(topic, String.valueOf(call.argument(1))))
                                        : call.proceed(),
                                Session.class,
                                "createSharedDurableConsumer"))
                .breaks(Section0709DeliveryDelayTest.class, "aDurableSubscriptionThatIsAwayGetsItLater");
        flaws.add(
                        "subscriptions without a name are one that lasts",
                        call -> call.is(Session.class, "createConsumer")
                                        && call.arguments() == 1
                                        && call.argument(0) instanceof Topic topic
                                        && !(topic instanceof TemporaryTopic)
                                ? call.outward(call.target(Session.class)
                                        .createSharedDurableConsumer(topic, "of-" + topic.getTopicName()))
                                : call.proceed())
                .breaks(
                        Section040202TopicSemanticsTest.class,
                        "aSubscriptionGetsWhatIsPublishedAfterItWasMade",
                        "acknowledgingOneCopyAcknowledgesNoOther",
                        "everySubscriptionGetsACopyOfEveryMessage",
                        "oneCopysRollbackTouchesNoOther")
                .breaks(
                        Section080301UnsharedNonDurableTest.class,
                        "eachConsumerHasASubscriptionOfItsOwn",
                        "itEndsWithItsConsumerAndItsMessagesWithIt");
        flaws.addWithMemory("a durable subscription goes with its consumer", () -> {
                    Origins origins = new Origins();
                    Map<Object, String> names = new ConcurrentHashMap<>();
                    return call -> {
                        Object answer = origins.proceed(call);
                        if (call.is(Session.class) && call.name().matches("create.*Durable.*") && answer != null) {
                            names.put(WrongProxies.real(answer), String.valueOf(call.argument(1)));
                        } else if (call.is(MessageConsumer.class, "close") && names.containsKey(call.target())) {
                            Session session = origins.of(call.target(), Session.class);
                            SpecificationTest.thrownBy(
                                    () -> Objects.requireNonNull(session).unsubscribe(names.get(call.target())));
                        }
                        return answer;
                    };
                })
                .breaks(Section040211ReliabilityTest.class);
    }

    private static void addClashes(Flaws flaws) {
        flaws.add("a subscription that clashes is no error", call -> {
                    try {
                        return call.proceed();
                    } catch (InvalidDestinationException | InvalidSelectorException | IllegalStateException e) {
                        throw e;
                    } catch (JMSException | JMSRuntimeException e) {
                        if (subscribes(call)
                                && call.argument(String.class) != null
                                && !(e instanceof IllegalStateRuntimeException)) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(
                        Section080303UnsharedDurableTest.class,
                        "aSharedOneMayNotHaveTheSameNameAndClientIdentifier",
                        "itHasOneConsumerAtATime")
                .breaks(
                        Section080304SharedDurableTest.class,
                        "anUnsharedOneMayNotHaveTheSameNameAndClientIdentifier",
                        "anotherTopicOrSelectorIsRefusedWhileItHasAConsumer");
        flaws.add("a durable subscription needs no client identifier", call -> {
                    try {
                        return call.proceed();
                    } catch (IllegalStateException | IllegalStateRuntimeException e) {
                        if (call.name().startsWith("createDurable")) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(Section080303UnsharedDurableTest.class, "itNeedsAClientIdentifier");
        flaws.addWithMemory("a subscription can't be changed", () -> {
                    Map<String, String> made = new ConcurrentHashMap<>();
                    return call -> {
                        if (subscribes(call) && call.name().contains("Durable")) {
                            String name = String.valueOf(call.argument(1));
                            String options =
                                    Arrays.asList(call.argument(0), call.arguments() > 2 ? call.argument(2) : null)
                                            + String.valueOf(call.argument(Boolean.class));
                            if (!options.equals(made.computeIfAbsent(name, key -> options))) {
                                throw new JMSException("it is another one: " + made.get(name));
                            }
                        }
                        return call.proceed();
                    };
                })
                .breaks(
                        Section080303UnsharedDurableTest.class,
                        "anotherTopicSelectorOrNoLocalStartsItAnewWhileItHasNoConsumer",
                        "itNeedsAClientIdentifier")
                .breaks(Section080304SharedDurableTest.class, "anotherTopicOrSelectorStartsItAnewWhileItHasNone");
        flaws.addWithMemory("a name is that of one subscription", () -> {
                    Map<String, String> made = new ConcurrentHashMap<>();
                    return call -> {
                        if (subscribes(call) && call.name().matches(".*(Shared|Durable).*")) {
                            String name = String.valueOf(call.argument(1));
                            if (!call.name().equals(made.computeIfAbsent(name, key -> call.name()))) {
                                throw new JMSException("there is another one");
                            }
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section080302SharedNonDurableTest.class, "aDurableSubscriptionMayHaveTheSameName")
                .breaks(Section080303UnsharedDurableTest.class, "aSharedNonDurableOneMayHaveTheSameName")
                .breaks(Section080304SharedDurableTest.class, "aSharedNonDurableOneMayHaveTheSameName");
    }

    private static void addLives(Flaws flaws) {
        flaws.add("unsubscribe has no effect", Faults.ignoring(Session.class, "unsubscribe"))
                .breaks(Section040204SubscriptionNamesTest.class, "aHundredAndTwentyEightCharactersAreAllowed");
        flaws.add("a subscription in use may be deleted", call -> {
                    try {
                        return call.proceed();
                    } catch (InvalidDestinationException e) {
                        throw e;
                    } catch (JMSException e) {
                        if (call.is(Session.class, "unsubscribe")) {
                            return null;
                        }
                        throw e;
                    }
                })
                .breaks(Section080303UnsharedDurableTest.class, "oneInUseIsNotDeleted")
                .breaks(Section080304SharedDurableTest.class, "itCollectsWhatIsPublishedUntilItIsDeleted");
    }
}
