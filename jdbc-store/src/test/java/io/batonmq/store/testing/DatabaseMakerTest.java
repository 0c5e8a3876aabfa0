package io.batonmq.store.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseMakerTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://a:5432/x, jdbc:postgresql://a:5432/fresh",
        "jdbc:postgresql://a/x?ssl=true&user=u, jdbc:postgresql://a/fresh?ssl=true&user=u",
        "'jdbc:postgresql://a:1,b:2/x?targetServerType=primary',"
                + "'jdbc:postgresql://a:1,b:2/fresh?targetServerType=primary'",
        "jdbc:postgresql://a/, jdbc:postgresql://a/fresh",
        "jdbc:postgresql://a, jdbc:postgresql://a/fresh",
        "jdbc:postgresql:x, jdbc:postgresql:fresh",
        "jdbc:postgresql:/?user=u, jdbc:postgresql:fresh?user=u"
    })
    void aFreshDatabaseKeepsTheHostsAndOptionsOfTheUrl(String url, String expected) {
        assertThat(DatabaseMaker.withDatabase(url, "fresh")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://a/x, jdbc:postgresql://a/x",
        "jdbc:postgresql://a/x?user=u&password=p, jdbc:postgresql://a/x",
        "jdbc:postgresql://a/x?ssl=true&user=u, jdbc:postgresql://a/x?ssl=true",
        "jdbc:postgresql://a/x?user=u&ssl=true&password=p, jdbc:postgresql://a/x?ssl=true",
        "jdbc:postgresql://a/x?sslpassword=s, jdbc:postgresql://a/x?sslpassword=s"
    })
    void credentialsInTheUrlAreTakenOut(String url, String expected) {
        assertThat(DatabaseMaker.withoutCredentials(url)).isEqualTo(expected);
    }

    @Test
    void aUrlOfAnotherDatabaseIsRefused() {
        assertThatThrownBy(() -> DatabaseMaker.withDatabase("jdbc:h2:mem:x", "fresh"))
                .hasMessageContaining("jdbc:h2:mem:x");
    }
}
