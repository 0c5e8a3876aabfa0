package io.batonmq.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.List;

/** Methods and constructors told by their names, whether they are called or referred to. */
final class Targets {

    private Targets() {}

    /**
     * Accesses to any of the targets.
     *
     * @param names {@code some.Type.method} for all methods of that name, {@code some.Type.method(some.Parameter)} for one
     */
    static DescribedPredicate<JavaAccess<?>> anyOf(String description, String... names) {
        List<String> targets = List.of(names);
        return new DescribedPredicate<>(description) {
            @Override
            public boolean test(JavaAccess<?> access) {
                AccessTarget target = access.getTarget();
                return targets.contains(target.getFullName())
                        || targets.contains(target.getOwner().getName() + "." + target.getName());
            }
        };
    }
}
