package io.batonmq.rules;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** All rules. Each names the packages it is about, so every module checks all of them. Immutable, for any thread. */
public final class Rules {

    private Rules() {}

    /** The rules for what a module ships. */
    public static List<ArchRule> forShippedCode() {
        return Stream.of(LayerRules.ALL, CoreRules.ALL, CodingRules.ALL)
                .flatMap(List::stream)
                .map(Rules::alsoWhereItMeetsNothing)
                .toList();
    }

    /** The rules that hold in tests, too. */
    public static List<ArchRule> forTests() {
        return CodingRules.IN_TESTS_TOO.stream()
                .map(Rules::alsoWhereItMeetsNothing)
                .toList();
    }

    /** Most rules are about packages that a given module doesn't have. */
    private static ArchRule alsoWhereItMeetsNothing(ArchRule rule) {
        return rule.allowEmptyShould(true);
    }
}
