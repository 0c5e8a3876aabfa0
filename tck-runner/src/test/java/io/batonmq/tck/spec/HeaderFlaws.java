package io.batonmq.tck.spec;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Header fields that are wrong. Immutable. */
final class HeaderFlaws {
    private HeaderFlaws() {}

    static void addTo(Flaws flaws) {
        addWhatTheProviderSets(flaws);
        addTimes(flaws);
        addWhatTheClientSets(flaws);
        addDeliveries(flaws);
    }

    /** Does something about a message that a {@link MessageProducer} sends. */
    private static Fault sending(Sending fault) {
        return call -> {
            Message message = call.argument(Message.class);
            return call.is(MessageProducer.class, "send") && message != null
                    ? fault.answer(call, message, call.target(MessageProducer.class))
                    : call.proceed();
        };
    }

    private interface Sending {
        @Nullable
        Object answer(Call call, Message message, MessageProducer producer) throws Throwable;
    }

    private static void addWhatTheProviderSets(Flaws flaws) {
        flaws.add("the destination does not arrive", Faults.received(null, Message.class, "getJMSDestination"))
                .breaks(Section030401DestinationTest.class);
        flaws.add("the delivery mode is what the client set on the message", sending((call, message, producer) -> {
                    if (message.getJMSDeliveryMode() > 0) {
                        producer.setDeliveryMode(message.getJMSDeliveryMode());
                    }
                    return call.proceed();
                }))
                .breaks(Section0707MessageDeliveryModeTest.class, "theSetterOfTheMessageDoesNotCount");
        flaws.add("the message identifier is the one that the client set", sending((call, message, producer) -> {
                    String id = message.getJMSMessageID();
                    Object answer = call.proceed();
                    message.setJMSMessageID(id);
                    return answer;
                }))
                .breaks(Section030403MessageIdTest.class, "isAssignedBySendAndStartsWithItsPrefix");
        flaws.add("all messages have one identifier", Faults.returning("ID:1", Message.class, "getJMSMessageID"))
                .breaks(
                        Section030403MessageIdTest.class,
                        "isAnotherOneForEachMessage",
                        "isNullOrUniqueWhenTheApplicationDoesNotNeedIt");
        flaws.add(
                        "after an asynchronous send the message has no identifier",
                        Faults.instead(
                                call -> {
                                    Message message = call.argument(Message.class);
                                    if (message != null) {
                                        message.setJMSMessageID(null);
                                    }
                                    return call.proceed();
                                },
                                CompletionListener.class,
                                "onCompletion"))
                .breaks(
                        Section030411HowHeaderValuesAreSetTest.class,
                        "afterAnAsynchronousSendTheyAreThereOnceTheListenerIsCalled");
        flaws.add(
                        "there is one priority",
                        call -> call.is(MessageProducer.class, "setPriority") ? call.ignore() : call.proceed())
                .breaks(
                        Section030410PriorityTest.class,
                        "anExpeditedMessageGoesAheadOfNormalOnes",
                        "holdsThePriorityOfTheSendWhateverWasSet")
                .breaks(Section070306AsyncMessageHeadersTest.class);
        flaws.add("a wrong priority is taken", call -> {
                    if (call.is(MessageProducer.class, "send") && call.arguments() >= 4) {
                        return Faults.swallowing(JMSException.class, MessageProducer.class)
                                .answer(call);
                    }
                    return Faults.swallowing(Exception.class, Object.class, "setPriority")
                            .answer(call);
                })
                .breaks(Section030410PriorityTest.class, "hasTenLevels");
    }

    private static void addTimes(Flaws flaws) {
        flaws.add(
                        "timestamps are an hour late",
                        Faults.instead(call -> call.proceed(Long.class) + 3_600_000, Message.class, "getJMSTimestamp"))
                .breaks(Section030404TimestampTest.class)
                .breaks(Section03080103SpecialNotesTest.class, "timesAreMilliseconds");
        flaws.add(
                        "the expiration is the time to live, not a time",
                        Faults.instead(
                                call -> {
                                    long expiration = call.proceed(Long.class);
                                    return expiration == 0
                                            ? 0L
                                            : expiration
                                                    - call.target(Message.class).getJMSTimestamp();
                                },
                                Message.class,
                                "getJMSExpiration"))
                .breaks(Section030409ExpirationTest.class, "aMessageThatExpiresWhileItWaitsInAConsumerIsNotReceived");
        flaws.add("the expiration is the one that the client set", sending((call, message, producer) -> {
                    long expiration = message.getJMSExpiration();
                    Object answer = call.proceed();
                    message.setJMSExpiration(expiration);
                    return answer;
                }))
                .breaks(Section030409ExpirationTest.class, "isZeroForAMessageThatDoesNotExpire");
        flaws.add("the time to live is ignored", Faults.ignoring(Object.class, "setTimeToLive"))
                .breaks(Section030409ExpirationTest.class, "aMessageThatExpiresWhileItWaitsInAConsumerIsNotReceived")
                .breaks(
                        Section0708TimeToLiveTest.class,
                        "aDelayedMessageMayExpireBeforeItIsDue",
                        "aJmsProducersCountsToo");
        flaws.add(
                        "a time to live has a second too little",
                        Faults.instead(
                                call -> call.with(Long.class, time -> Math.max(1, time - 100_000))
                                        .proceed(),
                                Object.class,
                                "setTimeToLive"))
                .breaks(
                        Section030409ExpirationTest.class,
                        "anExpiredMessageIsNotReceived",
                        "countsFromTheSendNotFromTheCommit",
                        "isTheTimeOfTheSendAndTheTimeToLive")
                .breaks(
                        Section0708TimeToLiveTest.class,
                        "aMessageIsThereUntilItExpires",
                        "isNotIgnoredByAQueueATopicOrABrowser");
        flaws.add(
                        "the delivery time is that of the send",
                        Faults.instead(
                                call -> call.target(Message.class).getJMSTimestamp(),
                                Message.class,
                                "getJMSDeliveryTime"))
                .breaks(Section030413DeliveryTimeTest.class, "isTheTimeOfTheSendAndTheDeliveryDelay");
        flaws.add(
                        "the delivery time is that of the receipt",
                        call -> call.is(Message.class, "getJMSDeliveryTime") && call.onReceived()
                                ? System.currentTimeMillis() + 1
                                : call.proceed())
                .breaks(Section030413DeliveryTimeTest.class, "countsFromTheSendNotFromTheCommit");
        flaws.add(
                        "without a delay there is no delivery time",
                        Faults.instead(
                                call -> {
                                    long time = call.proceed(Long.class);
                                    return time == call.target(Message.class).getJMSTimestamp() ? 0L : time;
                                },
                                Message.class,
                                "getJMSDeliveryTime"))
                .breaks(
                        Section030411HowHeaderValuesAreSetTest.class,
                        "whatTheProviderSetsIsThereAfterASendAndOverwritesWhatTheClientSet");
        flaws.add("the delivery delay is ignored", Faults.ignoring(Object.class, "setDeliveryDelay"))
                .breaks(Section040106QueueBrowserTest.class, "doesNotShowWhatIsNotYetDue")
                .breaks(Section06020902OrderOfSendsTest.class, "aMessageWithALaterDeliveryTimeHoldsUpNoneThatFollow")
                .breaks(
                        Section0709DeliveryDelayTest.class,
                        "aJmsProducersCountsToo",
                        "aReceiveNoWaitBeforeThatTimeIsNull",
                        "eachMessageOfATransactionWaitsForItsOwnTime",
                        "noConsumerGetsAMessageBeforeItIsDue");
        flaws.add(
                        "a rollback does not reach delayed messages",
                        call -> call.is(Session.class, "rollback")
                                ? Faults.none(() -> call.target(Session.class).commit())
                                : call.proceed())
                .breaks(Section030407RedeliveredTest.class, "isSetAfterARollback");
    }

    private static void addWhatTheClientSets(Flaws flaws) {
        flaws.add(
                        "the correlation identifier does not arrive",
                        Faults.received(null, Message.class, "getJMSCorrelationID"))
                .breaks(Section030405CorrelationIdTest.class, "carriesAMessageIdOrAText");
        flaws.add(
                        "a correlation identifier of bytes arrives as text",
                        Faults.received(
                                "bytes".getBytes(StandardCharsets.UTF_8), Message.class, "getJMSCorrelationIDAsBytes"))
                .breaks(Section030405CorrelationIdTest.class, "carriesBytesOrSaysThatItCannot");
        flaws.add("the destination for replies does not arrive", Faults.received(null, Message.class, "getJMSReplyTo"))
                .breaks(Section030406ReplyToTest.class)
                .breaks(Section030411HowHeaderValuesAreSetTest.class, "whatTheClientSetsArrives");
        flaws.add("the type does not arrive", Faults.received(null, Message.class, "getJMSType"))
                .breaks(Section030408TypeTest.class);
        flaws.add(
                        "a type that was not set is an empty text",
                        Faults.instead(
                                call -> {
                                    Object type = call.proceed();
                                    return type == null ? "" : type;
                                },
                                Message.class,
                                "getJMSType"))
                .breaks(Section030408TypeTest.class);
        flaws.add(
                        "the headers that a JMSProducer was given do not arrive",
                        Faults.ignoring(JMSProducer.class, "setJMSCorrelationID", "setJMSReplyTo", "setJMSType"))
                .breaks(Section0706MessageHeadersTest.class);
        flaws.add("the headers of a received message are read-only", call -> {
                    if (call.begins(Message.class, "setJMS") && call.onReceived()) {
                        throw new MessageNotWriteableException("a received message");
                    }
                    return call.proceed();
                })
                .breaks(
                        Section0310ChangingAReceivedMessageTest.class,
                        "headersMayBeChanged",
                        "whatIsRedeliveredIsTheOriginal");
    }

    private static void addDeliveries(Flaws flaws) {
        flaws.add(
                        "no message is ever marked as redelivered",
                        Faults.received(false, Message.class, "getJMSRedelivered"))
                .breaks(Section030407RedeliveredTest.class, "isSetAfterARollback");
        flaws.add("every message is marked as redelivered", Faults.received(true, Message.class, "getJMSRedelivered"))
                .breaks(
                        Section030407RedeliveredTest.class,
                        "isNotSetOnTheFirstDeliveryWhateverTheSenderSet",
                        "isSetAfterARollback");
        flaws.add("deliveries are counted from 0", count(count -> count - 1))
                .breaks(
                        Section030511DeliveryCountTest.class,
                        "goesOnCountingForAnotherConsumer",
                        "growsWithEachRecover",
                        "isOneFirstAndGrowsWithEachRollback");
        flaws.add("each delivery is the first", count(count -> 1))
                .breaks(Section060207TransactionsTest.class, "consumersOfManyDestinationsAreOneUnit")
                .breaks(Section060210MessageAcknowledgmentTest.class, "whatIsRedeliveredByARecoverIsFlaggedAndCounted");
        flaws.addWithMemory("all that comes after a recover or rollback is marked and counted", () -> {
                    boolean[] back = new boolean[1];
                    return call -> {
                        if (call.is(Session.class, "rollback", "recover")) {
                            back[0] = true;
                        } else if (call.is(Message.class, "getIntProperty", "getJMSRedelivered")
                                && call.onReceived()
                                && back[0]) {
                            Object real = call.proceed();
                            return real instanceof Integer count ? (Object) Math.max(2, count) : (Object) true;
                        }
                        return call.proceed();
                    };
                })
                .breaks(
                        Section030511DeliveryCountTest.class,
                        "countsOnlyWhatWasDeliveredToTheApplication",
                        "isCountedForEachSubscriptionByItself");
        flaws.addWithMemory("what a browser shows is counted", () -> {
                    int[] shown = new int[1];
                    return call -> {
                        if (call.is(Enumeration.class, "nextElement")) {
                            shown[0]++;
                        }
                        return count(count -> count + shown[0]).answer(call);
                    };
                })
                .breaks(Section030511DeliveryCountTest.class, "isNotTouchedByABrowser");
        flaws.add("the delivery count can be read only as a number", call -> {
                    if (call.is(Message.class, "getStringProperty", "getObjectProperty")
                            && "JMSXDeliveryCount".equals(call.argument(0))) {
                        return null;
                    }
                    return call.proceed();
                })
                .breaks(Section030511DeliveryCountTest.class, "isAmongThePropertyNames");
        flaws.add(
                        "the sender sees a delivery count",
                        call -> call.is(Message.class, "propertyExists") && "JMSXDeliveryCount".equals(call.argument(0))
                                ? true
                                : call.proceed())
                .breaks(Section030509JmsDefinedPropertiesTest.class, "whatTheProviderSetsOnReceiveTheSenderDoesNotSee");
    }

    private static Fault count(IntUnaryOperator change) {
        return call -> call.is(Message.class, "getIntProperty")
                        && call.onReceived()
                        && "JMSXDeliveryCount".equals(call.argument(0))
                ? change.applyAsInt(call.proceed(Integer.class))
                : call.proceed();
    }
}
