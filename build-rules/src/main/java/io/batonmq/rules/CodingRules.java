package io.batonmq.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** What no class does, whichever layer it is in. */
final class CodingRules {

    /** Where programs and factories are put together: here clocks, properties and the environment may be read. */
    private static final DescribedPredicate<JavaClass> COMPOSITION_ROOT =
            new DescribedPredicate<>("classes with a main method, factories, or the node") {
                @Override
                public boolean test(JavaClass type) {
                    return isRoot(type)
                            || type.getEnclosingClass().map(this::test).orElse(false);
                }

                private boolean isRoot(JavaClass type) {
                    String name = type.getSimpleName();
                    return name.endsWith("Main")
                            || name.endsWith("Factory")
                            || name.equals("BrokerNode")
                            || type.tryGetMethod("main", String[].class).isPresent();
                }
            };

    private static final DescribedPredicate<JavaAccess<?>> READ_THE_WALL_CLOCK = Targets.anyOf(
            "reading the wall clock",
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now()",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.system",
            "java.time.InstantSource.system",
            "java.time.LocalDate.now()",
            "java.time.LocalTime.now()",
            "java.time.LocalDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.time.OffsetDateTime.now()",
            "java.util.Date.<init>()");

    static final ArchRule TIME_COMES_FROM_OUTSIDE = noClasses()
            .that(DescribedPredicate.not(COMPOSITION_ROOT))
            .should()
            .accessTargetWhere(READ_THE_WALL_CLOCK)
            .orShould()
            .accessTargetWhere(Targets.anyOf("reading the ticker", "java.lang.System.nanoTime"))
            .because("an InstantSource and a monotonic ticker go in where a node or a factory is put together");

    static final ArchRule NODES_ASK_ONLY_THE_DATABASE_FOR_THE_TIME = noClasses()
            .that()
            .resideInAnyPackage("io.batonmq.broker..", "io.batonmq.store..")
            .should()
            .accessTargetWhere(READ_THE_WALL_CLOCK)
            .because("a node whose clock is wrong must neither take nor lose a lease, nor expire a message (L1, C14)");

    static final ArchRule SETTINGS_COME_FROM_OUTSIDE = noClasses()
            .that(DescribedPredicate.not(COMPOSITION_ROOT))
            .should()
            .accessTargetWhere(Targets.anyOf(
                    "reading system properties or the environment",
                    "java.lang.System.getProperty",
                    "java.lang.System.getProperties",
                    "java.lang.System.getenv",
                    "java.lang.Integer.getInteger",
                    "java.lang.Long.getLong",
                    "java.lang.Boolean.getBoolean"))
            .because("configuration is a record that is checked once");

    static final ArchRule NOBODY_SLEEPS = noClasses()
            .should()
            .accessTargetWhere(
                    Targets.anyOf("sleeping", "java.lang.Thread.sleep", "java.util.concurrent.TimeUnit.sleep"))
            .because("a test awaits a condition with a bound, a core has timers");

    static final ArchRule JMS_EXCEPTIONS_ARE_MADE_AS_IN_3_0 = noClasses()
            .should()
            .accessTargetWhere(new DescribedPredicate<>("calling a three-argument constructor of a JMSException") {
                @Override
                public boolean test(JavaAccess<?> access) {
                    return access.getTarget().getName().equals("<init>")
                            && access.getTargetOwner().isAssignableTo("jakarta.jms.JMSException")
                            && access.getTargetOwner().getPackageName().equals("jakarta.jms")
                            && access.getTarget().getFullName().contains("<init>(java.lang.String, java.lang.String, ");
                }
            })
            .because("only 3.1 has them: with the 3.0 API on the class path they do not link");

    static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED = classes()
            .should(new ArchCondition<JavaClass>("be in a package marked @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " is in a package without @NullMarked: add a package-info"));
                    }
                }
            })
            .because("null is checked only where the package says so");

    static final List<ArchRule> ALL = List.of(
            TIME_COMES_FROM_OUTSIDE,
            NODES_ASK_ONLY_THE_DATABASE_FOR_THE_TIME,
            SETTINGS_COME_FROM_OUTSIDE,
            NOBODY_SLEEPS,
            JMS_EXCEPTIONS_ARE_MADE_AS_IN_3_0,
            EVERY_PACKAGE_IS_NULL_MARKED);

    static final List<ArchRule> IN_TESTS_TOO = List.of(NOBODY_SLEEPS);

    private CodingRules() {}
}
