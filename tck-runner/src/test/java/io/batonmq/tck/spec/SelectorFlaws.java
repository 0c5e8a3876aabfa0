package io.batonmq.tck.spec;

import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.MapMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Selectors that are read wrongly: the real provider is given another one. Immutable. */
final class SelectorFlaws {
    private static final Pattern LITERALS = Pattern.compile("'[^']*'");

    private SelectorFlaws() {}

    static void addTo(Flaws flaws) {
        addOnes(flaws);
        addLogic(flaws);
        addComparisons(flaws);
        addLiterals(flaws);
        addIdentifiers(flaws);
        addPatterns(flaws);
    }

    /** Where the selector stands among a call's arguments; -1 if it has none. */
    private static int place(Call call) {
        boolean named = call.name().matches("create(Shared|Durable).*");
        int place = named ? 2 : 1;
        boolean takes = (call.is(Session.class) || call.is(JMSContext.class))
                && call.name().matches("create(.*Consumer|Browser|Receiver|.*Subscriber)");
        return takes && call.arguments() > place && call.argument(place) instanceof String ? place : -1;
    }

    private static String selector(Call call) {
        return String.valueOf(call.argument(place(call)));
    }

    private static Fault reading(UnaryOperator<String> change) {
        return call -> place(call) < 0
                ? call.proceed()
                : call.with(place(call), change.apply(selector(call))).proceed();
    }

    private static Fault replacing(String pattern, String by) {
        return reading(selector -> selector.replaceAll(pattern, by));
    }

    private static Fault refusing(String pattern) {
        return call -> {
            if (place(call) >= 0
                    && Pattern.compile(pattern)
                            .matcher(LITERALS.matcher(selector(call)).replaceAll("''"))
                            .find()) {
                throw call.is(Session.class)
                        ? new InvalidSelectorException("not understood")
                        : new InvalidSelectorRuntimeException("not understood");
            }
            return call.proceed();
        };
    }

    private static void addOnes(Flaws flaws) {
        flaws.add(
                        "selectors are ignored",
                        call -> place(call) < 0
                                ? call.proceed()
                                : call.with(place(call), null).proceed())
                .breaks(Section040102QueueSemanticsTest.class, "whatASelectorLeavesStaysOrGoesToAnother")
                .breaks(Section040202TopicSemanticsTest.class, "whatASubscriptionsSelectorLeavesOutIsNotAddedToIt");
        flaws.add("a selector that is not understood takes everything", call -> {
                    try {
                        return call.proceed();
                    } catch (InvalidSelectorException | InvalidSelectorRuntimeException e) {
                        return call.with(place(call), null).proceed();
                    }
                })
                .breaks(
                        Section03080101SelectorExpressionsTest.class,
                        "aWrongSelectorIsRefusedByEveryMethodThatTakesOne")
                .breaks(Section03080101SelectorIdentifiersTest.class, "aReservedWordIsNoIdentifierInAnyCase");
        flaws.add("a wrong selector is any error", Faults.generalizing(Object.class))
                .breaks(Section030503UsingPropertiesTest.class, "theyAreReadOnlyForAListenerAndABrowserToo");
        flaws.add(
                        "a selector does not see what was set by name",
                        replacing("^(?!JMS)\\w+ (=|<>) .*|^even$|^chosen$", "FALSE"))
                .breaks(Section03080101SelectorExpressionsTest.class, "aWrongSelectorIsRefused");
        flaws.add("an empty selector takes nothing", reading(selector -> selector.isEmpty() ? "FALSE" : selector))
                .breaks(Section03080101SelectorLiteralsTest.class, "anEmptySelectorIsNone");
        flaws.add("the selector is not told", Faults.returning("", Object.class, "getMessageSelector"))
                .breaks(
                        Section030801MessageSelectorTest.class,
                        "aBrowserShowsWhatMatches",
                        "aConsumerOfAQueueIsDeliveredWhatMatchesAndTheRestStays");
        flaws.add("the items of a map are taken for properties", call -> {
                    if (call.is(MapMessage.class, "setString")) {
                        call.target(MapMessage.class)
                                .setStringProperty(String.valueOf(call.argument(0)), String.valueOf(call.argument(1)));
                    }
                    return call.proceed();
                })
                .breaks(Section030801MessageSelectorTest.class, "theBodyIsNotSeen");
    }

    private static void addLogic(Flaws flaws) {
        flaws.add("logic is two-valued: what is unknown is false", call -> {
                    if (!call.is(Session.class, "createBrowser")
                            || place(call) < 0
                            || !selector(call).startsWith("NOT (")) {
                        return call.proceed();
                    }
                    String inner = selector(call).substring(5, selector(call).length() - 1);
                    try (QueueBrowser browser =
                            call.target(Session.class).createBrowser((Queue) call.argument(0), inner)) {
                        return call.with(1, browser.getEnumeration().hasMoreElements() ? "FALSE" : "TRUE")
                                .proceed();
                    }
                })
                .breaks(
                        Section03080102NullValuesTest.class,
                        "comparisonAndArithmeticWithNullAreUnknown",
                        "tableOfNot",
                        "tableOfOr");
        flaws.add("what is false is unknown", replacing("^NOT \\((.*)\\)$", "NOT ($1 OR nobody_set = 1)"))
                .breaks(Section03080101SelectorExpressionsTest.class, "arithmeticIsThatOfJava");
        flaws.add("what is unknown is true", call -> {
                    if (!call.is(Session.class, "createBrowser") || place(call) < 0) {
                        return call.proceed();
                    }
                    String all = "NOT (" + selector(call) + ")";
                    try (QueueBrowser browser =
                            call.target(Session.class).createBrowser((Queue) call.argument(0), all)) {
                        return call.with(1, browser.getEnumeration().hasMoreElements() ? "FALSE" : "TRUE")
                                .proceed();
                    }
                })
                .breaks(Section03080101SelectorIdentifiersTest.class, "aPropertyThatIsNotThereIsNull");
        flaws.add("OR binds more than AND", replacing("(\\w+) OR (\\w+) AND (\\w+)", "($1 OR $2) AND $3"))
                .breaks(Section03080101SelectorExpressionsTest.class, "notBindsMoreThanAndMoreThanOr");
        flaws.add(
                        "AND with what is unknown is unknown",
                        replacing("\\((present = 2)\\) AND \\(absent = 1\\)", "absent = 1"))
                .breaks(Section03080102NullValuesTest.class, "tableOfAnd");
    }

    private static void addComparisons(Flaws flaws) {
        flaws.add(
                        "what is equal is neither greater or equal nor less or equal",
                        reading(selector -> selector.replace(">=", ">").replace("<=", "<")))
                .breaks(Section03080101SelectorExpressionsTest.class, "numbersOfAllTypesAreComparedWithEachOther");
        flaws.add("all numbers are approximate", replacing("(\\d{16,})", "$1.0"))
                .breaks(
                        Section03080101SelectorExpressionsTest.class,
                        "anExactAndAnApproximateNumberAreComparedAsJavaDoes")
                .breaks(Section03080101SelectorLiteralsTest.class, "anExactNumberIsAWholeNumberOfTheRangeOfLong");
        flaws.add("texts are converted to numbers", replacing("(\\w) = (\\d+)$", "$1 = '$2'"))
                .breaks(
                        Section03080101SelectorExpressionsTest.class,
                        "whatIsNotOfLikeTypeIsFalseAndSoItsNegationTrue",
                        "whatIsNotOfLikeTypeIsNeverEqual")
                .breaks(Section03080101SelectorIdentifiersTest.class, "aPropertyIsNeverConverted");
        flaws.add("texts have an order", replacing("(\\w+) [<>]=? '[a-z]'", "$1 IS NOT NULL"))
                .breaks(Section03080101SelectorExpressionsTest.class, "textsAndBooleansAreOnlyEqualOrNot");
        flaws.add(
                        "whole numbers are divided with a fraction",
                        reading(selector -> selector.replace(" / ", " * 1.0 / ")))
                .breaks(Section03080101SelectorExpressionsTest.class, "arithmeticIsThatOfJava");
        flaws.add("multiplication binds as addition", replacing("(\\w+) \\+ (\\w+) \\* (\\w+)", "($1 + $2) * $3"))
                .breaks(
                        Section03080101SelectorExpressionsTest.class,
                        "multiplicationBindsMoreThanAdditionAndEqualsGoFromLeftToRight");
        flaws.add("BETWEEN leaves out its ends", replacing("(\\w+) BETWEEN (\\S+) AND (\\S+)", "($1 > $2 AND $1 < $3)"))
                .breaks(Section03080101SelectorExpressionsTest.class, "betweenIncludesItsEnds")
                .breaks(Section03080102NullValuesTest.class, "betweenInAndLikeOfNullAreUnknown");
        flaws.add("IN takes the first of its texts only", replacing("(?i) in ?\\('([^']*)',[^)]*\\)", " IN ('$1')"))
                .breaks(Section03080101SelectorExpressionsTest.class, "aWrongSelectorIsRefused")
                .breaks(Section03080101SelectorIdentifiersTest.class, "sixHeaderFieldsMayBeNamed");
        flaws.add("an empty text is null", replacing("(\\w+) IS NOT NULL", "($1 IS NOT NULL AND $1 <> '')"))
                .breaks(Section03080101SelectorExpressionsTest.class, "isNullTellsWhetherAPropertyIsThere")
                .breaks(Section03080101SelectorIdentifiersTest.class, "aPropertyThatIsNotThereIsNull")
                .breaks(Section03080102NullValuesTest.class, "isNullTurnsUnknownIntoTrueAndFalse");
        flaws.add("IS NULL is never true", replacing("(\\w+) IS NULL", "($1 IS NULL AND nobody_set = 1)"))
                .breaks(Section03080102NullValuesTest.class, "aPropertyThatWasSetToNullIsNull");
        flaws.add("texts are told apart by their first letter only", replacing("'([a-zA-Z])[^'%_]+'", "'$1'"))
                .breaks(
                        Section030801MessageSelectorTest.class,
                        "aListenerIsDeliveredWhatMatches",
                        "aSubscriptionGetsWhatMatches",
                        "whatASelectorLeavesOutReachesAnotherConsumerAtOnce");
    }

    private static void addLiterals(Flaws flaws) {
        flaws.add("only decimal numbers are understood", refusing("\\b0[xX]"))
                .breaks(Section03080101SelectorLiteralsTest.class, "anExactNumberIsWrittenAsInJava");
        flaws.add("octal numbers are decimal", replacing("= 0(\\d+)", "= $1"))
                .breaks(Section03080101SelectorLiteralsTest.class, "anExactNumberIsWrittenAsInJava");
        flaws.add("numbers are those of old Java", refusing("\\d_\\d|\\b0b"))
                .breaks(Section03080101SelectorLiteralsTest.class, "anExactNumberIsWrittenAsInTodaysJava");
        flaws.add("numbers have no suffix", refusing("\\d[fFdDL]\\b"))
                .breaks(Section03080101SelectorLiteralsTest.class, "anApproximateNumberHasAPointOrAnExponent");
        flaws.add("TRUE and FALSE are upper case", replacing("\\b(true|True|false|False)\\b", "nobody_set"))
                .breaks(Section03080101SelectorLiteralsTest.class, "trueAndFalseAreLiteralsInAnyCase");
        flaws.add("a quote in a text is lost", replacing("(?<=\\w)''(?=\\w)|(?<=[%])''", ""))
                .breaks(Section03080101SelectorLiteralsTest.class, "aStringIsInSingleQuotesAndAQuoteInItIsDoubled");
    }

    private static void addIdentifiers(Flaws flaws) {
        flaws.add("identifiers are ASCII", refusing("\\P{ASCII}"))
                .breaks(Section03080101SelectorIdentifiersTest.class, "anIdentifierIsOneOfJavaOfAnyLength");
        flaws.add(
                        "identifiers are not case-sensitive",
                        reading(selector -> selector.contains("'") ? selector : selector.toLowerCase(Locale.ROOT)))
                .breaks(Section03080101SelectorIdentifiersTest.class, "identifiersAreCaseSensitive");
        flaws.add("operators are upper case", refusing("\\b(between|like|in|is|not|or|and|escape)\\b"))
                .breaks(Section03080101SelectorExpressionsTest.class, "inIsOneOfSomeTexts")
                .breaks(Section03080101SelectorIdentifiersTest.class, "operatorsAreNot");
        flaws.add(
                        "header fields are not seen",
                        replacing(
                                "\\bJMS(DeliveryMode|Priority|MessageID|Timestamp|CorrelationID|Type)\\b",
                                "nobody_set"))
                .breaks(Section03080101SelectorExpressionsTest.class, "theExampleOfTheSpecificationSelects")
                .breaks(Section03080101SelectorIdentifiersTest.class, "headerFieldsThatAreNotSetAreNull");
        flaws.add(
                        "all header fields may be named",
                        replacing("\\bJMS(Destination|Expiration|Redelivered|DeliveryTime)\\b", "JMSMessageID"))
                .breaks(Section03080101SelectorIdentifiersTest.class, "noOtherHeaderFieldMayBeNamed");
        flaws.add("groups are not seen", replacing("\\bJMSX\\w+", "nobody_set"))
                .breaks(Section030509JmsDefinedPropertiesTest.class, "aSelectorMayNameThem")
                .breaks(Section03080101SelectorIdentifiersTest.class, "propertiesThatAreDefinedElsewhereMayBeNamed");
        flaws.add("the delivery mode is a number", replacing("JMSDeliveryMode = 2", "JMSDeliveryMode = 'PERSISTENT'"))
                .breaks(Section03080103SpecialNotesTest.class, "theDeliveryModeIsAText");
        flaws.add("there are comments", replacing("--.*|/\\*.*?\\*/|//.*", ""))
                .breaks(Section03080103SpecialNotesTest.class, "thereAreNoComments");
    }

    private static Fault pattern(String what, String by) {
        return call -> place(call) >= 0 && selector(call).contains("LIKE")
                ? replacing(what, by).answer(call)
                : call.proceed();
    }

    private static void addPatterns(Flaws flaws) {
        flaws.add("an underscore stands for any text", pattern("(?<![\\\\!\\w])_|(?<=l)_(?=se)", "%"))
                .breaks(Section03080101SelectorLikeTest.class, "aPercentSignIsAnySequenceAndAnUnderscoreOneCharacter");
        flaws.add("a percent sign stands for at least one character", pattern("(?<![\\\\!#])%", "_%"))
                .breaks(Section03080101SelectorLikeTest.class, "aPercentSignIsAnySequenceAndAnUnderscoreOneCharacter");
        flaws.add("a point in a pattern stands for any character", pattern("\\.", "_"))
                .breaks(Section03080101SelectorLikeTest.class, "allOtherCharactersStandForThemselves");
        flaws.add("ESCAPE is ignored", pattern(" ESCAPE '.'", ""))
                .breaks(
                        Section03080101SelectorLikeTest.class,
                        "anEscapedCharacterStandsForItself",
                        "theExamplesOfTheSpecificationHold");
        flaws.add("LIKE '%' asks only whether there is a value", pattern("(\\w+) LIKE '%'$", "$1 IS NOT NULL"))
                .breaks(
                        Section03080101SelectorLikeTest.class,
                        "nullIsNeitherLikeNorUnlike",
                        "whatIsNoTextIsNotLikeAnything");
        flaws.add("a pattern has no quotes", pattern("'%?''+", "'"))
                .breaks(Section03080101SelectorLikeTest.class, "aQuoteMayBePartOfThePattern");
    }
}
