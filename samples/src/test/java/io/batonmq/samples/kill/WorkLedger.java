package io.batonmq.samples.kill;

import io.batonmq.jms.FailoverListener;
import io.batonmq.samples.kill.WorkLine.Kind;
import io.batonmq.samples.process.LedgerFile;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/** A worker's ledger being written, with the times of its calls. For any thread. */
final class WorkLedger implements FailoverListener, AutoCloseable {

    private final LedgerFile file;
    private final LongSupplier nanos;

    WorkLedger(Path file, LongSupplier nanos) throws IOException {
        this.file = new LedgerFile(file);
        this.nanos = nanos;
    }

    long now() {
        return nanos.getAsLong();
    }

    /** Of a call that began then and has just returned. */
    void add(Kind kind, long begin, String text) {
        file.add(new WorkLine(kind, begin, now(), text).line());
    }

    /** The same of several messages. */
    void addAll(Kind kind, long begin, List<String> uids) {
        long end = now();
        uids.forEach(uid -> file.add(new WorkLine(kind, begin, end, uid).line()));
    }

    /** A message that has come; returns its uid. */
    String got(long begin, Message message) throws JMSException {
        String uid = message.getStringProperty("uid");
        add(message.getJMSRedelivered() ? Kind.AGAIN : Kind.GOT, begin, uid);
        return uid;
    }

    static boolean outcomeUnknown(JMSException failure) {
        return "BATON-OUTCOME-UNKNOWN".equals(failure.getErrorCode());
    }

    @Override
    public void resumed(Resumption how) {
        add(Kind.RESUMED, now(), how.epoch() + " " + how.claimsLost());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
