package io.batonmq.broker;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads settings from text and collects what is wrong with them. Confined to the thread that builds a configuration. */
final class SettingValues {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*(B|KiB|MiB|GiB)?");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2})\\s*%");

    private final Map<Setting, String> values;
    private final List<String> problems;

    /** Adds to the problems that are known already. */
    SettingValues(Map<Setting, String> values, List<String> known) {
        this.values = values;
        this.problems = new ArrayList<>(known);
    }

    List<String> problems() {
        return problems;
    }

    String text(Setting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    @Nullable
    String orNull(Setting setting) {
        String text = text(setting);
        return text.isEmpty() ? null : text;
    }

    boolean flag(Setting setting) {
        String text = text(setting);
        if (!text.equals("true") && !text.equals("false")) {
            problem(setting, "true or false");
        }
        return text.equals("true");
    }

    int integer(Setting setting, int least, int most) {
        try {
            int value = Integer.parseInt(text(setting));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // falls through to the one message for both
        }
        problem(setting, "a whole number from " + least + (most == Integer.MAX_VALUE ? " up" : " to " + most));
        return least;
    }

    Duration duration(Setting setting) {
        Matcher matcher = DURATION.matcher(text(setting));
        if (!matcher.matches()) {
            problem(setting, "a number with ms, s, m, h or d, for example 500ms");
            return Duration.ZERO;
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(Math.min(number, 100_000));
        };
    }

    long size(Setting setting, long least, long most) {
        Matcher matcher = SIZE.matcher(text(setting));
        if (matcher.matches()) {
            long value = bytes(matcher);
            if (value >= least && value <= most) {
                return value;
            }
        }
        problem(setting, "a size from " + written(least) + " to " + written(most) + ", for example 4MiB");
        return least;
    }

    long memory(Setting setting) {
        Matcher percent = PERCENT.matcher(text(setting));
        if (percent.matches()) {
            return Runtime.getRuntime().maxMemory() / 100 * Integer.parseInt(percent.group(1));
        }
        return size(setting, 4L << 20, 1L << 40);
    }

    URI uri(Setting setting) {
        try {
            URI uri = URI.create(text(setting));
            boolean tcp = "tcp".equals(uri.getScheme()) || "ssl".equals(uri.getScheme());
            if (tcp && uri.getHost() != null && uri.getPort() >= 0 && uri.getPort() <= 65_535) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // falls through to the one message for all
        }
        problem(setting, "tcp://host:port or ssl://host:port");
        return URI.create(setting.defaultValue().isEmpty() ? Setting.LISTEN.defaultValue() : setting.defaultValue());
    }

    private void problem(Setting setting, String allowed) {
        problems.add(setting.key() + "=" + text(setting) + " is not " + allowed);
    }

    private static long bytes(Matcher matcher) {
        long number = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2);
        if (unit == null) {
            return number;
        }
        return switch (unit) {
            case "KiB" -> number << 10;
            case "MiB" -> number << 20;
            case "GiB" -> number << 30;
            default -> number;
        };
    }

    static String written(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }

    private static String written(long bytes) {
        if (bytes % (1L << 30) == 0) {
            return (bytes >> 30) + "GiB";
        }
        if (bytes % (1L << 20) == 0) {
            return (bytes >> 20) + "MiB";
        }
        return (bytes >> 10) + "KiB";
    }
}
