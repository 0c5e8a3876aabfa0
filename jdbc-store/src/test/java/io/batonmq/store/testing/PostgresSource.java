package io.batonmq.store.testing;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which PostgreSQL the tests use; {@link #choose} decides. Immutable, for any thread. */
sealed interface PostgresSource {

    String URL = "batonmq.test.postgres.url";
    String USER = "batonmq.test.postgres.user";
    String PASSWORD = "batonmq.test.postgres.password";

    PostgresServer start();

    /** The server that the user names. If it can't be used that is an error, not a reason to take another one. */
    record Given(
            String url, @Nullable String user, @Nullable String password) implements PostgresSource {
        @Override
        public PostgresServer start() {
            return GivenServer.connect(url, user, password);
        }
    }

    /** A container; where it can't be started (no image, no network), the other source after a warning. */
    record Container(Supplier<PostgresServer> container, PostgresSource otherwise) implements PostgresSource {
        private static final Logger LOG = LoggerFactory.getLogger(PostgresFixture.class);

        @Override
        public PostgresServer start() {
            try {
                return container.get();
            } catch (NotDurableException e) {
                throw e;
            } catch (RuntimeException e) {
                LOG.warn(
                        "Docker answers, but gave no PostgreSQL container: using an embedded server. {}", e.toString());
                return otherwise.start();
            }
        }
    }

    /** Binaries from a Maven artifact, started as a child process. */
    record Embedded() implements PostgresSource {
        @Override
        public PostgresServer start() {
            return EmbeddedServer.start();
        }
    }

    /** Docker is asked only where the user names no server: asking takes seconds where it half works. */
    static PostgresSource choose(UnaryOperator<@Nullable String> settings, BooleanSupplier dockerAnswers) {
        String url = settings.apply(URL);
        if (url != null && !url.isBlank()) {
            return new Given(url, settings.apply(USER), settings.apply(PASSWORD));
        }
        Embedded embedded = new Embedded();
        return dockerAnswers.getAsBoolean() ? new Container(ContainerServer::start, embedded) : embedded;
    }

    /** A system property, or the environment variable of the same name in capitals with underscores. */
    static @Nullable String userSetting(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String property = System.getProperty(name);
        return property != null
                ? property
                : System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
}
