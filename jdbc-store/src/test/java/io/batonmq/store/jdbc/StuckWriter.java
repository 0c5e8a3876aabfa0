package io.batonmq.store.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A writer in a process of its own that stops inside its transaction, behind the fence. */
final class StuckWriter {
    private StuckWriter() {}

    /** Arguments: URL, user, password, lease, epoch. */
    public static void main(String[] args) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(args[0], args[1], args[2])) {
            connection.setAutoCommit(false);
            try (PreparedStatement lock =
                            connection.prepareStatement("select 1 from baton_lease where lease = ? for update");
                    PreparedStatement insert = connection.prepareStatement(
                            "insert into baton_batch (lease, epoch, number) values (?, ?, 1)")) {
                lock.setString(1, args[3]);
                lock.executeQuery();
                insert.setString(1, args[3]);
                insert.setLong(2, Long.parseLong(args[4]));
                insert.executeUpdate();
                System.out.println("inside");
                if (System.in.read() >= 0) {
                    connection.commit();
                }
            }
        }
    }
}
