package io.batonmq.sim;

import io.batonmq.store.Identity;
import io.batonmq.wire.DeliveryRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Non-durable subscriptions (R17): one lives from its first consumer's creation until its last one is closed, or was away
 * with its connection for longer than it is kept; meanwhile it is one and the same, whoever holds the lease, and gets all
 * that is published persistently. Confined to the simulation's thread.
 */
final class SubscriptionCheck {
    /** For so long, at least, a subscription is kept for connections that are away. */
    static final long KEPT_MILLIS =
            SimNode.settings().sessions().failoverGrace().toMillis();

    private static final long ROUNDING_MILLIS = 5;

    /** For so long, at most, a new holder, who doesn't know who shared one, waits for them all; and a little. */
    private static final long MOST_KEPT_MILLIS =
            SimNode.settings().sessions().maxGrace().toMillis() + 1_000;

    private static final long RESUME_TIMEOUT_MILLIS =
            SimNode.settings().sessions().resumeTimeout().toMillis();

    /**
     * OPENING → OPEN ⇄ LOST; OPENING → LOST; any → ENDED. LOST: it was away for so long that its subscription may have ended; until it has
     * another one, what it gets is not judged.
     */
    enum State {
        OPENING,
        OPEN,
        LOST,
        ENDED
    }

    /** A consumer, as its application knows it. */
    final class Subscriber {
        private final String client;
        private final SimLine line;
        private State state = State.OPENING;
        /** Its process is dead: for the nodes its connection is away. */
        private boolean died;
        /** It was closed, and its node knows. */
        private boolean closed;

        private Subscriber(String client, SimLine line) {
            this.client = client;
            this.line = line;
        }

        /** Its creation is confirmed. */
        void opened() {
            if (isGivenUp(client)) { // it was told, and slept
                state = state == State.OPENING ? State.LOST : state;
                return;
            }
            Line of = lines.get(line.name());
            if (of == null || of.queue == null) {
                violated.accept(client + " has its consumer of " + line.name() + ", of which nothing is stored");
            }
            if (state == State.OPENING) {
                state = State.OPEN;
            }
        }

        /** It is being closed, or its session or connection is. */
        void ends() {
            state = State.ENDED;
        }

        /** Its process is dead. */
        void died() {
            died = state == State.OPEN;
            ends();
        }

        /** Its node closed it. */
        void taken(String why) {
            if (state == State.OPEN) {
                violated.accept(client + " lost its consumer of " + line.name() + ": " + why);
            }
        }

        private boolean isKept() {
            return state == State.OPEN || died;
        }
    }

    /** All subscriptions of one name. */
    private static final class Line {
        private final List<Subscriber> subscribers = new ArrayList<>();
        /** The newest subscription of this name, by the number of its row. */
        private @Nullable Long queue;
        /** When the newest was asked for of which it is certain that there was none. */
        private long begun;

        boolean hasOpen() {
            return subscribers.stream().anyMatch(each -> each.state == State.OPEN);
        }
    }

    private record Numbered(Identity connection, int consumer) {}

    private final SimWorld world;
    private final Consumer<String> violated;
    private final Set<String> durable = new LinkedHashSet<>();
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final Map<Numbered, Subscriber> numbers = new HashMap<>();
    /** By client: when the holder last heard of it. */
    private final Map<String, Long> heard = new HashMap<>();

    private long servesSince;
    /** What must be there, and in which of the subscriptions of that name, by the number of its row. */
    private final Map<Copy, Long> wanted = new HashMap<>();

    private final Map<String, Long> toldAt = new HashMap<>();

    /** Hand-outs. */
    int handOuts;

    /** Subscriptions that ended. */
    int ended;

    /** What was published for subscriptions that are still there at the end. */
    long lasting;

    SubscriptionCheck(SimWorld world, Consumer<String> violated) {
        this.world = world;
        this.violated = violated;
    }

    // ---- consumers

    /** A consumer is asked for. */
    Subscriber opens(String client, SimLine of) {
        Subscriber made = new Subscriber(client, of);
        Line line = lines.computeIfAbsent(of.name(), name -> new Line());
        boolean awaitsOthers = of.shared() && world.millis() - servesSince <= MOST_KEPT_MILLIS;
        if (line.subscribers.stream().allMatch(each -> each.closed) && !awaitsOthers) {
            line.begun = world.millis();
        }
        line.subscribers.add(made);
        return made;
    }

    /** By which number the nodes know a consumer. */
    void numbered(Identity connection, int consumer, Subscriber subscriber) {
        numbers.put(new Numbered(connection, consumer), subscriber);
    }

    /** Whose subscription it is, by its consumer's number. */
    String line(Identity connection, int consumer) {
        Subscriber of = numbers.get(new Numbered(connection, consumer));
        return of == null ? SimLine.PLAIN + " of nobody" : of.line.name();
    }

    /** Its node tells a client that its consumer is there, on this link: one that was lost has what is stored now. */
    void declared(Identity connection, int consumer) {
        Subscriber of = numbers.get(new Numbered(connection, consumer));
        if (of == null || of.state != State.LOST) {
            return;
        }
        Line line = lines.get(of.line.name());
        if (line != null && line.queue != null) {
            of.state = State.OPEN;
        }
    }

    /** Its node has closed it for its client. */
    void closed(Identity connection, int consumer) {
        Subscriber of = numbers.get(new Numbered(connection, consumer));
        if (of != null) {
            of.closed = true;
        }
    }

    /** A node begins to serve: what it keeps for clients, it keeps from now on. */
    void serves() {
        servesSince = world.millis();
    }

    /** A client has resumed: if it was away for too long, it may have nothing any more of what it had. */
    void back(String client) {
        if (isGivenUp(client)) {
            lines.values().stream()
                    .flatMap(line -> line.subscribers.stream())
                    .filter(each -> each.state == State.OPEN && each.client.equals(client))
                    .forEach(each -> each.state = State.LOST);
        }
        heard(client);
    }

    /** The holder hears of a client that has resumed. */
    void heard(String client) {
        heard.put(client, world.millis());
    }

    /** Whether its holder has missed it for as long as anything is kept, or all holders for as long as its session is. */
    private boolean isGivenUp(String client) {
        long heardAt = heard.getOrDefault(client, 0L);
        return world.millis() - Math.max(heardAt, servesSince) >= KEPT_MILLIS - ROUNDING_MILLIS
                || world.millis() - heardAt >= RESUME_TIMEOUT_MILLIS - ROUNDING_MILLIS;
    }

    // ---- messages

    /** A durable subscription is there. */
    void durable(String line) {
        durable.add(line);
    }

    /** The subscriptions that what is published from now on must come to. */
    Set<String> awaiting(String colour) {
        Set<String> all = new LinkedHashSet<>(durable);
        lines.forEach((name, line) -> {
            if (line.hasOpen() && line.subscribers.get(0).line.takes(colour)) {
                all.add(name);
            }
        });
        return all;
    }

    /** It will be published. */
    void publishing(SimMessage message) {
        for (String name : message.lines()) {
            Line line = lines.get(name);
            if (line != null && line.queue != null) {
                wanted.put(new Copy(message.uid(), name), line.queue);
            }
        }
    }

    /** What was sent in a transaction is published with its commit: now, or later. */
    SimMessage publishedNow(SimMessage message) {
        Set<String> all = awaiting(message.colour());
        all.addAll(message.lines());
        SimMessage published = message.withLines(all);
        publishing(published);
        return published;
    }

    /** Its sender was told that it is safe. */
    void confirmed(String uid) {
        toldAt.put(uid, world.millis());
    }

    /** An application was given it; one that isn't stored may come from before, whatever its subscription became (R6). */
    void handedOut(Copy copy, DeliveryRef ref) {
        Line line = lines.get(copy.line());
        if (line == null) {
            return;
        }
        handOuts++;
        if (ref.stored() && line.queue != null && line.queue != ref.queue()) {
            violated.accept(copy + " comes from " + ref + ", but its consumer's subscription is " + line.queue);
        }
        if (toldAt.getOrDefault(copy.uid(), Long.MAX_VALUE) < line.begun) {
            violated.accept(copy + " was published before the subscription");
        }
    }

    // ---- rows

    /** A subscription's row comes to the database. */
    void made(String name, long queue) {
        Line line = lines.get(name);
        if (line != null) {
            if (line.queue != null) {
                ended(name, line);
            }
            line.queue = queue;
        }
    }

    /** Its row says that it goes, or is gone; another one of that name may be there. */
    void removed(String name, long queue) {
        Line line = lines.get(name);
        if (line != null && line.queue != null && line.queue == queue) {
            ended(name, line);
        }
    }

    private void ended(String name, Line line) {
        for (Subscriber each : line.subscribers) {
            if (each.isKept() && !isGivenUp(each.client)) {
                long away = world.millis() - heard.getOrDefault(each.client, 0L);
                violated.accept(
                        name + " ended, though " + each.client + ", who has it, was heard of " + away + " ms before");
            }
            if (each.state == State.OPEN) {
                each.state = State.LOST;
            }
        }
        line.subscribers.removeIf(each -> each.state == State.ENDED);
        ended++;
        line.queue = null;
    }

    /** Whether the subscription that had to get it may have ended since then. */
    boolean mayBeGone(Copy copy) {
        Line line = lines.get(copy.line());
        Long then = wanted.get(copy);
        return line != null && (!line.hasOpen() || then == null || !then.equals(line.queue));
    }

    /** With everything quiet. */
    void checkEnd() {
        lasting = wanted.keySet().stream().filter(copy -> !mayBeGone(copy)).count();
    }

    /** Whether somebody is there to receive from it. */
    boolean isReceived(String name) {
        Line line = lines.get(name);
        return line != null && line.hasOpen();
    }
}
