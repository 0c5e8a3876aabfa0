package io.batonmq.samples.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Tells the user what happens, as it happens. For one thread. */
final class Narrator {

    private final PrintStream out;
    private final LongSupplier nanos;
    private final long start;

    Narrator(PrintStream out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    /** One event, with the seconds since the start. */
    void say(String format, Object... values) {
        double seconds = (nanos.getAsLong() - start) / 1e9;
        out.println(String.format(Locale.ROOT, "%6.1f s  ", seconds) + String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
