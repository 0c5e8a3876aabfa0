package io.batonmq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.samples.process.NodeProcess;
import io.batonmq.spring.Route.Mode;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/** All nodes are away, for longer than connections try: applications under Spring come back (C98), or end in time (C99). */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OutageTest {

    private static final int OUTAGES = Integer.getInteger("spring.outages", 1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    /** A container's call ends by itself, or is interrupted when the context has waited for it; and the machine is loaded. */
    private static final Duration CLOSE_SLACK = Duration.ofSeconds(8);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    private static Nodes nodes;
    private static Names names;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void startNode() throws Exception {
        nodes = Nodes.start(Nodes.Store.H2, 1, folder);
        String start = "&startupMaxReconnectAttempts=";
        names = new Names(Map.of(
                "bounded", nodes.failover("&maxReconnectAttempts=4" + start + "4"),
                "patient", nodes.failover("&maxReconnectAttempts=4" + start + "100000"),
                "plain", nodes.addresses(""),
                "forever", nodes.failover(start + "100000&jms.closeTimeout=" + CLOSE_TIMEOUT.toMillis())));
    }

    @AfterAll
    static void stopNode() throws Exception {
        nodes.close();
    }

    private static NodeProcess kill() {
        NodeProcess node = nodes.holder();
        node.process().kill();
        return node;
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void afterAnOutageBothDirectionsWorkAgain() throws Exception {
        List<App> apps = new ArrayList<>();
        try {
            for (Wrapper wrapper : Wrapper.values()) {
                for (String url : List.of("bounded", "plain")) {
                    String name = url + "-" + wrapper;
                    apps.add(new App(name, Mode.AUTO, names, names.factory(url), wrapper).polling(wrapper));
                    apps.add(new App(name + "-tx", Mode.TRANSACTED, names, names.factory(url), wrapper)
                            .polling(wrapper));
                }
                if (wrapper != Wrapper.POOLED) { // this container keeps its connection, which is not what a pool is for
                    apps.add(new App("listening-" + wrapper, Mode.AUTO, names, names.factory("patient"), wrapper)
                            .listening());
                }
            }
            apps.forEach(App::start);
            apps.forEach(App::checkBothDirections);
            for (int i = 0; i < OUTAGES; i++) {
                outage(apps);
            }
        } finally {
            apps.forEach(App::close);
        }
        List<String> complaints = apps.stream()
                .flatMap(app -> app.route().complaints(List.of()).stream())
                .toList();
        System.out.println("outages under Spring=" + OUTAGES + " applications=" + apps.size() + " violations="
                + complaints.size());
        assertThat(complaints).isEmpty();
    }

    /** Long enough for connections to be given up; meanwhile applications go on trying to send. */
    private void outage(List<App> apps) throws Exception {
        CompletableFuture<JMSException> givenUp = new CompletableFuture<>();
        try (Connection witness = names.factory("bounded").createConnection()) {
            witness.setExceptionListener(givenUp::complete);
            NodeProcess node = kill();
            List<CompletableFuture<Void>> sends = apps.stream()
                    .map(app -> CompletableFuture.runAsync(app::send, threads))
                    .toList();
            givenUp.get(1, TimeUnit.MINUTES);
            nodes.start(node);
            CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
        }
        apps.forEach(App::checkBothDirections);
    }

    /** Connections of a factory that dies between createConnection and what its caller does next. */
    private static final class Dying {
        private final CountDownLatch created = new CountDownLatch(1);
        private final CountDownLatch killed = new CountDownLatch(1);
        private final AtomicBoolean first = new AtomicBoolean(true);
        private final boolean noticed;

        /**
         * Whose first connection dies.
         *
         * @param noticed whether it knows of its end when it is handed over
         */
        Dying(boolean noticed) {
            this.noticed = noticed;
        }

        ConnectionFactory around(ConnectionFactory factory) {
            return (ConnectionFactory) Proxy.newProxyInstance(
                    ConnectionFactory.class.getClassLoader(),
                    new Class<?>[] {ConnectionFactory.class},
                    (proxy, method, arguments) -> {
                        try {
                            Object made = method.invoke(factory, arguments);
                            if (made instanceof Connection connection && first.getAndSet(false)) {
                                die(connection);
                            }
                            return made;
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }

        private void die(Connection connection) throws InterruptedException {
            created.countDown();
            killed.await();
            if (noticed) {
                await().atMost(Nodes.BOUND).until(() -> {
                    try {
                        connection.createSession().close();
                        return false;
                    } catch (JMSException e) {
                        return true;
                    }
                });
            }
        }
    }

    /** The connection is lost before Spring has set its exception listener, or its client identifier. */
    @Test
    void aConnectionThatDiesWhileItIsPreparedIsReplaced() throws Exception {
        Map<App, Dying> apps = new LinkedHashMap<>();
        for (Wrapper wrapper : List.of(Wrapper.CACHING, Wrapper.SINGLE, Wrapper.POOLED)) {
            for (boolean noticed : List.of(true, false)) {
                for (String url : List.of("plain", "bounded")) {
                    Dying dying = new Dying(noticed);
                    String name = "dying-" + wrapper + "-" + noticed + "-" + url;
                    apps.put(
                            new App(name, Mode.AUTO, names, dying.around(names.factory(url)), wrapper).polling(wrapper),
                            dying);
                }
            }
        }
        try {
            List<CompletableFuture<Void>> sends = apps.keySet().stream()
                    .map(app -> CompletableFuture.runAsync(app::send, threads))
                    .toList();
            for (Dying dying : apps.values()) {
                assertThat(dying.created.await(1, TimeUnit.MINUTES)).isTrue();
            }
            NodeProcess node = kill();
            apps.values().forEach(dying -> dying.killed.countDown());
            nodes.start(node);
            CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
            apps.keySet().forEach(App::start);
            apps.keySet().forEach(App::checkBothDirections);
        } finally {
            apps.keySet().forEach(App::close);
        }
        assertThat(apps.keySet())
                .allSatisfy(app -> assertThat(app.route().complaints(List.of())).isEmpty());
    }

    @Test
    void aContextIsClosedDuringAnOutageWithinTheCloseTimeout() throws Exception {
        Map<String, Integer> levels = Map.of(
                "none", DefaultMessageListenerContainer.CACHE_NONE,
                "connection", DefaultMessageListenerContainer.CACHE_CONNECTION,
                "session", DefaultMessageListenerContainer.CACHE_SESSION,
                "consumer", DefaultMessageListenerContainer.CACHE_CONSUMER);
        List<App> apps = new ArrayList<>();
        ConnectionFactory factory = names.factory("forever");
        for (Mode mode : List.of(Mode.AUTO, Mode.TRANSACTED, Mode.CLIENT)) {
            levels.forEach((name, level) -> apps.add(
                    new App("closing-" + name + "-" + mode, mode, names, factory, Wrapper.NONE).polling(level)));
            apps.add(new App("closing-listening-" + mode, mode, names, factory, Wrapper.NONE).listening());
        }
        for (Wrapper wrapper : List.of(Wrapper.CACHING, Wrapper.SINGLE, Wrapper.POOLED)) {
            apps.add(new App("closing-" + wrapper, Mode.TRANSACTED, names, factory, wrapper).polling(wrapper));
        }
        apps.forEach(App::start);
        apps.forEach(App::checkBothDirections);
        NodeProcess node = kill();
        // Some are in the middle of a send, which ends with its connection.
        List<CompletableFuture<Void>> sends = apps.stream()
                .filter(app -> app.factory() != factory)
                .map(app -> CompletableFuture.runAsync(app::send, threads))
                .toList();
        Map<String, CompletableFuture<Duration>> times = new LinkedHashMap<>();
        for (App app : apps) {
            times.put(
                    app.route().queue(),
                    CompletableFuture.supplyAsync(
                            () -> {
                                long begin = System.nanoTime();
                                app.close();
                                return Duration.ofNanos(System.nanoTime() - begin);
                            },
                            threads));
        }
        Map<String, Long> millis = new LinkedHashMap<>();
        times.forEach((name, time) -> millis.put(
                name,
                time.orTimeout(1, TimeUnit.MINUTES)
                        .exceptionally(e -> Duration.ofHours(1))
                        .join()
                        .toMillis()));
        System.out.println(
                "context closed during an outage, jms.closeTimeout " + CLOSE_TIMEOUT.toMillis() + " ms: " + millis);
        CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
        nodes.start(node);
        long bound = CLOSE_TIMEOUT.plus(CLOSE_SLACK).toMillis();
        assertThat(millis.values()).allMatch(time -> time < bound);
    }
}
