package io.batonmq.spring;

import io.batonmq.samples.kill.WorkCheck;
import io.batonmq.samples.kill.WorkLine;
import io.batonmq.samples.kill.WorkLine.Kind;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What is known of one queue's messages, in the order in which it became known. For any thread. */
final class Ledger {

    private final Queue<WorkLine> sent = new ConcurrentLinkedQueue<>();
    private final Queue<WorkLine> handled = new ConcurrentLinkedQueue<>();
    private final Map<String, Exception> failures = new ConcurrentHashMap<>();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    void sent(Kind outcome, String uid) {
        sent.add(new WorkLine(outcome, 0, 0, uid));
    }

    /** Why a send failed, should it turn out that it did not. */
    void failed(String uid, Exception why) {
        failures.put(uid, why);
    }

    /** A message has come to the application; returns whether for the first time. */
    boolean got(Message message) throws JMSException {
        String uid = uid(message);
        handled.add(new WorkLine(message.getJMSRedelivered() ? Kind.AGAIN : Kind.GOT, 0, 0, uid));
        return seen.add(uid);
    }

    /** What became of its acknowledgement. */
    void settled(Kind outcome, String uid) {
        handled.add(new WorkLine(outcome, 0, 0, uid));
    }

    static String uid(Message message) throws JMSException {
        return message.getStringProperty("uid");
    }

    boolean hasSeen(String uid) {
        return seen.contains(uid);
    }

    /** Whether everything whose send was confirmed has come. */
    boolean isComplete() {
        return sent.stream().allMatch(line -> line.kind() != Kind.CONFIRMED || seen.contains(line.text()));
    }

    long count(Kind kind) {
        return sent.stream().filter(line -> line.kind() == kind).count()
                + handled.stream().filter(line -> line.kind() == kind).count();
    }

    /** I1 to I3, given what is in the dead letter queue. */
    List<String> complaints(Collection<String> dead) {
        return WorkCheck.queue(new ArrayList<>(sent), new ArrayList<>(handled), dead, false).stream()
                .map(this::explained)
                .toList();
    }

    private String explained(String complaint) {
        Exception why = failures.get(complaint.substring(complaint.lastIndexOf(' ') + 1));
        if (why == null) {
            return complaint;
        }
        StringWriter text = new StringWriter();
        why.printStackTrace(new PrintWriter(text));
        return complaint + "\n" + text;
    }

    /** Messages that came more often than they were given back. */
    List<String> doubled() {
        Map<String, Integer> open = new HashMap<>();
        for (WorkLine line : handled) {
            if (line.kind() == Kind.GOT || line.kind() == Kind.AGAIN) {
                open.merge(line.text(), 1, Integer::sum);
            } else if (line.kind() == Kind.GIVEN_BACK) {
                open.merge(line.text(), -1, Integer::sum);
            }
        }
        return open.entrySet().stream()
                .filter(each -> each.getValue() > 1)
                .map(each -> "came " + each.getValue() + " times: " + each.getKey())
                .toList();
    }
}
