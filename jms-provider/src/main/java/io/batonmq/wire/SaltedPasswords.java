package io.batonmq.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Salted passwords of the last connections, so that who connects for each call (a {@code JmsTemplate} without a pool) derives
 * its key once, not each time: the derivation is made to be slow. RFC 5802, section 3, lets clients do so. What is kept is
 * worth as much to a thief as the passwords, which the connection factories of the process hold anyway. Safe for use by any
 * thread.
 */
final class SaltedPasswords {
    /** A process has few users, and each node start brings a new salt. */
    private static final int MOST = 64;

    private static final Map<Key, byte[]> KNOWN = new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, byte[]> eldest) {
            return size() > MOST;
        }
    };

    private record Key(String password, String salt, int iterations) {
        // Written out: the generated ones are put together by their first call, which costs a starting client
        // milliseconds.

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && iterations == that.iterations
                    && salt.equals(that.salt)
                    && password.equals(that.password);
        }

        @Override
        public int hashCode() {
            return salt.hashCode();
        }

        @Override
        public String toString() {
            return "Key"; // nothing secret in a log
        }
    }

    private SaltedPasswords() {}

    /** Whether {@link #of} has it already, and so takes no time. */
    static boolean knows(String password, byte[] salt, int iterations) {
        synchronized (KNOWN) {
            return KNOWN.containsKey(new Key(password, ScramMechanism.base64(salt), iterations));
        }
    }

    static byte[] of(String password, byte[] salt, int iterations) {
        Key key = new Key(password, ScramMechanism.base64(salt), iterations);
        synchronized (KNOWN) {
            byte[] known = KNOWN.get(key);
            if (known != null) {
                return known.clone();
            }
        }
        byte[] salted = ScramMechanism.saltedPassword(password, salt, iterations);
        synchronized (KNOWN) {
            KNOWN.put(key, salted.clone());
        }
        return salted;
    }
}
