package io.batonmq.tck;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.batonmq.rules.ModuleClasses;
import io.batonmq.rules.Rules;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The architecture rules of module tck-runner; what each is about and a class that breaks it are in build-rules. */
class ArchitectureTest {

    private static final JavaClasses SHIPPED =
            ModuleClasses.of(ArchitectureTest.class).shipped();
    private static final JavaClasses TESTS =
            ModuleClasses.of(ArchitectureTest.class).tests();

    static List<ArchRule> rulesForShippedCode() {
        return Rules.forShippedCode();
    }

    static List<ArchRule> rulesForTests() {
        return Rules.forTests();
    }

    @ParameterizedTest
    @MethodSource("rulesForShippedCode")
    void shippedCodeKeeps(ArchRule rule) {
        rule.check(SHIPPED);
    }

    @ParameterizedTest
    @MethodSource("rulesForTests")
    void testsKeep(ArchRule rule) {
        rule.check(TESTS);
    }
}
