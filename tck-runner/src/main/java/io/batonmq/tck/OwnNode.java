package io.batonmq.tck;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.ConfigException;
import io.batonmq.broker.NodeRole;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A BatonMQ node in this process, the provider under test unless the user names another. Each start begins with an empty
 * store: a new folder of H2, or a new lease name in the database the user gave. One thread.
 */
final class OwnNode implements Provider {
    private static final Duration START = Duration.ofSeconds(60);

    /**
     * The database the user gave.
     *
     * @param url JDBC URL; empty = embedded H2 in the folder
     * @param user database user, may be empty
     * @param password its password, may be empty
     */
    record Database(String url, String user, String password) {

        /** The settings that lead a node to it; none if there is no URL. */
        Map<String, String> settings() {
            Map<String, String> settings = new HashMap<>();
            putUnlessEmpty(settings, "store.url", url);
            putUnlessEmpty(settings, "store.user", user);
            putUnlessEmpty(settings, "store.password", password);
            return settings;
        }

        private static void putUnlessEmpty(Map<String, String> settings, String key, String value) {
            if (!value.isEmpty()) {
                settings.put(key, value);
            }
        }

        /** What to call it. */
        String description() {
            int parameters = url.indexOf('?');
            return url.isEmpty() ? "embedded H2" : parameters < 0 ? url : url.substring(0, parameters);
        }
    }

    private final Path folder;
    private final Database database;
    private final String run;
    private final String user;
    private final String password;
    private int starts;
    private @Nullable BrokerNode node;
    private String address = "";

    /**
     * Starts it.
     *
     * @param run a name that no other run has used
     * @param user whom the tests connect as
     */
    OwnNode(Path folder, Database database, String run, String user, String password) throws BadInputException {
        this.folder = folder;
        this.database = database;
        this.run = run;
        this.user = user;
        this.password = password;
        renew();
    }

    @Override
    public void renew() throws BadInputException {
        close();
        starts++;
        try {
            BrokerNode starting = BrokerNode.create(BrokerConfig.of(settings()));
            node = starting;
            CompletableFuture<String> serving = new CompletableFuture<>();
            starting.watch(status -> {
                if (status.role() == NodeRole.HOLDER) {
                    serving.complete(status.address());
                }
            });
            starting.stopped().thenAccept(why -> serving.completeExceptionally(new IOException(why)));
            starting.start();
            address = serving.get(START.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException | ConfigException e) {
            close();
            throw new BadInputException("BatonMQ does not start: " + ProviderCheck.text(e));
        } catch (ExecutionException e) {
            close();
            Throwable cause = e.getCause();
            throw new BadInputException("BatonMQ does not start: " + ProviderCheck.text(cause == null ? e : cause));
        } catch (TimeoutException e) {
            String reason = node == null ? "" : node.status().reason();
            close();
            throw new BadInputException(
                    "BatonMQ does not serve within " + START.toSeconds() + " s (is the database there?): " + reason);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new BadInputException("interrupted");
        }
    }

    /** The settings that let the tests in: some connect without a name. */
    static Map<String, String> users(String user, String password) {
        return Map.of("users." + user, password, "security.anonymous", "true");
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("listen", "tcp://127.0.0.1:0");
        settings.put("nodeId", "tck");
        settings.put("data", folder.resolve("node-" + starts).toString());
        settings.putAll(users(user, password));
        // Nobody waits to take over, and whether tests pass says nothing of how busy the machine is.
        settings.put("lease.heartbeat", "5s");
        settings.put("lease.activation", "30s");
        settings.put("silenceLimit", "15s");
        settings.put("failoverGrace", "17s");
        settings.put("handshakeTimeout", "30s");
        if (!database.url().isEmpty()) {
            settings.put("lease.name", "tck-" + run + "-" + starts);
            settings.putAll(database.settings());
        }
        return settings;
    }

    @Override
    public Map<String, String> jndi() {
        return BatonJndi.of(address, "jms.connectTimeout=30000");
    }

    @Override
    public String description() {
        return database.description();
    }

    @Override
    public void close() {
        if (node != null) {
            node.close();
            node = null;
        }
    }
}
