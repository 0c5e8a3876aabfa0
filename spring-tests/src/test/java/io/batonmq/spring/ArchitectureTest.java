package io.batonmq.spring;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.batonmq.rules.ModuleClasses;
import io.batonmq.rules.Rules;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The architecture rules for tests; this module has nothing else. */
class ArchitectureTest {

    private static final JavaClasses TESTS =
            ModuleClasses.of(ArchitectureTest.class).tests();

    static List<ArchRule> rulesForTests() {
        return Rules.forTests();
    }

    @ParameterizedTest
    @MethodSource("rulesForTests")
    void testsKeep(ArchRule rule) {
        rule.check(TESTS);
    }
}
