package io.batonmq.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** No synchronized method, and no synchronized block, for which the bytecode has to be read. */
final class NotSynchronize extends ArchCondition<JavaClass> {

    NotSynchronize() {
        super("not synchronize");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        type.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED))
                .forEach(method ->
                        events.add(SimpleConditionEvent.violated(type, method.getFullName() + " is synchronized")));
        type.getSource().ifPresent(source -> {
            try (InputStream bytes = source.getUri().toURL().openStream()) {
                new ClassReader(bytes).accept(new BlockFinder(type, events), ClassReader.SKIP_DEBUG);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static final class BlockFinder extends ClassVisitor {
        private final JavaClass type;
        private final ConditionEvents events;

        BlockFinder(JavaClass type, ConditionEvents events) {
            super(Opcodes.ASM9);
            this.type = type;
            this.events = events;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getName() + "." + name + " has a synchronized block"));
                    }
                }
            };
        }
    }
}
