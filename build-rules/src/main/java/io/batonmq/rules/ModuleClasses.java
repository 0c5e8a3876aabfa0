package io.batonmq.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** The compiled classes of one module, to be checked against {@link Rules}. Immutable, for any thread. */
public final class ModuleClasses {

    private final Path testClasses;

    private ModuleClasses(Path testClasses) {
        this.testClasses = testClasses;
    }

    /** The module that a test class belongs to, wherever the build puts its classes. */
    public static ModuleClasses of(Class<?> testClass) {
        try {
            return new ModuleClasses(Path.of(testClass
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("no place of its own: " + testClass, e);
        }
    }

    /** What the module ships. */
    public JavaClasses shipped() {
        return new ClassFileImporter().importPath(testClasses.resolveSibling("classes"));
    }

    /** The module's tests. */
    public JavaClasses tests() {
        return new ClassFileImporter().importPath(testClasses);
    }
}
