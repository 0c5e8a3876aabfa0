package io.batonmq.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/**
 * What keeps the non-blocking cores fit for the simulation (DESIGN §9): one thread owns their state, so they have no locks,
 * and time, randomness, threads and network come from outside.
 */
final class CoreRules {

    private static final String[] CORES = {
        "io.batonmq.broker.loop..",
        "io.batonmq.broker.session..",
        "io.batonmq.broker.destination..",
        "io.batonmq.broker.selector..",
        "io.batonmq.broker.writer..",
        "io.batonmq.broker.lease..",
        "io.batonmq.jms.internal.core.."
    };

    /** In these packages a class that is the thread under a core is named for it: {@code LeaseThread}, {@code LoopThread}. */
    private static final DescribedPredicate<JavaClass> IN_A_CORE = resideInAnyPackage(CORES)
            .and(DescribedPredicate.not(new DescribedPredicate<JavaClass>("classes named …Thread") {
                @Override
                public boolean test(JavaClass type) {
                    return simpleNameEndingWith("Thread").test(outermost(type));
                }
            }))
            .as("classes of a core that are not named …Thread");

    static final ArchRule CORES_HAVE_NO_LOCKS = noClasses()
            .that(IN_A_CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.concurrent.locks..", "java.util.concurrent.atomic..")
            .because("their state is confined to one thread: assert that you are on it");

    static final ArchRule CORES_ARE_NOT_SYNCHRONIZED = classes()
            .that(IN_A_CORE)
            .should(new NotSynchronize())
            .because("their state is confined to one thread: assert that you are on it");

    static final ArchRule CORES_NEVER_WAIT = noClasses()
            .that(IN_A_CORE)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(
                    Thread.class,
                    ExecutorService.class,
                    Executors.class,
                    BlockingQueue.class,
                    CountDownLatch.class,
                    CyclicBarrier.class,
                    Phaser.class,
                    Semaphore.class)
            .orShould()
            .accessTargetWhere(Targets.anyOf(
                    "waiting for a result",
                    "java.util.concurrent.CompletableFuture.join",
                    "java.util.concurrent.CompletableFuture.get",
                    Future.class.getName() + ".get"))
            .because("a thread inside a core is a design fault: nothing there can wait");

    static final ArchRule CORES_TOUCH_NO_NETWORK_OR_FILE = noClasses()
            .that(IN_A_CORE)
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.net\\.(?!URI).*|java\\.nio\\.(channels|file)\\..*|java\\.io\\.(File|Random).*")
            .because("links and the store come from outside");

    static final ArchRule CORES_GET_RANDOMNESS_FROM_OUTSIDE = noClasses()
            .that(IN_A_CORE)
            .should()
            .accessTargetWhere(Targets.anyOf(
                    "making randomness",
                    "java.lang.Math.random",
                    "java.util.Random.<init>",
                    "java.security.SecureRandom.<init>",
                    "java.util.SplittableRandom.<init>",
                    "java.util.UUID.randomUUID",
                    "java.util.concurrent.ThreadLocalRandom.current"))
            .because("in a simulation a seed decides everything");

    static final List<ArchRule> ALL = List.of(
            CORES_HAVE_NO_LOCKS,
            CORES_ARE_NOT_SYNCHRONIZED,
            CORES_NEVER_WAIT,
            CORES_TOUCH_NO_NETWORK_OR_FILE,
            CORES_GET_RANDOMNESS_FROM_OUTSIDE);

    private CoreRules() {}

    private static JavaClass outermost(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return outermost;
    }
}
