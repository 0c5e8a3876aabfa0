package io.batonmq.tck;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;

/**
 * What the running test prints and logs. The TCK logs why a test fails and then throws an exception that says nothing: the
 * lines logged until then are the cause. Safe for use by any thread.
 */
final class Capture extends Handler {
    private static final int MOST_LINES = 4000;
    private static final int LONGEST_CAUSE = 400;

    /** How the TCK's own logging begins each line. */
    private static final Pattern STAMP = Pattern.compile("^[0-9-]{10} [0-9:]{8}: {2}Harness - ");

    /** Logged at each look-up, whatever comes of it. */
    private static final Pattern OF_EACH_LOOKUP =
            Pattern.compile("TSJMSObjects\\.getJMSObjectsInstance\\(\\)|Porting implementation class=.*");

    /** A provider's folder may have a binding of its own beside the runner's. */
    private static final Pattern OF_LOGGING = Pattern.compile("SLF4J(\\([A-Z]\\))?: .*");

    private record Line(boolean error, String text) {}

    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<Line> lines = new ArrayList<>();
    private int failedAt = -1;

    /** A new test begins. */
    synchronized void begin() {
        lines.clear();
        failedAt = -1;
    }

    /** The test failed: what is logged from now on is of its cleaning up. */
    synchronized void failed() {
        if (failedAt < 0) {
            failedAt = lines.size();
        }
    }

    private synchronized void add(boolean error, String text) {
        if (lines.size() < MOST_LINES) {
            lines.add(new Line(error, text));
        }
    }

    @Override
    public void publish(LogRecord logged) {
        Throwable thrown = logged.getThrown();
        String message = formatter.formatMessage(logged);
        boolean error = logged.getLevel().intValue() >= Level.WARNING.intValue();
        add(error, thrown == null ? message : message + ": " + thrown);
        if (thrown != null) {
            trace(thrown).lines().forEach(line -> add(false, line));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    /** Takes what is printed to it, line by line. */
    PrintStream stream() {
        return new PrintStream(new Lines(), true, StandardCharsets.UTF_8);
    }

    private final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (b == '\n') {
                add(false, line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else if (b != '\r') {
                line.write(b);
            }
        }
    }

    /** Everything, one line each. */
    synchronized String all() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.text()).append('\n'));
        return text.toString();
    }

    /** The cause: what was thrown, and the errors logged before; if there are none, the last thing logged. */
    synchronized String cause(Throwable thrown) {
        List<Line> before = lines.subList(0, failedAt < 0 ? lines.size() : failedAt);
        List<String> said = before.stream()
                .filter(Line::error)
                .map(Line::text)
                .filter(text -> !text.isBlank())
                .toList();
        if (said.isEmpty()) {
            said = before.stream()
                    .map(Line::text)
                    .map(text -> STAMP.matcher(text).replaceFirst(""))
                    .filter(text -> !text.isBlank() && !text.startsWith("\tat ") && !text.startsWith("Caused by: "))
                    .filter(text -> !OF_EACH_LOOKUP.matcher(text).matches())
                    .filter(text -> !OF_LOGGING.matcher(text).matches())
                    .toList();
        }
        StringBuilder text = new StringBuilder(ProviderCheck.text(thrown));
        for (String each : said.subList(Math.max(0, said.size() - 3), said.size())) {
            text.append(" | ").append(shorten(each));
        }
        return text.toString();
    }

    private static String shorten(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_CAUSE ? line : line.substring(0, LONGEST_CAUSE) + "…";
    }

    static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
