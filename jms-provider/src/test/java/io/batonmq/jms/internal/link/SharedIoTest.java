package io.batonmq.jms.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedIoTest {
    /** What a container's application might have on its threads. */
    private static final InheritableThreadLocal<@Nullable String> OF_THE_APPLICATION = new InheritableThreadLocal<>();

    private record Inherited(
            String thread, @Nullable String local, @Nullable ClassLoader loader) {}

    private final Thread test = Thread.currentThread();
    private final @Nullable ClassLoader before = test.getContextClassLoader();

    @AfterEach
    void takeItBack() {
        OF_THE_APPLICATION.remove();
        test.setContextClassLoader(before);
    }

    @Test
    void itsThreadsInheritNothingOfTheThreadThatNeedsThemFirst() throws Exception {
        OF_THE_APPLICATION.set("here");
        BlockingQueue<Inherited> seen = new LinkedBlockingQueue<>();
        try (URLClassLoader application = new URLClassLoader(new URL[0], before)) {
            test.setContextClassLoader(application);
            SharedIo io = SharedIo.join();
            try {
                for (Executor each : List.of(io.lookups(), io.computing())) {
                    io.loop().execute(() -> each.execute(() -> seen.add(inherited())));
                }
                io.loop().execute(() -> seen.add(inherited()));
                for (int i = 0; i < 3; i++) {
                    Inherited one = seen.poll(10, TimeUnit.SECONDS);
                    assertThat(one).isNotNull();
                    assertThat(one.local()).as(one.thread()).isNull();
                    assertThat(one.loader()).as(one.thread()).isSameAs(SharedIo.class.getClassLoader());
                }
            } finally {
                io.leave();
            }
        }
    }

    private static Inherited inherited() {
        Thread current = Thread.currentThread();
        return new Inherited(current.getName(), OF_THE_APPLICATION.get(), current.getContextClassLoader());
    }

    /** What Netty does when a class finds something missing: it keeps a Throwable, whose stack keeps classes. */
    @Test
    void whatMakesItHasNothingOfTheCallerOnItsStack() {
        StackTraceElement[] stack = DetachedThread.make("test", SharedIoTest::here);
        assertThat(List.of(here())).anyMatch(SharedIoTest::isThisTest);
        assertThat(List.of(stack)).noneMatch(SharedIoTest::isThisTest);
    }

    private static StackTraceElement[] here() {
        return new Throwable().getStackTrace();
    }

    private static boolean isThisTest(StackTraceElement frame) {
        return frame.getMethodName().equals("whatMakesItHasNothingOfTheCallerOnItsStack");
    }

    @Test
    void whatCannotBeMadeFailsTheCallerAsItFailed() {
        RuntimeException unchecked = new IllegalStateException("no selector");
        Error error = new OutOfMemoryError("no thread");
        assertThatThrownBy(() -> DetachedThread.make("test", () -> {
                    throw unchecked;
                }))
                .isSameAs(unchecked);
        assertThatThrownBy(() -> DetachedThread.make("test", () -> {
                    throw error;
                }))
                .isSameAs(error);
    }

    @Test
    void anInterruptIsKeptForTheCallsThatMayBeInterrupted() {
        test.interrupt();
        try {
            assertThat(DetachedThread.make("test", () -> "made")).isEqualTo("made");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
