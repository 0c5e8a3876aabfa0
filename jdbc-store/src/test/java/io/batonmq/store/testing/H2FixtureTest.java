package io.batonmq.store.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class H2FixtureTest {

    @Test
    void eachDatabaseLivesInFilesOfItsOwnAndGoesWithThem() throws SQLException {
        TestDatabase one = H2Fixture.freshDatabase();
        TestDatabase other = H2Fixture.freshDatabase();
        Path file = Path.of(one.url().substring("jdbc:h2:async:".length()) + ".mv.db");
        try (Connection connection = one.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table thing (id int)");
        }
        assertThat(one.url()).isNotEqualTo(other.url());
        assertThat(Files.exists(file)).isTrue();

        one.close();
        one.close();
        other.close();

        assertThat(file).doesNotExist();
    }
}
