package io.batonmq.jms30;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.V17;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.lang.annotation.Repeatable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;

/** The API on this class path is 3.0, and the provider uses nothing that it lacks, on any path of its code. */
class LinkageTest {

    @TempDir
    Path folder;

    private static List<JavaAccess<?>> usesOfTheApi(JavaClasses classes) {
        return classes.stream()
                .map(JavaClass::getAccessesFromSelf)
                .<JavaAccess<?>>flatMap(accesses -> accesses.stream())
                .filter(access -> access.getTargetOwner().getPackageName().equals("jakarta.jms"))
                .toList();
    }

    private static List<String> missing(List<JavaAccess<?>> uses) {
        return uses.stream()
                .filter(use -> use.getTarget().resolveMember().isEmpty() && !isOfObject(use))
                .map(use -> use.getTarget().getFullName())
                .distinct()
                .toList();
    }

    /** Compilers from 18 on name the interface in a call of one of Object's methods (JLS 13.1). */
    private static boolean isOfObject(JavaAccess<?> use) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(method -> method.getName().equals(use.getTarget().getName()));
    }

    @Test
    void theApiIs30() {
        assertThat(JMSDestinationDefinition.class.isAnnotationPresent(Repeatable.class))
                .as("3.1 made it repeatable")
                .isFalse();
        assertThat(List.of(JMSException.class, IllegalStateException.class))
                .allMatch(type -> type.getConstructors().length == 2, "3.1 has a third constructor, with a cause");
    }

    @Test
    void whatTheProviderUsesIsThere() {
        List<JavaAccess<?>> uses = usesOfTheApi(new ClassFileImporter()
                .importUrl(BatonConnectionFactory.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()));
        assertThat(uses.size()).isGreaterThan(100);
        assertThat(missing(uses)).isEmpty();
    }

    @Test
    void whatIsNotThereIsFound() throws IOException {
        String exception = "jakarta/jms/JMSException";
        String threeArguments = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/Exception;)V";
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V17, ACC_PUBLIC, "Wrong", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "fail", "()V", null, null);
        method.visitTypeInsn(NEW, exception);
        method.visitInsn(DUP);
        method.visitInsn(ACONST_NULL);
        method.visitInsn(ACONST_NULL);
        method.visitInsn(ACONST_NULL);
        method.visitMethodInsn(INVOKESPECIAL, exception, "<init>", threeArguments, false);
        method.visitInsn(ATHROW);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        Files.write(folder.resolve("Wrong.class"), writer.toByteArray());

        assertThat(missing(usesOfTheApi(new ClassFileImporter().importPath(folder))))
                .containsExactly(
                        "jakarta.jms.JMSException.<init>(java.lang.String, java.lang.String, java.lang.Exception)");
    }
}
