package io.batonmq.tck;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a test's or a node's process tells the runner: one line of its standard output. Immutable.
 *
 * @param kind what happened
 * @param fields what belongs to it, by kind
 */
record Event(Kind kind, List<String> fields) {
    private static final String PREFIX = "@tck";

    /** What can happen in a test process. */
    enum Kind {
        /** Field 0: what the provider says it is. */
        PROVIDER,
        /** Field 0: what the user must change. */
        BAD_INPUT,
        /** Field 0: a class, then all its tests. */
        TESTS,
        /** All tests that will run, in order. */
        PLAN,
        /** Field 0: test. */
        STARTED,
        /** Field 0: test, 1: milliseconds. */
        PASSED,
        /** Field 0: test, 1: milliseconds, 2: cause, 3: stack trace, 4: what it printed and logged. */
        FAILED,
        /** Field 0: test, 1: reason. */
        SKIPPED,
        /** As {@link #FAILED}, with a thread dump; the process ends itself. */
        EXPIRED,
        /** Field 0: cause, 1: stack trace. What was planned and did not run will not. */
        BROKEN,
        /** Of a node. Field 0: role, 1: epoch, 2: the lease's holder, empty = none, 3: reason, may be empty. */
        NODE
    }

    Event {
        fields = List.copyOf(fields);
    }

    static Event of(Kind kind, String... fields) {
        return new Event(kind, Arrays.asList(fields));
    }

    String field(int number) {
        return fields.get(number);
    }

    long millis() {
        return Long.parseLong(field(1));
    }

    String encode() {
        StringBuilder line = new StringBuilder(PREFIX).append(' ').append(kind);
        for (String field : fields) {
            line.append(' ').append('=').append(URLEncoder.encode(field, StandardCharsets.UTF_8));
        }
        return line.toString();
    }

    /** Reads a line; null if it is none of ours. */
    static @Nullable Event decode(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 2 || !words[0].equals(PREFIX)) {
            return null;
        }
        List<String> fields = new ArrayList<>();
        for (int i = 2; i < words.length; i++) {
            fields.add(URLDecoder.decode(words[i].substring(1), StandardCharsets.UTF_8));
        }
        return new Event(Kind.valueOf(words[1]), fields);
    }
}
