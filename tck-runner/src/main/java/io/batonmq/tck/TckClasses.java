package io.batonmq.tck;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipError;

/** Finds the classes of a compiled TCK that run outside a container. No thread of its own. */
final class TckClasses {
    private static final String TESTS = "com/sun/ts/tests/jms";
    private static final List<String> OUTSIDE_A_CONTAINER = List.of(TESTS + "/core/", TESTS + "/core20/");

    private TckClasses() {}

    /** Of a class name what its reader needs. */
    static String shortName(String className) {
        for (String prefix : List.of(TESTS.replace('/', '.') + ".", "io.batonmq.tck.", "org.objectweb.jtests.jms.")) {
            if (className.startsWith(prefix)) {
                return className.substring(prefix.length());
            }
        }
        return className;
    }

    /**
     * Finds them.
     *
     * @param tck a jar, or a folder of class files
     * @throws BadInputException one sentence why this is no TCK that can be run
     */
    static List<String> find(Path tck) throws BadInputException {
        if (!Files.exists(tck)) {
            throw new BadInputException("--tck " + tck + ": there is no such file or folder");
        }
        try {
            if (Files.isDirectory(tck)) {
                return find(tck, tck);
            }
            try (FileSystem jar = FileSystems.newFileSystem(tck)) {
                return find(tck, jar.getPath("/"));
            }
        } catch (ProviderNotFoundException | ZipError e) {
            throw new BadInputException("--tck " + tck + " is neither a jar nor a folder");
        } catch (IOException e) {
            throw new BadInputException("--tck " + tck + " can't be read: " + ProviderCheck.text(e));
        }
    }

    private static List<String> find(Path tck, Path root) throws IOException, BadInputException {
        Path tests = root.resolve(TESTS);
        if (!Files.isDirectory(tests)) {
            throw new BadInputException("--tck " + tck + " holds no messaging TCK: there is no package "
                    + TESTS.replace('/', '.') + " in it");
        }
        List<Path> classes;
        try (Stream<Path> all = Files.walk(tests)) {
            classes = all.filter(file -> name(root, file).endsWith(".class"))
                    .filter(file -> OUTSIDE_A_CONTAINER.stream().anyMatch(name(root, file)::startsWith))
                    .sorted()
                    .toList();
        }
        for (Path file : classes) {
            if (mentions(file, "javax/jms/")) {
                throw new BadInputException("--tck " + tck
                        + " is a TCK of javax.jms (Java EE, Jakarta EE 8); needed is one of jakarta.jms");
            }
        }
        List<String> found = classes.stream()
                .map(file -> name(root, file))
                .filter(name -> name.endsWith("IT.class"))
                .map(name ->
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                .toList();
        if (found.isEmpty()) {
            throw new BadInputException("--tck " + tck
                    + (classes.isEmpty()
                            ? " holds source or container tests only: no compiled class under "
                            : " holds no JUnit test (*IT.class); the older JavaTest bundle is run by its own harness,"
                                    + " with this runner's porting class: none under ")
                    + String.join(" or ", OUTSIDE_A_CONTAINER));
        }
        return found;
    }

    private static String name(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static boolean mentions(Path file, String text) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(text);
        }
    }
}
