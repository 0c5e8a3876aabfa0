package io.batonmq.jms.internal.core;

import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.List;

/**
 * One JMS connection. All methods are called on {@link #loop()} and return at once; calls made while the connection is
 * INTERRUPTED wait in it.
 */
public interface ClientConnection {

    /**
     * The states of DESIGN section 7. CONNECTING → CONNECTED ⇄ INTERRUPTED → FAILED | CLOSED; CLOSED and FAILED are ends,
     * reachable from all others.
     */
    enum State {
        CONNECTING,
        CONNECTED,
        INTERRUPTED,
        FAILED,
        CLOSED
    }

    /** The thread that owns this connection. */
    Loop loop();

    /** Where it stands. */
    State state();

    /** First connect, within the URL's start-up limits. Withdrawing it closes the connection. */
    Call<Info> open();

    /** Opens a session; it is usable at once. */
    ClientSession openSession(AckMode mode);

    /**
     * The session of all connection consumers, opened when first asked for. Its consumers hand out to other sessions of the
     * connection with {@link ClientConsumer#takeFor}; nothing else is done with it than to subscribe and to open them.
     */
    ClientSession supply();

    /** Sets the client identifier. */
    Call<Void> setClientId(String clientId);

    /** Starts delivery. */
    void start();

    /** Stops delivery: nothing is handed out after this returns; what is with listeners goes on. */
    void stop();

    /** Makes a temporary queue or topic of this connection. */
    Call<WireDestination> createTemporary(WireDestination.Kind kind);

    /** Deletes one. */
    Call<Void> deleteTemporary(WireDestination destination);

    /**
     * Ends the connection: connected, once all commands are confirmed; while INTERRUPTED at most {@code limit}, then calls
     * in progress fail with their true outcome or OUTCOME_UNKNOWN (R22). Never fails.
     */
    Call<Void> close(Duration limit);

    /** Known after {@link #open}. */
    record Info(String leaseName, long epoch, List<String> nodes, long maxMessageSize) {}
}
