package io.batonmq.store.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Where tests get H2 from: a new database in files of its own whenever asked. For any thread. */
public final class H2Fixture {

    private static final String USER = "sa";
    private static final String PASSWORD = "";

    private H2Fixture() {}

    /**
     * Makes an empty database in a temporary directory. It is opened through {@code async:}, since an interrupt closes
     * a {@code file:} database for ever after.
     */
    public static TestDatabase freshDatabase() {
        try {
            Path directory = Files.createTempDirectory("batonmq-h2-");
            String url = urlIn(directory);
            return new TestDatabase(url, USER, PASSWORD, () -> discard(url, directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL of the database in a directory that the caller keeps, say to open it again after a crash. */
    public static String urlIn(Path directory) {
        return "jdbc:h2:async:" + directory.toAbsolutePath().resolve("batonmq");
    }

    private static void discard(String url, Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Connection connection = DriverManager.getConnection(url, USER, PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown immediately");
        } catch (SQLException e) {
            // 90121 or a damaged file: it is closed already, which is all that was wanted.
        }
        try {
            TemporaryFiles.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
