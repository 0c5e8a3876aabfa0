package io.batonmq.jms.internal.url;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The value a user gave to an option, read as what the option wants; each reading refuses what it can't take in the
 * user's words. Immutable.
 */
record OptionValue(String name, String value) {

    /** The greatest duration taken, so that sums of milliseconds can't overflow. */
    private static final int MAX_MILLIS = Integer.MAX_VALUE;

    /** Refuses the value, saying what is allowed. */
    InvalidFailoverUrlException refuse(String allowed) {
        String given = UrlSyntax.isSecret(name) ? name : name + "=" + UrlReader.shown(value);
        return new InvalidFailoverUrlException("option " + given + ": must be " + allowed);
    }

    int integer(int min, int max) {
        return integer(min, max, "");
    }

    /**
     * Reads a whole number.
     *
     * @param min least allowed
     * @param max greatest allowed
     * @param note what a special value means, for the message
     */
    int integer(int min, int max, String note) {
        String allowed = "a whole number from " + min + " to " + max + (note.isEmpty() ? "" : " (" + note + ")");
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        throw refuse(allowed);
    }

    /** Reads milliseconds. */
    Duration millis(int min) {
        String allowed = "milliseconds, a whole number from " + min + " to " + MAX_MILLIS;
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= MAX_MILLIS) {
                return Duration.ofMillis(number);
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        throw refuse(allowed);
    }

    /** Tells whether the value is one that stands for something other than a duration or size. */
    boolean is(String special) {
        return value.equals(special);
    }

    boolean bool() {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refuse("true or false");
        };
    }

    double factor() {
        try {
            double number = Double.parseDouble(value);
            if (number >= 1 && number <= 1000) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        throw refuse("a number from 1.0 to 1000.0");
    }

    String text() {
        if (value.isEmpty()) {
            throw refuse("some text, not empty");
        }
        return value;
    }

    Path path() {
        try {
            return Path.of(text());
        } catch (InvalidPathException e) {
            throw refuse("the path of a file");
        }
    }

    /** Reads a comma-separated list. */
    List<String> names() {
        List<String> names = Stream.of(value.split(",", -1)).map(String::strip).toList();
        if (names.stream().anyMatch(String::isEmpty)) {
            throw refuse("a comma-separated list without empty entries");
        }
        return names;
    }

    /** Reads a comma-separated list of classes ({@code a.b.C}) and packages ({@code a.b.*}), or {@code *}. */
    List<String> classes() {
        List<String> names = names();
        for (String entry : names) {
            String stem = entry.endsWith(".*") ? entry.substring(0, entry.length() - 2) : entry;
            boolean identifier = Stream.of(stem.split("\\.", -1))
                    .allMatch(part -> !part.isEmpty()
                            && Character.isJavaIdentifierStart(part.charAt(0))
                            && part.chars().allMatch(Character::isJavaIdentifierPart));
            if (!entry.equals("*") && !identifier) {
                throw refuse("class names (com.acme.Order), packages (com.acme.*) or *, joined by commas");
            }
        }
        return names;
    }

    EventLevel events() {
        for (EventLevel level : EventLevel.values()) {
            if (level.word().equals(value)) {
                return level;
            }
        }
        throw refuse("failures, switch or all");
    }
}
