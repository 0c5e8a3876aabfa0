package io.batonmq.broker.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopThreadTest {
    private final List<Throwable> fatal = new CopyOnWriteArrayList<>();
    private final LoopThread loop = new LoopThread("test-loop", System::nanoTime, fatal::add);

    @AfterEach
    void close() {
        loop.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(t -> t.getName().equals("test-loop"));
    }

    @Test
    void tasksRunInTheirOrderOnOneThread() {
        List<Integer> seen = new ArrayList<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        for (int i = 0; i < 10_000; i++) {
            int number = i;
            loop.execute(() -> {
                loop.assertInside();
                seen.add(number);
            });
        }
        loop.execute(() -> done.complete(null));

        done.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(seen).isEqualTo(IntStream.range(0, 10_000).boxed().toList());
    }

    @Test
    void outsideIsNotInside() {
        assertThatThrownBy(loop::assertInside)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("test-loop");
    }

    @Test
    void timersRunInTheOrderTheyAreDueAndNotBefore() {
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch scheduled = new CountDownLatch(1);
        long start = loop.nanos();
        CompletableFuture<Long> last = new CompletableFuture<>();
        loop.execute(() -> {
            loop.schedule(Duration.ofMillis(60), () -> last.complete(loop.nanos()));
            loop.schedule(Duration.ofMillis(40), () -> seen.add("second"));
            loop.schedule(Duration.ofMillis(20), () -> seen.add("first"));
            loop.schedule(Duration.ofMillis(40), () -> seen.add("third"));
            scheduled.countDown();
        });

        assertThat(last.orTimeout(10, TimeUnit.SECONDS).join() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(60).toNanos());
        assertThat(seen).containsExactly("first", "second", "third");
    }

    @Test
    void timersAreNotStarvedByTasksThatMakeTasks() {
        CompletableFuture<Void> fired = new CompletableFuture<>();
        Runnable busy = new Runnable() {
            @Override
            public void run() {
                if (!fired.isDone()) {
                    loop.execute(this);
                }
            }
        };
        loop.execute(busy);
        loop.schedule(Duration.ofMillis(10), () -> fired.complete(null));

        fired.orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Test
    void aCancelledTimerDoesNotRun() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Loop.Timer outside = loop.schedule(Duration.ofMillis(20), () -> seen.add("outside"));
        outside.cancel();
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.execute(() -> {
            Loop.Timer inside = loop.schedule(Duration.ofMillis(20), () -> seen.add("inside"));
            inside.cancel();
            inside.cancel();
            loop.schedule(Duration.ofMillis(40), () -> done.complete(null));
        });

        done.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(seen).isEmpty();
    }

    @Test
    void whatATaskThrowsReachesTheFatalHandlerAndNothingRunsAfterwards() {
        AssertionError error = new AssertionError("broken");
        List<String> seen = new CopyOnWriteArrayList<>();
        loop.execute(() -> {
            loop.execute(() -> seen.add("after"));
            throw error;
        });

        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !fatal.isEmpty());
        loop.close();
        loop.execute(() -> seen.add("later"));
        assertThat(fatal).containsExactly(error);
        assertThat(seen).isEmpty();
    }

    @Test
    void closeRunsWhatIsThereAndDropsTimers() {
        List<String> seen = new CopyOnWriteArrayList<>();
        loop.schedule(Duration.ofHours(1), () -> seen.add("timer"));
        loop.execute(() -> seen.add("task"));

        loop.close();
        loop.close();

        assertThat(seen).containsExactly("task");
    }

    @Test
    void anInterruptDoesNotEndIt() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        loop.execute(() -> thread.complete(Thread.currentThread()));
        thread.orTimeout(10, TimeUnit.SECONDS).join().interrupt();
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.execute(() -> done.complete(null));

        done.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(fatal).isEmpty();
    }
}
