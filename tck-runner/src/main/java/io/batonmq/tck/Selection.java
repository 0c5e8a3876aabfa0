package io.batonmq.tck;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Picks the tests whose {@code package.Class#test} contains one of the user's texts. One thread. */
final class Selection {
    private final List<String> only;
    private final Lister lister;

    /** Says what tests classes have, by class; takes a process. */
    @FunctionalInterface
    interface Lister {
        Map<String, List<String>> tests(List<String> classNames)
                throws BadInputException, IOException, InterruptedException;
    }

    Selection(List<String> only, Lister lister) {
        this.only = List.copyOf(only);
        this.lister = lister;
    }

    /**
     * Picks.
     *
     * @param found the classes there are
     * @return the classes, each with those of its tests that are wanted; none = all
     * @throws BadInputException if a text picks nothing
     */
    Map<String, List<String>> of(List<String> found) throws BadInputException, IOException, InterruptedException {
        Map<String, List<String>> wanted = new TreeMap<>();
        if (only.isEmpty()) {
            found.forEach(className -> wanted.put(className, List.of()));
            return wanted;
        }
        List<String> unsure = found.stream()
                .filter(each -> only.stream().anyMatch(text -> isUnsure(text, each)))
                .toList();
        Map<String, List<String>> tests = unsure.isEmpty() ? Map.of() : lister.tests(unsure);
        for (String text : only) {
            if (!pick(text, found, tests, wanted)) {
                throw new BadInputException("--only " + text + ": there is no such class or test");
            }
        }
        return wanted;
    }

    /** Whether the names of this class's tests decide: the text isn't all in the class's name, but could end or be in a test's. */
    private static boolean isUnsure(String text, String className) {
        int hash = text.indexOf('#');
        return hash < 0
                ? text.indexOf('.') < 0 && !className.contains(text)
                : className.endsWith(text.substring(0, hash));
    }

    private static boolean pick(
            String text, List<String> found, Map<String, List<String>> tests, Map<String, List<String>> wanted) {
        boolean any = false;
        for (String className : found) {
            if (className.contains(text)) {
                wanted.put(className, List.of());
                any = true;
                continue;
            }
            List<String> hits = tests.getOrDefault(className, List.of()).stream()
                    .filter(test -> (className + "#" + test).contains(text))
                    .toList();
            any |= !hits.isEmpty();
            List<String> before = wanted.get(className);
            if (!hits.isEmpty() && (before == null || !before.isEmpty())) {
                Set<String> all = new LinkedHashSet<>(before == null ? List.of() : before);
                all.addAll(hits);
                wanted.put(className, new ArrayList<>(all));
            }
        }
        return any;
    }
}
