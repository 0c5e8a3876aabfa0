package io.batonmq.broker.net;

import io.batonmq.wire.ScramCredentials;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Users as the configuration lists them, each with a password or the stored form of SCRAM-SHA-256. Nodes know each other by a
 * secret made from that list, which is the same on all nodes of a cluster; where it differs, nodes merely do without links to
 * each other. Immutable.
 */
public final class ConfiguredUsers implements Authenticator {
    private final Map<String, ScramCredentials> users;
    private final boolean anonymous;
    private final @Nullable String nodePassword;

    private ConfiguredUsers(Map<String, ScramCredentials> users, boolean anonymous, @Nullable String nodePassword) {
        this.users = users;
        this.anonymous = anonymous;
        this.nodePassword = nodePassword;
    }

    /**
     * Derives what is kept; the passwords themselves are not.
     *
     * @param users name → password or stored form
     * @param anonymous whether peers may come without a password
     * @throws IllegalArgumentException naming the user whose value can't be used
     */
    public static ConfiguredUsers of(Map<String, String> users, boolean anonymous, SecureRandom random) {
        Map<String, ScramCredentials> derived = new HashMap<>();
        users.forEach((name, value) -> derived.put(name, derive(name, value, random)));
        if (users.isEmpty()) {
            return new ConfiguredUsers(Map.of(), anonymous, null);
        }
        String nodePassword = secretOf(users);
        derived.put(NODE, ScramCredentials.ofPassword(nodePassword, random));
        return new ConfiguredUsers(Map.copyOf(derived), anonymous, nodePassword);
    }

    private static ScramCredentials derive(String name, String value, SecureRandom random) {
        if (name.isEmpty() || name.startsWith("$")) {
            throw new IllegalArgumentException("users." + name + ": a user's name must not be empty or start with $");
        }
        try {
            return ScramCredentials.isStored(value)
                    ? ScramCredentials.parse(value)
                    : ScramCredentials.ofPassword(value, random);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("users." + name + ": " + e.getMessage(), e);
        }
    }

    private static String secretOf(Map<String, String> users) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new TreeMap<>(users).forEach((name, value) -> {
                digest.update(
                        (name.length() + ":" + name + value.length() + ":" + value).getBytes(StandardCharsets.UTF_8));
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean anonymous() {
        return anonymous;
    }

    @Override
    public boolean users() {
        return !users.isEmpty();
    }

    @Override
    public @Nullable ScramCredentials find(String user) {
        return users.get(user);
    }

    @Override
    public @Nullable String nodePassword() {
        return nodePassword;
    }
}
