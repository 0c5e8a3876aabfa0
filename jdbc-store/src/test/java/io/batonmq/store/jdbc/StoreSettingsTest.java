package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.store.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreSettingsTest {

    private static StoreSettings of(String url) {
        return StoreSettings.of(url, "user", "secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:h2:async:./data/b|jdbc:h2:async:./data/b;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                "jdbc:h2:./data/b|jdbc:h2:async:./data/b;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                "jdbc:h2:~/b|jdbc:h2:async:~/b;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                "jdbc:h2:file:./b|jdbc:h2:async:./b;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                "jdbc:h2:C:/b|jdbc:h2:async:C:/b;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                "jdbc:h2:/b;write_delay=5|jdbc:h2:async:/b;write_delay=5;DB_CLOSE_ON_EXIT=FALSE",
                "jdbc:h2:tcp://h:9/b|jdbc:h2:tcp://h:9/b;NETWORK_TIMEOUT=10000",
                "jdbc:h2:ssl://h/b;NETWORK_TIMEOUT=5|jdbc:h2:ssl://h/b;NETWORK_TIMEOUT=5",
            })
    void anH2UrlIsMadeSafe(String given, String used) {
        assertThat(H2Url.of(of(given)).url()).isEqualTo(used);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:h2:mem:x|not shared",
                "jdbc:h2:mem:|not shared",
                "jdbc:h2:tcp://h/mem:x|not shared",
                "jdbc:h2:./x;AUTO_SERVER=TRUE|AUTO_SERVER",
                "jdbc:h2:nioMapped:./x|interrupted",
                "jdbc:h2:;USER=x|names no database",
                "jdbc:mysql://h/x|unknown",
                "jdbc:postgresql://h:port/x|not a valid PostgreSQL URL",
            })
    void aUrlThatCannotWorkIsRefusedByName(String url, String why) {
        assertThatThrownBy(() -> JdbcStores.open(of(url)))
                .isInstanceOf(StoreException.Unusable.class)
                .hasMessageContaining(url)
                .hasMessageContaining(why.equals("unknown") ? "no database that is known" : why);
    }

    @Test
    void anInMemoryDatabaseIsForTestsThatAskForIt() {
        assertThat(H2Url.of(of("jdbc:h2:mem:x").withDurability(false, true, true))
                        .url())
                .isEqualTo("jdbc:h2:mem:x");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 1_001})
    void thePoolHasAWriterAndAReader(int size) {
        assertThatThrownBy(() -> of("jdbc:h2:x").withPoolSize(size)).hasMessageContaining("store.poolSize " + size);
    }

    @Test
    void timesThatCannotWorkAreRefusedInTheUsersWords() {
        assertThatThrownBy(() -> of("jdbc:h2:x").withSocketTimeout(Duration.ZERO))
                .hasMessageContaining("store.socketTimeout 0 ms");
        assertThatThrownBy(() -> StoreSettings.of("jdbc:h2:x", null, null, Duration.ZERO))
                .hasMessageContaining("0 ms");
        assertThatThrownBy(() -> of(" ")).hasMessageContaining("store.url is empty");
        assertThatThrownBy(() -> of("jdbc:h2:x").withPrepareThreshold(-1)).hasMessageContaining("-1");
    }

    @Test
    void noPasswordIsShown() {
        StoreSettings settings = of("jdbc:postgresql://h/x?password=hidden&ssl=true");

        assertThat(settings.toString())
                .doesNotContain("hidden")
                .doesNotContain("secret")
                .contains("ssl=true");
        assertThat(settings.shownUrl()).isEqualTo("jdbc:postgresql://h/x?password=***&ssl=true");
    }
}
