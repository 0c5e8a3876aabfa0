package io.batonmq.store.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PostgresSourceTest {

    private static final PostgresServer SERVER = new PostgresServer() {
        @Override
        public TestDatabase freshDatabase() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    };

    @Test
    void theServerThatTheUserNamesComesFirstAndDockerIsNotAsked() {
        Map<String, String> settings = Map.of(
                "batonmq.test.postgres.url", "jdbc:postgresql://db.example/test",
                "batonmq.test.postgres.user", "someone",
                "batonmq.test.postgres.password", "secret");
        AtomicInteger asked = new AtomicInteger();

        PostgresSource source = PostgresSource.choose(settings::get, () -> asked.incrementAndGet() > 0);

        assertThat(source)
                .isEqualTo(new PostgresSource.Given("jdbc:postgresql://db.example/test", "someone", "secret"));
        assertThat(asked).hasValue(0);
    }

    @Test
    void aBlankUrlIsNone() {
        assertThat(PostgresSource.choose(name -> " ", () -> false)).isInstanceOf(PostgresSource.Embedded.class);
    }

    @Test
    void aContainerComesNextWhereDockerAnswersWhichIsAskedOnce() {
        AtomicInteger asked = new AtomicInteger();

        PostgresSource source = PostgresSource.choose(name -> null, () -> asked.incrementAndGet() > 0);

        assertThat(source).isInstanceOf(PostgresSource.Container.class);
        assertThat(asked).hasValue(1);
    }

    @Test
    void withoutDockerAnEmbeddedServerIsUsed() {
        assertThat(PostgresSource.choose(name -> null, () -> false)).isInstanceOf(PostgresSource.Embedded.class);
    }

    @Test
    void aContainerThatCannotStartGivesWayToTheOtherSource() {
        PostgresSource.Container source = new PostgresSource.Container(
                () -> {
                    throw new IllegalStateException("no such image");
                },
                new PostgresSource.Container(() -> SERVER, new PostgresSource.Embedded()));

        assertThat(source.start()).isSameAs(SERVER);
    }

    @Test
    void aContainerThatWouldLoseRowsIsAnErrorAndNoReasonToTakeAnother() {
        PostgresSource.Container source = new PostgresSource.Container(
                () -> {
                    throw new NotDurableException("jdbc:postgresql://c/test", "fsync", "off");
                },
                new PostgresSource.Container(() -> SERVER, new PostgresSource.Embedded()));

        assertThatThrownBy(source::start)
                .isInstanceOf(NotDurableException.class)
                .hasMessageContaining("fsync=off");
    }

    @Test
    void aServerOfTheUsersThatDoesNotAnswerIsAnErrorThatNamesIt() {
        PostgresSource source = new PostgresSource.Given("jdbc:postgresql://127.0.0.1:1/test", null, null);

        assertThatThrownBy(source::start)
                .hasMessageContaining("cannot use PostgreSQL at jdbc:postgresql://127.0.0.1:1");
    }

    @Test
    void aSystemPropertyIsTheUsersSetting() {
        System.setProperty("batonmq.test.fixture.probe", "x");
        try {
            assertThat(PostgresSource.userSetting("batonmq.test.fixture.probe")).isEqualTo("x");
        } finally {
            System.clearProperty("batonmq.test.fixture.probe");
        }
        assertThat(PostgresSource.userSetting("batonmq.test.fixture.probe")).isNull();
    }
}
