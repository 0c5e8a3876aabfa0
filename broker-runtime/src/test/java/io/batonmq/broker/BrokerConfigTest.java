package io.batonmq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node is told, and that what can't work is refused by name, both settings of it (C101). */
class BrokerConfigTest {

    @Test
    void theDefaultsStandTogether() {
        BrokerConfig config = BrokerConfig.of(Map.of());

        assertThat(config.lease().activation()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.anonymous()).isTrue();
        assertThat(config.store().url()).startsWith("jdbc:h2:async:").endsWith("/data/batonmq;WRITE_DELAY=0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    lease.heartbeat=3s | lease.heartbeat × 2 + lease.margin (6500ms) must be at most lease.activation (5s)
                    lease.activation=2s | the least activation (3s) must be at most lease.activation (2s)
                    lease.lockPatience=2s | lease.lockPatience (2s) must be at most lease.heartbeat (1s)
                    silenceLimit=6s | silenceLimit (6s) must be at most lease.activation (5s)
                    failoverGrace=5s | silenceLimit + 2s (6s) must be at most failoverGrace (5s)
                    orderGrace=7s | orderGrace (7s) must be at most failoverGrace (6s)
                    resumeTimeout=10s | maxGrace (30s) must be at most resumeTimeout (10s)
                    outcomeRetention=30s | resumeTimeout (60s) must be at most outcomeRetention (30s)
                    lease.heartbeat=0s | lease.heartbeat must be more than 0
                    lease.heartbeat=soon | lease.heartbeat=soon is not a number with ms, s, m, h or d
                    store.poolSize=1 | store.poolSize=1 is not a whole number from 2 to 64
                    maxMessageSize=1 | maxMessageSize=1 is not a size from 1KiB to 1GiB
                    listen=http://localhost:1 | listen=http://localhost:1 is not tcp://host:port
                    listen=tcp://0.0.0.0:61616 | there are no users: add users.NAME=
                    lease.hartbeat=1s | unknown setting lease.hartbeat; did you mean lease.heartbeat?
                    """)
    void aBadSettingIsNamedWithWhatIsAllowed(String setting, String message) {
        int equals = setting.indexOf('=');

        assertThatThrownBy(() -> BrokerConfig.of(Map.of(setting.substring(0, equals), setting.substring(equals + 1))))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("BATON-CONFIG-INVALID: ")
                .hasMessageContaining(message);
    }

    @Test
    void allProblemsAreNamedAtOnce() {
        Map<String, String> settings =
                Map.of("store.poolSize", "x", "maxDeliveries", "0", "lisen", "x", "leese.name", "x", "users.bob", "");
        assertThatThrownBy(() -> BrokerConfig.of(settings))
                .hasMessageContaining("store.poolSize=x")
                .hasMessageContaining("maxDeliveries=0")
                .hasMessageContaining("unknown setting lisen")
                .hasMessageContaining("unknown setting leese.name")
                .hasMessageContaining("users.bob: ");
    }

    @Test
    void withUsersAnonymousClientsAreRefusedUnlessAllowed() {
        assertThat(BrokerConfig.of(Map.of("users.ann", "secret", "listen", "tcp://0.0.0.0:1")))
                .satisfies(config -> assertThat(config.anonymous()).isFalse())
                .satisfies(config -> assertThat(config.users()).containsEntry("ann", "secret"));
        assertThat(BrokerConfig.of(Map.of("users.ann", "secret", "security.anonymous", "true"))
                        .anonymous())
                .isTrue();
    }

    @Test
    void itsTextHasNoPassword() {
        BrokerConfig config = BrokerConfig.of(Map.of(
                "users.ann", "sesame1",
                "store.url", "jdbc:postgresql://db/x?user=u&password=sesame2&ssl=true",
                "store.password", "sesame3"));

        assertThat(config.toString())
                .contains("ann", "jdbc:postgresql://db/x?user=u&password=***&ssl=true")
                .doesNotContain("sesame");
    }

    @ParameterizedTest
    @ValueSource(strings = {"users.bob=", "users.=x", "users.$node=x"})
    void aUserThatCannotBeIsNamed(String setting) {
        String[] parts = setting.split("=", 2);
        assertThatThrownBy(() -> BrokerConfig.of(Map.of(parts[0], parts[1])))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(parts[0] + ": ");
    }

    @Test
    void argumentsWinOverEnvironmentOverFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("b.properties"), "lease.name=file\nnodeId=file\ndata=file\n");

        Map<String, String> settings = ConfigSources.collect(
                List.of("--config=" + file, "--lease.name=argument"),
                Map.of("BATONMQ_LEASE_NAME", "environment", "BATONMQ_NODE_ID", "environment"));

        assertThat(settings)
                .containsEntry("lease.name", "argument")
                .containsEntry("nodeId", "environment")
                .containsEntry("data", "file");
    }

    @Test
    void aMissingConfigurationFileIsNamed() {
        assertThatThrownBy(() -> ConfigSources.collect(List.of("--config=no/such.properties"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no/such.properties");
    }

    @Test
    void anArgumentWithoutFormIsRefused() {
        assertThatThrownBy(() -> ConfigSources.collect(List.of("start"), Map.of()))
                .hasMessageContaining("argument start is not --key=value");
    }
}
