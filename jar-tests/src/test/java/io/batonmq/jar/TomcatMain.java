package io.batonmq.jar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;

/** A Tomcat with two web applications that come and go, and what is to be seen of it. A process's main class. */
final class TomcatMain {
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Tomcat tomcat = new Tomcat();
    private final Path folder;
    private final Complaints complaints = new Complaints();

    private TomcatMain(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        // Without, Netty finds more missing when its classes are loaded; the default differs between JDKs.
        System.setProperty("io.batonmq.shaded.netty.noUnsafe", args[1]);
        new TomcatMain(Path.of(args[0])).run();
    }

    /** What Tomcat says of threads and class loaders that an application leaves. */
    private static final class Complaints extends Handler {
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue()) {
                lines.add(line.getLoggerName() + ": " + line.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private void run() throws Exception {
        Logger.getLogger("").addHandler(complaints);
        tomcat.setBaseDir(folder.resolve("tomcat").toString());
        tomcat.getHost();
        tomcat.setPort(0);
        tomcat.setAddDefaultWebXmlToWebapp(false);
        tomcat.enableNaming();
        tomcat.getConnector();
        tomcat.start();
        Context one = add("one");
        Context two = add("two");
        talk("one", "hello");
        talk("two", "hello");

        awaitGone(remove(one));
        talk("two", "still there");
        one = add("one");
        talk("one", "again");
        awaitGone(remove(one));
        one = add("one");
        talk("one", "and again");

        remove(one);
        remove(two);
        tomcat.stop();
        tomcat.destroy();
        await(() -> threads().isEmpty());
        System.out.println("all stopped, threads left: " + threads());
        System.out.println("complaints of Tomcat: " + complaints.lines);
        System.exit(0);
    }

    private Context add(String app) {
        return tomcat.addWebapp("/" + app, folder.resolve(app).toString());
    }

    /** Stops the application and takes it away. */
    private WeakReference<@Nullable ClassLoader> remove(Context context) {
        WeakReference<@Nullable ClassLoader> loader =
                new WeakReference<>(context.getLoader().getClassLoader());
        tomcat.getHost().removeChild(context);
        return loader;
    }

    private static void awaitGone(WeakReference<@Nullable ClassLoader> loader) {
        boolean gone = await(() -> {
            System.gc();
            return loader.refersTo(null);
        });
        System.out.println("one stopped, its class loader is " + (gone ? "gone" : "kept") + " while two goes on");
    }

    private void talk(String app, String text) throws IOException {
        request(app, text);
        String answer = request(app, null);
        System.out.println(app + ": "
                + answer.replaceFirst(
                        "seen in (?s)ParallelWebappClassLoader.*", "seen by the application's own class"));
    }

    private String request(String app, @Nullable String body) throws IOException {
        int port = tomcat.getConnector().getLocalPort();
        HttpURLConnection connection =
                (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/" + app + "/orders")
                        .toURL()
                        .openConnection();
        if (body != null) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            return String.valueOf(reader.readLine());
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("batonmq"))
                .sorted()
                .toList();
    }

    private static boolean await(BooleanSupplier condition) {
        long end = System.nanoTime() + BOUND_NANOS;
        boolean met = condition.getAsBoolean();
        while (!met && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            met = condition.getAsBoolean();
        }
        return met;
    }
}
