package io.batonmq.samples.kill;

import io.batonmq.jms.FailoverListener;
import io.batonmq.samples.process.ParentPipe;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workers of one process: each on a thread, a connection and a ledger of its own. For the thread that starts it. */
final class Crew {

    /** Called over and over until the launcher says stop. */
    interface Work {
        /** Does one piece of work; false = there is nothing to do just now. */
        boolean step() throws Exception;

        /** There is no more to come. */
        default void end() throws Exception {}
    }

    /** Makes a worker on its connection. */
    interface Trade {
        Work take(Connection connection, WorkLedger ledger) throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);

    private final ParentPipe parent = ParentPipe.open();
    private final Path folder;
    private final LongSupplier nanos;
    private final InitialContext jndi;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean failed;

    Crew(String url, Path folder, LongSupplier nanos) throws NamingException {
        this.folder = folder;
        this.nanos = nanos;
        Properties names = new Properties();
        names.put(Context.INITIAL_CONTEXT_FACTORY, "io.batonmq.jms.jndi.BatonInitialContextFactory");
        names.put(Context.PROVIDER_URL, url);
        jndi = new InitialContext(names);
    }

    Queue queue(String name) throws NamingException {
        return (Queue) jndi.lookup("dynamicQueues/" + name);
    }

    /** Starts a worker. */
    void hire(String name, Trade trade) {
        Thread thread = new Thread(() -> work(name, trade), name);
        threads.add(thread);
        thread.start();
    }

    private void work(String name, Trade trade) {
        try (WorkLedger ledger = new WorkLedger(folder.resolve(name + ".ledger"), nanos);
                Connection connection = ((ConnectionFactory) jndi.lookup("ConnectionFactory")).createConnection()) {
            FailoverListener.set(connection, ledger);
            Work work = trade.take(connection, ledger);
            connection.start();
            boolean last;
            boolean more;
            do {
                last = parent.stopRequested();
                more = work.step();
            } while (more || !last);
            work.end();
        } catch (Exception | AssertionError e) {
            failed = true;
            LOG.error("{} gave up", name, e);
        }
    }

    /** So that the machine has time for something else. */
    static void rest(long micros) {
        LockSupport.parkNanos(micros * 1_000);
    }

    /** Waits for the end of all; the process's status. */
    int await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        return failed ? 1 : 0;
    }
}
