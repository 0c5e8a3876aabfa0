package io.batonmq.tck.spec;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Bodies that are wrong. Immutable. */
final class BodyFlaws {
    private BodyFlaws() {}

    static void addTo(Flaws flaws) {
        addSending(flaws);
        addRedelivery(flaws);
        addModes(flaws);
        addConversions(flaws);
        addForms(flaws);
        addCopies(flaws);
    }

    private static boolean reads(Call call) {
        return call.begins(StreamMessage.class, "read")
                || call.begins(BytesMessage.class, "read")
                || call.is(BytesMessage.class, "getBodyLength")
                || call.is(MapMessage.class)
                        && call.name().matches("get(?!Map).+")
                        && call.arguments() == 1
                        && !call.name().endsWith("Property")
                        && !call.name().equals("getBody");
    }

    private static boolean writes(Call call) {
        return call.begins(StreamMessage.class, "write")
                || call.begins(BytesMessage.class, "write")
                || call.is(TextMessage.class, "setText")
                || call.is(ObjectMessage.class, "setObject")
                || call.is(MapMessage.class)
                        && call.name()
                                .matches("set(Boolean|Byte|Short|Char|Int|Long|Float|Double|String|Bytes|Object)");
    }

    private static Fault lenient(Class<? extends Exception> refusal) {
        return call -> reads(call) || writes(call)
                ? Faults.swallowing(refusal, Object.class).answer(call)
                : call.proceed();
    }

    private static void addSending(Flaws flaws) {
        flaws.addWithMemory("a message sent again is what it was the first time", () -> {
                    Set<Object> sent = Faults.objects();
                    return call -> {
                        Message message = call.argument(Message.class);
                        if (Faults.sends(call) && message != null) {
                            sent.add(WrongProxies.real(message));
                        }
                        boolean changes = writes(call) || call.is(Message.class, "clearBody", "setStringProperty");
                        return changes && sent.contains(call.target()) ? call.ignore() : call.proceed();
                    };
                })
                .breaks(
                        Section0309AccessToSentMessagesTest.class,
                        "aMessageMayBeChangedAfterItsSendWithoutEffect",
                        "bytesAreThoseOfTheSend");
        flaws.addWithMemory("a message may be sent once", () -> {
                    Set<Object> sent = Faults.objects();
                    return call -> {
                        Message message = call.argument(Message.class);
                        if (call.is(MessageProducer.class, "send")
                                && message != null
                                && !sent.add(WrongProxies.real(message))) {
                            throw new JMSException("it was sent already");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section0309AccessToSentMessagesTest.class, "aMessageMayBeSentManyTimesAndToManyDestinations");
        flaws.addWithMemory("a received message can't be sent on", () -> {
                    Set<Object> received = Faults.objects();
                    return call -> {
                        Message message = call.argument(Message.class);
                        if (call.is(MessageProducer.class, "send")
                                && message != null
                                && received.contains(WrongProxies.real(message))) {
                            throw new MessageFormatException("it is read-only");
                        }
                        Object answer = call.proceed();
                        if (call.is(MessageConsumer.class, "receive") && answer != null) {
                            received.add(WrongProxies.real(answer));
                        }
                        return answer;
                    };
                })
                .breaks(Section0309AccessToSentMessagesTest.class, "aReceivedMessageMayBeSentOn")
                .breaks(Section060204OptimizedMessagesTest.class, "aReceivedMessageMayBeSentWithAnotherConnection");
        flaws.add("a message of another provider is refused", call -> {
                    Message message = call.argument(Message.class);
                    if (call.is(MessageProducer.class, "send")
                            && message != null
                            && WrongProxies.real(message) == message) {
                        throw new MessageFormatException("it is not of this provider");
                    }
                    return call.proceed();
                })
                .breaks(
                        Section0312MessageImplementationsTest.class,
                        "aForeignBytesMessageIsSent",
                        "aForeignMapMessageIsSent",
                        "aForeignMessageWithoutBodyIsSent",
                        "aForeignObjectMessageIsSent",
                        "aForeignStreamMessageIsSent",
                        "aForeignTextMessageIsSent");
    }

    private static void addRedelivery(Flaws flaws) {
        flaws.addWithMemory("one object is delivered again and to others", () -> {
                    Map<String, Object> delivered = new ConcurrentHashMap<>();
                    return call -> {
                        Object answer = call.proceed();
                        if (!call.is(MessageConsumer.class, "receive") || answer == null) {
                            return answer;
                        }
                        return Objects.requireNonNullElse(
                                delivered.putIfAbsent(((Message) answer).getJMSMessageID(), answer), answer);
                    };
                })
                .breaks(Section030407RedeliveredTest.class, "isSetAfterARollback");
    }

    private static void addModes(Flaws flaws) {
        flaws.add("a body can't be cleared", Faults.ignoring(Message.class, "clearBody"))
                .breaks(Section0310ChangingAReceivedMessageTest.class, "oneSubscribersChangesAreNotSeenByAnother");
        flaws.add("a received body may be changed", lenient(MessageNotWriteableException.class))
                .breaks(Section031102ReadOnlyMessageBodyTest.class, "aReceivedBodyCannotBeChanged");
        flaws.add("a body may be read while it is written", lenient(MessageNotReadableException.class))
                .breaks(Section031101ClearingAMessageBodyTest.class, "aClearedStreamOrBytesMessageIsWriteOnly")
                .breaks(Section031102ReadOnlyMessageBodyTest.class, "aBodyBeingWrittenCannotBeRead");
        flaws.add("the end of a body is an error like any other", call -> {
                    try {
                        return call.proceed();
                    } catch (MessageEOFException e) {
                        throw new JMSException("no more");
                    }
                })
                .breaks(Section1003StandardExceptionsTest.class, "anUnexpectedEndIsAMessageEofException");
    }

    private static void addConversions(Flaws flaws) {
        flaws.add("in bodies, what can't be converted is nothing", lenient(MessageFormatException.class))
                .breaks(
                        Section031103BodyConversionsTest.class,
                        "anObjectOfAnyOtherClassIsRefused",
                        "theTableHoldsForAMapMessage",
                        "theTableHoldsForAStreamMessage",
                        "theTableHoldsForWhatWasWrittenAsAnObject")
                .breaks(Section1003StandardExceptionsTest.class, "aWrongTypeIsAMessageFormatException");
        flaws.add("in bodies, a text that is no number is 0", lenient(NumberFormatException.class))
                .breaks(Section031103BodyConversionsTest.class, "aFailedReadDoesNotMoveThePosition");
        flaws.add("in bodies, null is 0", lenient(NullPointerException.class))
                .breaks(Section031103BodyConversionsTest.class, "aNullInAStreamIsReadAsNull")
                .breaks(Section0312MessageImplementationsTest.class, "nullIsAValueButNotInBytes");
        flaws.add(
                        "an item of null does not exist",
                        Faults.instead(
                                call -> call.target(MapMessage.class).getObject(String.valueOf(call.argument(0)))
                                        != null,
                                MapMessage.class,
                                "itemExists"))
                .breaks(Section031103BodyConversionsTest.class, "anUnsetNameIsReadAsNull");
        flaws.add(
                        "texts of streams and maps are never true",
                        Faults.instead(
                                call -> {
                                    try {
                                        return Boolean.TRUE.equals(call.proceed()) && !reallyText(call);
                                    } catch (NumberFormatException e) {
                                        return false;
                                    }
                                },
                                Message.class,
                                "getBoolean"))
                .breaks(
                        Section031103BodyConversionsTest.class,
                        "aTextIsABooleanAsBooleanValueOfSaysAndNoNumberUnlessItIsOne");
        flaws.add("a read that failed moves on", call -> {
                    if (!call.begins(StreamMessage.class, "read")) {
                        return call.proceed();
                    }
                    try {
                        return call.proceed();
                    } catch (NumberFormatException | MessageFormatException e) {
                        call.target(StreamMessage.class).readObject();
                        throw e;
                    }
                })
                .breaks(Section031103BodyConversionsTest.class, "aFailedReadDoesNotMoveThePosition");
        flaws.add(
                        "what a piece leaves of a byte array is skipped",
                        Faults.instead(
                                call -> {
                                    int read = call.proceed(Integer.class);
                                    byte[] piece = (byte[]) Objects.requireNonNull(call.argument(0));
                                    if (read == piece.length) {
                                        call.target(StreamMessage.class).readBytes(new byte[10]);
                                    }
                                    return read;
                                },
                                StreamMessage.class,
                                "readBytes"))
                .breaks(
                        Section031103BodyConversionsTest.class,
                        "aByteArrayIsReadInPieces",
                        "aByteArrayThatFillsThePieceIsFollowedByItsEnd");
        flaws.add(
                        "a map's item needs no name",
                        call -> writes(call)
                                ? Faults.swallowing(IllegalArgumentException.class, MapMessage.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section0312MessageImplementationsTest.class, "aMapsNameIsNeitherNullNorEmpty");
        flaws.add("every body can be had as every type", call -> {
                    if (call.is(Message.class, "isBodyAssignableTo")) {
                        return true;
                    }
                    return Faults.swallowing(MessageFormatException.class, Message.class, "getBody")
                            .answer(call);
                })
                .breaks(Section1003StandardExceptionsTest.class, "aBodyOfAnotherTypeIsAMessageFormatException");
    }

    private static boolean reallyText(Call call) throws JMSException {
        return call.target(MapMessage.class).getObject(String.valueOf(call.argument(0))) instanceof String;
    }

    private static void addForms(Flaws flaws) {
        flaws.add("a text does not arrive", Faults.received(null, TextMessage.class, "getText", "getBody"))
                .breaks(Section0214MultiThreadingTest.class);
        flaws.add(
                        "an empty text and none are the same",
                        Faults.instead(
                                call -> Objects.requireNonNullElse(call.proceed(), ""), TextMessage.class, "getText"))
                .breaks(Section031101ClearingAMessageBodyTest.class, "leavesTheBodyOfANewMessageAndKeepsTheProperties")
                .breaks(Section031104MessagesKeepTheirFormTest.class, "bodiesWithoutContentArriveWithout");
        flaws.add(
                        "a text longer than 65535 is cut",
                        Faults.instead(
                                call -> call.proceed() instanceof String text && text.length() > 65_535
                                        ? text.substring(0, 65_535)
                                        : call.proceed(),
                                TextMessage.class,
                                "getBody",
                                "getText"))
                .breaks(Section031104MessagesKeepTheirFormTest.class, "textsArriveWhole");
        flaws.add(
                        "the names of a map do not arrive",
                        Faults.received(Collections.emptyEnumeration(), MapMessage.class, "getMapNames"))
                .breaks(Section031104MessagesKeepTheirFormTest.class, "eachKindOfMessageArrivesAsThatKind");
        flaws.add(
                        "characters in bytes have 8 bits",
                        Faults.instead(
                                call -> (char) (call.proceed(Character.class) & 0xff), BytesMessage.class, "readChar"))
                .breaks(Section031104MessagesKeepTheirFormTest.class, "bytesArriveAsTheyWereWritten");
    }

    private static void addCopies(Flaws flaws) {
        flaws.addWithMemory("a map keeps the array that it was given", () -> {
                    Map<Object, Object> given = new ConcurrentHashMap<>();
                    return call -> {
                        if (call.is(MapMessage.class, "setBytes") && call.argument(1) != null) {
                            given.put(
                                    Objects.requireNonNull(call.argument(0)), Objects.requireNonNull(call.argument(1)));
                        }
                        return call.is(MapMessage.class, "getBytes")
                                        && given.containsKey(String.valueOf(call.argument(0)))
                                ? given.get(String.valueOf(call.argument(0)))
                                : call.proceed();
                    };
                })
                .breaks(Section0312MessageImplementationsTest.class, "whatIsSetIsCopied");
        flaws.addWithMemory("an object message gives away its object", () -> {
                    Map<Object, Object> given = Collections.synchronizedMap(new IdentityHashMap<>());
                    return call -> {
                        if (!call.is(ObjectMessage.class, "getObject")) {
                            return call.proceed();
                        }
                        Object object = call.proceed();
                        return object == null ? null : given.computeIfAbsent(call.target(), key -> object);
                    };
                })
                .breaks(Section0312MessageImplementationsTest.class, "whatIsReadIsACopy");
    }
}
