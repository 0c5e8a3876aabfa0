package io.batonmq.tck;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Two BatonMQ nodes in processes of their own, with a node's default settings, of which the holder is killed again and again
 * ({@link NodeKeeper}); clients know both by a failover URL. Each renewal begins with an empty store. One thread.
 */
final class NodePair implements Provider {

    /** Below what systems give to outgoing connections: one of these could have the port while its node is down. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;
    private static final int TRIES = 100;

    /** What nodes do besides their warnings is logged, too, with the time of day. */
    private static final List<String> LOG = List.of(
            "-Dorg.slf4j.simpleLogger.log.io.batonmq=INFO", "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");

    private final Place place;
    private final Map<String, String> users;
    private final Duration every;
    private final RunningTest running;
    private final PrintStream out;
    private final SharedDatabase database;
    private final Kills kills = new Kills();
    private int starts;
    private @Nullable NodeKeeper keeper;
    private String url = "";

    /**
     * Where and how processes are started.
     *
     * @param java the program
     * @param classPath of the nodes
     * @param folder for what they need
     * @param logs folder of their logs
     * @param run a name that no other run has used
     * @param nanos a monotonic clock
     */
    record Place(Path java, String classPath, Path folder, Path logs, String run, LongSupplier nanos) {}

    /**
     * Starts them.
     *
     * @param users settings of the users
     * @param every how long after a kill the next is due
     * @param running told to the user with each kill
     */
    NodePair(
            Place place,
            OwnNode.Database given,
            Map<String, String> users,
            Duration every,
            RunningTest running,
            PrintStream out)
            throws BadInputException, IOException, InterruptedException {
        this.place = place;
        this.users = Map.copyOf(users);
        this.every = every;
        this.running = running;
        this.out = out;
        this.database = SharedDatabase.open(given, place.folder());
        Files.createDirectories(place.logs());
        for (String id : List.of("A", "B")) {
            Files.deleteIfExists(log(id));
        }
        try {
            renew();
        } catch (BadInputException | IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private Path log(String id) {
        return place.logs().resolve("node-" + id + ".log");
    }

    @Override
    public void renew() throws BadInputException, IOException, InterruptedException {
        end();
        starts++;
        NodeKeeper starting = new NodeKeeper(every, place.nanos(), running, kills, out);
        keeper = starting;
        int port = freePort(0);
        String a = "tcp://127.0.0.1:" + port;
        String b = "tcp://127.0.0.1:" + freePort(port);
        starting.start(node("A", a, starting), node("B", b, starting));
        url = "failover:(" + a + "," + b + ")";
        starting.begin();
    }

    /** One that is not this one. */
    private static int freePort(int taken) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            if (port == taken) {
                continue;
            }
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Another's.
            }
        }
        throw new IOException("no free port from " + FIRST_PORT + " to " + LAST_PORT);
    }

    private NodeProcess node(String id, String address, NodeKeeper listening) throws IOException {
        String name = "pair-" + starts + "-" + id;
        Properties settings = new Properties();
        settings.putAll(users);
        settings.putAll(database.settings("pair-" + starts));
        settings.put("lease.name", "tck-" + place.run() + "-" + starts);
        settings.put("nodeId", id);
        settings.put("listen", address);
        settings.put("data", place.folder().resolve(name).toString());
        Path file = place.folder().resolve(name + ".properties");
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            settings.store(writer, null);
        }
        // They live for seconds: they start fast.
        List<String> command = new ArrayList<>(
                List.of(place.java().toString(), "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(LOG);
        command.addAll(List.of("-cp", place.classPath(), NodeMain.class.getName(), file.toString()));
        return new NodeProcess(id, command, log(id), listening::tell);
    }

    @Override
    public Map<String, String> jndi() {
        return BatonJndi.of(url, "");
    }

    @Override
    public String description() {
        return "two nodes on " + database.description() + ", the holder killed every " + every.toSeconds() + " s";
    }

    @Override
    public String outcome() {
        return kills.summary();
    }

    @Override
    public List<String> faults() {
        return kills.faults();
    }

    private void end() throws IOException, InterruptedException {
        NodeKeeper ending = keeper;
        keeper = null;
        if (ending != null) {
            ending.close();
        }
    }

    @Override
    public void close() {
        try {
            end();
        } catch (IOException e) {
            out.println("tck-runner: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            database.close();
        }
    }
}
