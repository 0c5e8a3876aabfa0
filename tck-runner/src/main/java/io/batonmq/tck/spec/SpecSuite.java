package io.batonmq.tck.spec;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;

/** The suite: its classes, and the provider that they test, which is known to the whole process. Safe for use by any thread. */
public final class SpecSuite {
    private static final AtomicReference<@Nullable SpecProvider> PROVIDER = new AtomicReference<>();

    private SpecSuite() {}

    /** The names of the classes, in the order of the sections. */
    public static List<String> classNames() {
        return ReflectionSupport.findAllClassesInPackage(
                        SpecSuite.class.getPackageName(),
                        SpecSuite::isSection,
                        name -> name.contains(".Section") && name.endsWith("Test"))
                .stream()
                .map(Class::getName)
                .sorted()
                .toList();
    }

    private static boolean isSection(Class<?> type) {
        return SpecificationTest.class.isAssignableFrom(type);
    }

    /** Says which provider is under test; null = none any more. */
    public static void use(@Nullable SpecProvider provider) {
        PROVIDER.set(provider);
    }

    static SpecProvider provider() {
        SpecProvider provider = PROVIDER.get();
        if (provider == null) {
            throw new IllegalStateException("SpecSuite.use says which provider is under test");
        }
        return provider;
    }
}
