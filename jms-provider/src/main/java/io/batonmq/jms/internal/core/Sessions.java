package io.batonmq.jms.internal.core;

import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sessions of one connection, by the numbers the holder knows them under. Confined to the loop. */
final class Sessions {
    private final Core core;
    private final CoreSession.Home home;
    private final Map<Integer, CoreSession> open = new LinkedHashMap<>();
    private @Nullable CoreSession supply;
    private int lastSession;

    Sessions(Core core, CoreSession.Home home) {
        this.core = core;
        this.home = home;
    }

    /**
     * Opens one and declares it.
     *
     * @param supplies whether its consumers are connection consumers (R23)
     * @param most how many the nodes allow
     */
    CoreSession open(AckMode mode, boolean supplies, int most) {
        if (open.size() >= most) {
            throw new CoreException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the connection has " + open.size() + " sessions, the nodes allow no more (maxSessions)");
        }
        CoreSession session = new CoreSession(core, home, nextNumber(), mode, supplies);
        open.put(session.number(), session);
        session.declare();
        return session;
    }

    /** That of all connection consumers. */
    CoreSession supply(int most) {
        CoreSession known = supply;
        if (known == null || known.state() != CoreSession.State.OPEN) {
            known = open(AckMode.CLIENT, true, most);
            supply = known;
        }
        return known;
    }

    int nextNumber() {
        lastSession++;
        return lastSession;
    }

    @Nullable
    CoreSession find(int number) {
        return open.get(number);
    }

    @Nullable
    CoreSession remove(int number) {
        return open.remove(number);
    }

    List<Integer> numbers() {
        return List.copyOf(open.keySet());
    }

    /** As they are now, and will be when one ends. */
    Collection<CoreSession> all() {
        return open.values();
    }

    /** Sessions that were given a new number (R14) are found under it from now on. */
    void rekey() {
        List<CoreSession> all = new ArrayList<>(open.values());
        open.clear();
        all.forEach(session -> open.put(session.number(), session));
    }

    void progress() {
        List.copyOf(open.values()).forEach(CoreSession::progress);
    }

    void linkLost() {
        List.copyOf(open.values()).forEach(CoreSession::linkLost);
    }

    boolean areDrained() {
        return open.values().stream().allMatch(each -> each.state() == CoreSession.State.DRAINED);
    }
}
