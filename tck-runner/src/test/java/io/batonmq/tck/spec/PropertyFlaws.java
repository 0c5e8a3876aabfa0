package io.batonmq.tck.spec;

import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Properties that are wrong. Immutable. */
final class PropertyFlaws {
    private PropertyFlaws() {}

    static void addTo(Flaws flaws) {
        addNames(flaws);
        addValues(flaws);
        addConversions(flaws);
        addReadOnly(flaws);
        addIteration(flaws);
    }

    private static boolean sets(Call call) {
        return call.begins(Message.class, "set") && call.name().endsWith("Property")
                || call.is(JMSProducer.class, "setProperty");
    }

    private static boolean gets(Call call) {
        return (call.is(Message.class) || call.is(JMSProducer.class))
                && call.name().startsWith("get")
                && call.name().endsWith("Property");
    }

    private static void addNames(Flaws flaws) {
        flaws.add("names of properties are ASCII", call -> {
                    if (sets(call) && call.argument(0) instanceof String name && !name.matches("\\p{ASCII}*")) {
                        throw new JMSException("not ASCII: " + name);
                    }
                    return call.proceed();
                })
                .breaks(Section030501PropertyNamesTest.class, "aNameMayBeAnyIdentifierOfASelector");
        flaws.add(
                        "names of properties are not case-sensitive",
                        call -> sets(call) || gets(call)
                                ? call.with(String.class, name -> name.toLowerCase(Locale.ROOT))
                                        .proceed()
                                : call.proceed())
                .breaks(Section030501PropertyNamesTest.class, "aNameIsCaseSensitive");
        flaws.add(
                        "a property needs no name",
                        call -> sets(call)
                                ? Faults.swallowing(IllegalArgumentException.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(
                        Section030501PropertyNamesTest.class,
                        "aNameMustNotBeEmptyOrNull",
                        "aWordThatASelectorReservesIsNoName",
                        "whatIsNoIdentifierIsNoName");
        flaws.add(
                        "anything is a property's name",
                        call -> sets(call)
                                ? Faults.swallowing(Exception.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section030501PropertyNamesTest.class, "aNameMustNotBeEmptyOrNull");
    }

    private static void addValues(Flaws flaws) {
        flaws.add("texts in properties are ASCII", call -> {
                    Object value = call.proceed();
                    return gets(call) && value instanceof String text ? text.replaceAll("\\P{ASCII}", "?") : value;
                })
                .breaks(Section030501PropertyNamesTest.class, "aNameMayBeAnyIdentifierOfASelector");
        flaws.add("a float in a property arrives as a double", call -> {
                    Object value = call.proceed();
                    return call.is(Message.class, "getObjectProperty")
                                    && call.onReceived()
                                    && value instanceof Float number
                            ? Double.valueOf(number)
                            : value;
                })
                .breaks(Section030502PropertyValuesTest.class);
        flaws.add("properties are objects only as texts", call -> {
                    Object value = call.proceed();
                    return call.is(Message.class, "getObjectProperty") && value != null ? value.toString() : value;
                })
                .breaks(Section030505PropertyValuesAsObjectsTest.class, "anObjectIsAsGoodAsThePrimitiveValue");
        flaws.add(
                        "a property may be an object of any class",
                        call -> sets(call)
                                ? Faults.swallowing(
                                                call.is(Message.class)
                                                        ? MessageFormatException.class
                                                        : MessageFormatRuntimeException.class,
                                                Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(
                        Section030505PropertyValuesAsObjectsTest.class,
                        "aJmsProducerRefusesAnyOtherClassToo",
                        "anyOtherClassIsRefused");
        flaws.add(
                        "groups do not arrive",
                        call -> sets(call) && call.argument(0) instanceof String name && name.startsWith("JMSXGroup")
                                ? call.ignore()
                                : call.proceed())
                .breaks(Section030509JmsDefinedPropertiesTest.class, "theGroupAndTheNumberInItArrive");
        flaws.add(
                        "the properties of a JMSProducer stay its own",
                        Faults.instead(
                                call -> {
                                    call.target(JMSProducer.class).clearProperties();
                                    return call.proceed();
                                },
                                JMSProducer.class,
                                "send"))
                .breaks(Section0705MessagePropertiesTest.class, "thoseOfAJmsProducerGoWithABody");
        flaws.add("a message's own property is stronger than its JMSProducer's", call -> {
                    Message message = call.argument(Message.class);
                    if (call.is(JMSProducer.class, "send") && message != null && message.propertyExists("p")) {
                        call.target(JMSProducer.class).setProperty("p", message.getStringProperty("p"));
                    }
                    return call.proceed();
                })
                .breaks(Section0705MessagePropertiesTest.class, "thoseOfAJmsProducerOverrideThoseOfTheMessage");
    }

    private static void addConversions(Flaws flaws) {
        flaws.add("what can't be converted is read as nothing", call -> {
                    if (!gets(call)) {
                        return call.proceed();
                    }
                    try {
                        return call.proceed();
                    } catch (MessageFormatException | MessageFormatRuntimeException e) {
                        return call.ignore();
                    }
                })
                .breaks(
                        Section030504PropertyValueConversionTest.class,
                        "theTableHoldsForANewMessage",
                        "theTableHoldsForAReceivedMessage",
                        "theTableHoldsForWhatAJmsProducerWasGiven",
                        "theTableHoldsForWhatWasSetAsAnObject");
        flaws.add(
                        "a text that is no number is 0",
                        call -> gets(call)
                                ? Faults.swallowing(NumberFormatException.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(Section030504PropertyValueConversionTest.class, "aTextThatIsNoNumberIsANumberFormatException");
        flaws.add("1 and yes are true", call -> {
                    if (call.is(Message.class, "getBooleanProperty")
                            && call.target(Message.class).getObjectProperty(String.valueOf(call.argument(0)))
                                    instanceof String text
                            && Set.of("1", "yes").contains(text)) {
                        return true;
                    }
                    return call.proceed();
                })
                .breaks(Section030504PropertyValueConversionTest.class, "aTextIsABooleanAsBooleanValueOfSays");
        flaws.add("a property of null is an empty text", call -> {
                    Object value = call.proceed();
                    return value == null && call.is(Message.class, "getStringProperty") ? "" : value;
                })
                .breaks(Section030504PropertyValueConversionTest.class, "nullIsReadAsTheConversionOfANullTextSays")
                .breaks(Section030508NonExistentPropertiesTest.class);
    }

    private static void addReadOnly(Flaws flaws) {
        flaws.add(
                        "the properties of a received message may be changed",
                        call -> sets(call)
                                ? Faults.swallowing(MessageNotWriteableException.class, Object.class)
                                        .answer(call)
                                : call.proceed())
                .breaks(
                        Section030503UsingPropertiesTest.class,
                        "theyAreReadOnlyForAListenerAndABrowserToo",
                        "theyAreReadOnlyInAReceivedMessage");
        flaws.addWithMemory("the properties of a message that was sent may not be changed", () -> {
                    Set<Object> sent = Faults.objects();
                    return call -> {
                        Message message = call.argument(Message.class);
                        if (Faults.sends(call) && message != null) {
                            sent.add(WrongProxies.real(message));
                        } else if (sets(call) && sent.contains(call.target())) {
                            throw new MessageNotWriteableException("it was sent");
                        }
                        return call.proceed();
                    };
                })
                .breaks(Section030503UsingPropertiesTest.class, "theyCanBeChangedBetweenTwoSends");
        flaws.add("properties can't be cleared", Faults.ignoring(Object.class, "clearProperties"))
                .breaks(Section0705MessagePropertiesTest.class, "clearedOnesAreNotSent");
        flaws.add(
                        "clearing a message's properties clears its body",
                        Faults.instead(
                                call -> {
                                    call.target(Message.class).clearBody();
                                    return call.proceed();
                                },
                                Message.class,
                                "clearProperties"))
                .breaks(Section030507ClearingPropertiesTest.class);
    }

    private static void addIteration(Flaws flaws) {
        flaws.add(
                        "header fields are among the properties",
                        Faults.instead(call -> names(call, List.of("JMSType")), Message.class, "getPropertyNames"))
                .breaks(Section030506PropertyIterationTest.class, "givesTheNamesOfAllPropertiesAndOfNoHeaderField");
        flaws.add(
                        "a JMSProducer does not tell its properties",
                        Faults.returning(Set.of(), JMSProducer.class, "getPropertyNames"))
                .breaks(Section030506PropertyIterationTest.class, "theNamesOfAJmsProducerAreThoseThatWereSet");
        flaws.add(
                        "the delivery count is not among the properties",
                        Faults.instead(
                                call -> {
                                    List<Object> names = Collections.list((Enumeration<?>) call.proceed()).stream()
                                            .map(Object.class::cast)
                                            .filter(name -> !name.equals("JMSXDeliveryCount"))
                                            .toList();
                                    return Collections.enumeration(names);
                                },
                                Message.class,
                                "getPropertyNames"))
                .breaks(Section030506PropertyIterationTest.class, "givesTheNamesOfAllPropertiesAndOfNoHeaderField");
        flaws.add("every property exists", Faults.returning(true, Message.class, "propertyExists"))
                .breaks(Section030501PropertyNamesTest.class, "aNameIsCaseSensitive");
        flaws.add(
                        "a provider has no JMSX properties",
                        Faults.returning(
                                Collections.emptyEnumeration(), ConnectionMetaData.class, "getJMSXPropertyNames"))
                .breaks(Section030509JmsDefinedPropertiesTest.class, "everyProviderSupportsGroupsAndTheDeliveryCount");
        flaws.add(
                        "a provider's JMSX properties are all that it sets",
                        Faults.instead(
                                call -> names(call, List.of("JMS_Vendor_x")),
                                ConnectionMetaData.class,
                                "getJMSXPropertyNames"))
                .breaks(Section060106ConnectionMetaDataTest.class, "listsThePropertiesThatTheSpecificationDefines");
    }

    private static Enumeration<Object> names(Call call, List<String> more) throws Throwable {
        List<Object> names = new ArrayList<>(Collections.list((Enumeration<?>) call.proceed()));
        names.addAll(more);
        return Collections.enumeration(names);
    }
}
