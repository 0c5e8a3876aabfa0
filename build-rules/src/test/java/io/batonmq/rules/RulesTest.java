package io.batonmq.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.batonmq.broker.session.FixtureMain;
import io.batonmq.broker.session.FixtureProgram;
import io.batonmq.broker.session.FixtureThread;
import io.batonmq.broker.session.Fixtures;
import io.batonmq.broker.session.Fixtures.KeepsAllRules;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule fails on a class that breaks it and passes on one that may do the like, or does without. */
class RulesTest {

    private static final JavaClasses TESTS = ModuleClasses.of(RulesTest.class).tests();

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(LayerRules.NETTY_STAYS_ON_THE_NETWORK, Fixtures.HoldsByteBuf.class),
                Arguments.of(LayerRules.SQL_STAYS_IN_THE_STORE, Fixtures.AsksDatabase.class),
                Arguments.of(LayerRules.JMS_STAYS_WITH_THE_CLIENT, Fixtures.ThrowsJmsException.class),
                Arguments.of(LayerRules.STORE_JDBC_IS_WIRED_IN_ONE_PLACE, Fixtures.UsesStoreTable.class),
                Arguments.of(LayerRules.INTERNAL_IS_INTERNAL, io.batonmq.samples.Fixtures.UsesInternal.class),
                Arguments.of(
                        LayerRules.THE_BROKER_KNOWS_OF_THE_CLIENT_ONLY_THE_WIRE,
                        io.batonmq.broker.Fixtures.UsesClient.class),
                Arguments.of(LayerRules.THE_STORE_KNOWS_NO_OTHER_MODULE, io.batonmq.store.Fixtures.UsesWire.class),
                Arguments.of(LayerRules.THE_CLIENT_KNOWS_NO_OTHER_MODULE, io.batonmq.jms.Fixtures.UsesStore.class),
                Arguments.of(LayerRules.THE_WIRE_KNOWS_ONLY_ITSELF, io.batonmq.wire.Fixtures.UsesClient.class),
                Arguments.of(LayerRules.NOBODY_KNOWS_WHAT_SITS_ON_TOP, io.batonmq.broker.Fixtures.UsesSample.class),
                Arguments.of(CoreRules.CORES_HAVE_NO_LOCKS, Fixtures.Locks.class),
                Arguments.of(CoreRules.CORES_HAVE_NO_LOCKS, Fixtures.CountsAtomically.class),
                Arguments.of(CoreRules.CORES_ARE_NOT_SYNCHRONIZED, Fixtures.SynchronizesMethod.class),
                Arguments.of(CoreRules.CORES_ARE_NOT_SYNCHRONIZED, Fixtures.SynchronizesBlock.class),
                Arguments.of(CoreRules.CORES_NEVER_WAIT, Fixtures.StartsThread.class),
                Arguments.of(CoreRules.CORES_NEVER_WAIT, Fixtures.WaitsForResult.class),
                Arguments.of(CoreRules.CORES_TOUCH_NO_NETWORK_OR_FILE, Fixtures.OpensSocket.class),
                Arguments.of(CoreRules.CORES_GET_RANDOMNESS_FROM_OUTSIDE, Fixtures.MakesRandomness.class),
                Arguments.of(CodingRules.TIME_COMES_FROM_OUTSIDE, Fixtures.ReadsClock.class),
                Arguments.of(CodingRules.TIME_COMES_FROM_OUTSIDE, Fixtures.RefersToClock.class),
                Arguments.of(CodingRules.NODES_ASK_ONLY_THE_DATABASE_FOR_THE_TIME, FixtureMain.class),
                Arguments.of(CodingRules.SETTINGS_COME_FROM_OUTSIDE, Fixtures.ReadsSetting.class),
                Arguments.of(CodingRules.NOBODY_SLEEPS, Fixtures.Sleeps.class),
                Arguments.of(CodingRules.JMS_EXCEPTIONS_ARE_MADE_AS_IN_3_0, io.batonmq.jms.Fixtures.ThrowsAsIn31.class),
                Arguments.of(CodingRules.EVERY_PACKAGE_IS_NULL_MARKED, Fixtures.class));
    }

    static Stream<Arguments> kept() {
        return Stream.of(
                Arguments.of(LayerRules.NETTY_STAYS_ON_THE_NETWORK, io.batonmq.broker.net.Fixtures.HoldsByteBuf.class),
                Arguments.of(LayerRules.SQL_STAYS_IN_THE_STORE, io.batonmq.store.jdbc.Fixtures.Table.class),
                Arguments.of(LayerRules.JMS_STAYS_WITH_THE_CLIENT, io.batonmq.jms.Fixtures.ThrowsAsIn30.class),
                Arguments.of(LayerRules.STORE_JDBC_IS_WIRED_IN_ONE_PLACE, io.batonmq.broker.Fixtures.WiresStore.class),
                Arguments.of(LayerRules.INTERNAL_IS_INTERNAL, io.batonmq.jms.Fixtures.UsesInternal.class),
                Arguments.of(LayerRules.INTERNAL_IS_INTERNAL, io.batonmq.samples.Fixtures.UsesClient.class),
                Arguments.of(
                        LayerRules.THE_BROKER_KNOWS_OF_THE_CLIENT_ONLY_THE_WIRE,
                        io.batonmq.broker.Fixtures.UsesWire.class),
                Arguments.of(LayerRules.THE_STORE_KNOWS_NO_OTHER_MODULE, io.batonmq.store.jdbc.Fixtures.Table.class),
                Arguments.of(LayerRules.THE_CLIENT_KNOWS_NO_OTHER_MODULE, io.batonmq.jms.Fixtures.UsesWire.class),
                Arguments.of(LayerRules.NO_PACKAGE_CYCLES, io.batonmq.jms.Fixtures.UsesInternal.class),
                Arguments.of(CoreRules.CORES_HAVE_NO_LOCKS, FixtureThread.class),
                Arguments.of(CoreRules.CORES_HAVE_NO_LOCKS, FixtureThread.Inner.class),
                Arguments.of(CoreRules.CORES_ARE_NOT_SYNCHRONIZED, FixtureThread.class),
                Arguments.of(CoreRules.CORES_NEVER_WAIT, FixtureThread.class),
                Arguments.of(CodingRules.TIME_COMES_FROM_OUTSIDE, FixtureMain.class),
                Arguments.of(CodingRules.NODES_ASK_ONLY_THE_DATABASE_FOR_THE_TIME, FixtureMain.Inner.class),
                Arguments.of(CodingRules.TIME_COMES_FROM_OUTSIDE, FixtureMain.Inner.class),
                Arguments.of(CodingRules.TIME_COMES_FROM_OUTSIDE, FixtureProgram.class),
                Arguments.of(CodingRules.SETTINGS_COME_FROM_OUTSIDE, FixtureMain.class),
                Arguments.of(
                        CodingRules.JMS_EXCEPTIONS_ARE_MADE_AS_IN_3_0, io.batonmq.jms.Fixtures.ThrowsAsIn30.class));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aRuleFailsOnAClassThatBreaksIt(ArchRule rule, Class<?> fixture) {
        assertThatThrownBy(() -> check(rule, fixture))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(fixture.getSimpleName());
    }

    @ParameterizedTest
    @MethodSource("kept")
    void aRulePassesOnAClassThatKeepsIt(ArchRule rule, Class<?> fixture) {
        assertThatCode(() -> check(rule, fixture)).doesNotThrowAnyException();
    }

    @Test
    void twoPackagesThatKnowEachOtherAreACycle() {
        assertThatThrownBy(() -> check(
                        LayerRules.NO_PACKAGE_CYCLES,
                        Fixtures.KnowsDestination.class,
                        io.batonmq.broker.destination.Fixtures.KnowsSession.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected");
    }

    @Test
    void everyRuleHasAFixtureThatBreaksIt() {
        List<ArchRule> withFixture = Stream.concat(
                        broken().map(arguments -> (ArchRule) arguments.get()[0]),
                        Stream.of(LayerRules.NO_PACKAGE_CYCLES))
                .distinct()
                .toList();
        assertThat(Stream.of(LayerRules.ALL, CoreRules.ALL, CodingRules.ALL).flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(withFixture);
    }

    @Test
    void theRulesHoldForAClassOfACoreAndForThisModule() {
        JavaClasses shipped = ModuleClasses.of(RulesTest.class).shipped();
        for (ArchRule rule : Rules.forShippedCode()) {
            rule.check(shipped);
            if (!rule.getDescription().equals(CodingRules.EVERY_PACKAGE_IS_NULL_MARKED.getDescription())) {
                check(rule, KeepsAllRules.class);
            }
        }
    }

    @Test
    void theTestsOfAModuleAreFoundAndChecked() {
        assertThatThrownBy(() -> Rules.forTests().forEach(rule -> rule.check(TESTS)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Sleeps");
    }

    private static void check(ArchRule rule, Class<?>... classes) {
        rule.allowEmptyShould(true).check(TESTS.that(new DescribedPredicate<>("the fixtures") {
            @Override
            public boolean test(JavaClass type) {
                return Stream.of(classes).anyMatch(type::isEquivalentTo);
            }
        }));
    }
}
