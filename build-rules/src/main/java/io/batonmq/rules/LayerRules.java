package io.batonmq.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Who may know whom: modules, packages, and the libraries that stay in their place. */
final class LayerRules {

    private static final String[] NETWORK = {
        "io.batonmq.wire..", "io.batonmq.broker.net..", "io.batonmq.jms.internal.link.."
    };
    private static final String STORE_JDBC = "io.batonmq.store.jdbc..";
    /** Runs a database for a new user and looks into it: a program, not a part of the product. */
    private static final String SAMPLES = "io.batonmq.samples..";

    /** Also a program: runs the database of the nodes that it kills. */
    private static final String TCK_RUNNER = "io.batonmq.tck";

    static final ArchRule NETTY_STAYS_ON_THE_NETWORK = noClasses()
            .that()
            .resideOutsideOfPackages(NETWORK)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..")
            .because("buffers and loops of Netty leave the network's packages as one copy, a byte[]");

    static final ArchRule SQL_STAYS_IN_THE_STORE = noClasses()
            .that()
            .resideOutsideOfPackages(STORE_JDBC, SAMPLES, TCK_RUNNER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "com.zaxxer.hikari..", "org.h2..", "org.postgresql..")
            .because("the seam io.batonmq.store has plain Java in every signature");

    static final ArchRule JMS_STAYS_WITH_THE_CLIENT = noClasses()
            .that()
            .resideOutsideOfPackages("io.batonmq.jms..", "io.batonmq.tck..", SAMPLES)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta.jms..")
            .because("the broker knows the encoded message, not JMS types");

    static final ArchRule STORE_JDBC_IS_WIRED_IN_ONE_PLACE = noClasses()
            .that()
            .resideOutsideOfPackages(STORE_JDBC, "io.batonmq.broker")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(STORE_JDBC)
            .because("everybody else uses the seam io.batonmq.store");

    static final ArchRule INTERNAL_IS_INTERNAL = noClasses()
            .that()
            .resideOutsideOfPackage("io.batonmq.jms..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.batonmq..internal..")
            .because("outside its module nobody touches what is internal");

    static final ArchRule THE_BROKER_KNOWS_OF_THE_CLIENT_ONLY_THE_WIRE = noClasses()
            .that()
            .resideInAPackage("io.batonmq.broker..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.batonmq.jms..");

    static final ArchRule THE_STORE_KNOWS_NO_OTHER_MODULE = noClasses()
            .that()
            .resideInAPackage("io.batonmq.store..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.batonmq..").and(not(resideInAPackage("io.batonmq.store.."))));

    static final ArchRule THE_CLIENT_KNOWS_NO_OTHER_MODULE = noClasses()
            .that()
            .resideInAnyPackage("io.batonmq.jms..", "io.batonmq.wire..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.batonmq..")
                    .and(not(resideInAnyPackage("io.batonmq.jms..", "io.batonmq.wire.."))));

    static final ArchRule THE_WIRE_KNOWS_ONLY_ITSELF = noClasses()
            .that()
            .resideInAPackage("io.batonmq.wire..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.batonmq..").and(not(resideInAPackage("io.batonmq.wire.."))));

    static final ArchRule NOBODY_KNOWS_WHAT_SITS_ON_TOP = noClasses()
            .that()
            .resideOutsideOfPackages("io.batonmq.tck..", SAMPLES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.batonmq.tck..", SAMPLES);

    static final ArchRule NO_PACKAGE_CYCLES = slices().matching("io.batonmq.(**)")
            .should()
            .beFreeOfCycles()
            .because("a call against the arrow goes through an interface that the lower package owns");

    static final List<ArchRule> ALL = List.of(
            NETTY_STAYS_ON_THE_NETWORK,
            SQL_STAYS_IN_THE_STORE,
            JMS_STAYS_WITH_THE_CLIENT,
            STORE_JDBC_IS_WIRED_IN_ONE_PLACE,
            INTERNAL_IS_INTERNAL,
            THE_BROKER_KNOWS_OF_THE_CLIENT_ONLY_THE_WIRE,
            THE_STORE_KNOWS_NO_OTHER_MODULE,
            THE_CLIENT_KNOWS_NO_OTHER_MODULE,
            THE_WIRE_KNOWS_ONLY_ITSELF,
            NOBODY_KNOWS_WHAT_SITS_ON_TOP,
            NO_PACKAGE_CYCLES);

    private LayerRules() {}
}
