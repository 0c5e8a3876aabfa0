package io.batonmq.samples.demo;

import io.batonmq.samples.process.ProcessFailure;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user asks of the demo. Immutable.
 *
 * @param seed decides when holders are killed
 * @param kills how many holders are killed
 * @param database JDBC URL of a PostgreSQL to use; null = H2, run by the demo itself
 * @param user of the database; empty = as the URL says
 * @param password of the user
 */
record DemoOptions(long seed, int kills, @Nullable String database, String user, String password) {

    static final String USAGE = """
            The failover demo. Options:
              --seed NUMBER     decides when holders are killed (default: another one each time)
              --kills NUMBER    how many holders are killed, 3 and more (default 4)
              --database URL    JDBC URL of a PostgreSQL database to use instead of an H2 of the demo's own
              --user NAME, --password TEXT   for that database
              --help            this text""";

    private static final int LEAST_KILLS = 3;
    private static final int USUAL_KILLS = 4;

    DemoOptions {
        if (kills < LEAST_KILLS) {
            throw new ProcessFailure("--kills " + kills + ": must be " + LEAST_KILLS + " or more");
        }
        if (database != null && !database.startsWith("jdbc:postgresql:")) {
            throw new ProcessFailure("--database " + database + ": must begin with jdbc:postgresql:");
        }
    }

    static DemoOptions parse(List<String> arguments, long freshSeed) {
        long seed = freshSeed;
        int kills = USUAL_KILLS;
        String database = null;
        String user = "";
        String password = "";
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--seed" -> seed = number(option, value(option, rest));
                case "--kills" -> kills = Math.toIntExact(Math.min(number(option, value(option, rest)), 1_000));
                case "--database" -> database = value(option, rest);
                case "--user" -> user = value(option, rest);
                case "--password" -> password = value(option, rest);
                default -> throw new ProcessFailure("unknown option " + option + "\n" + USAGE);
            }
        }
        return new DemoOptions(seed, kills, database, user, password);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new ProcessFailure(option + " needs a value\n" + USAGE);
        }
        return rest.next();
    }

    private static long number(String option, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new ProcessFailure(option + " " + text + ": must be a number");
        }
    }
}
